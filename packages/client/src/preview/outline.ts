import { labelOf } from './elements.ts';

const color = '#2f5fd0';

/**
 * A frame around an element of the page, with a label. It is drawn outside of the body, so refreshes don't remove it,
 * and in a shadow tree, so styles of the page don't apply. It takes no clicks and no focus.
 */
export class Outline {
  readonly #host = document.createElement('div');
  readonly #box = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #width: number;
  #element: Element | null = null;

  constructor(width: number) {
    this.#width = width;
    this.#host.setAttribute('aria-hidden', 'true');
    style(this.#host, { all: 'initial', display: 'none' });
    style(this.#box, {
      position: 'fixed',
      pointerEvents: 'none',
      zIndex: '2147483647',
      boxSizing: 'border-box',
      border: `${width}px solid ${color}`,
      borderRadius: '4px',
    });
    style(this.#label, {
      position: 'absolute',
      left: `-${width}px`,
      background: color,
      color: '#fff',
      font: '500 12px/20px system-ui, sans-serif',
      padding: '0 8px',
      borderRadius: '4px',
      whiteSpace: 'nowrap',
    });
    this.#box.append(this.#label);
    this.#host.attachShadow({ mode: 'closed' }).append(this.#box);
  }

  get element(): Element | null {
    return this.#element;
  }

  show(element: Element | null): void {
    this.#element = element;
    this.place();
  }

  /** Follows the element after a scroll, a resize or a refresh. */
  place(): void {
    const box = this.#element?.isConnected === true ? this.#element.getBoundingClientRect() : null;
    if (this.#element === null || box === null || box.width + box.height === 0)
      return style(this.#host, { display: 'none' });
    if (!this.#host.isConnected) document.documentElement.append(this.#host);
    const gap = 3;
    this.#label.textContent = labelOf(this.#element);
    style(this.#label, { top: box.top < 28 ? '0' : `-${20 + this.#width}px` });
    style(this.#box, {
      left: `${box.left - gap}px`,
      top: `${box.top - gap}px`,
      width: `${box.width + 2 * gap}px`,
      height: `${box.height + 2 * gap}px`,
    });
    style(this.#host, { display: 'block' });
  }

  remove(): void {
    this.#element = null;
    this.#host.remove();
  }
}

function style({ style: target }: HTMLElement, rules: Partial<CSSStyleDeclaration>): void {
  Object.assign(target, rules);
}
