import { type Clicked, clickedAt, elementsOf } from './elements.ts';
import type { Mode } from './messages.ts';
import { Outline } from './outline.ts';

/**
 * Outlines marked elements under the pointer and captures clicks on them, in the mode `edit`. In `browse` the page works
 * normally. Alt switches while it is held.
 */
export class EditMode {
  readonly #onClick: (clicked: Clicked) => void;
  readonly #hovered = new Outline(1);
  readonly #focused = new Outline(2);
  readonly #listening = new AbortController();
  #mode: Mode = 'browse';
  #isAltHeld = false;
  #focusTarget: string | null = null;

  constructor(onClick: (clicked: Clicked) => void) {
    this.#onClick = onClick;
    const options = { capture: true, passive: true, signal: this.#listening.signal };
    const on = (type: string, listen: (event: Event) => void) =>
      window.addEventListener(type, listen, options);
    window.addEventListener('click', (event) => this.#click(event), { ...options, passive: false });
    on('pointermove', ({ target }) => this.#hover(target));
    on('pointerout', (event) => (event as PointerEvent).relatedTarget ?? this.#hover(null));
    for (const type of ['keydown', 'keyup', 'blur'])
      on(type, (event) => this.#holdAlt((event as Partial<KeyboardEvent>).altKey === true));
    for (const type of ['scroll', 'resize', 'load']) on(type, () => this.place());
  }

  set mode(mode: Mode) {
    this.#mode = mode;
    if (!this.#isEditing) this.#hovered.show(null);
  }

  /** Outlines the element of a field and scrolls to it. */
  focus(target: string | null): void {
    this.#focusTarget = target;
    this.place();
    const { element } = this.#focused;
    if (element === null) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight)
      element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  }

  /** Draws the outlines again after the page changed. */
  place(): void {
    const focused = this.#focusTarget === null ? undefined : elementsOf(this.#focusTarget)[0];
    this.#focused.show(focused ?? null);
    this.#hovered.place();
  }

  stop(): void {
    this.#listening.abort();
    this.#hovered.remove();
    this.#focused.remove();
  }

  get #isEditing(): boolean {
    return (this.#mode === 'edit') !== this.#isAltHeld;
  }

  #holdAlt(isHeld: boolean): void {
    this.#isAltHeld = isHeld;
    if (!this.#isEditing) this.#hovered.show(null);
  }

  #hover(place: EventTarget | null): void {
    this.#hovered.show(this.#isEditing ? (clickedAt(place)?.element ?? null) : null);
  }

  #click(event: Event): void {
    const clicked = this.#isEditing ? clickedAt(event.target) : null;
    if (clicked === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#onClick(clicked);
  }
}
