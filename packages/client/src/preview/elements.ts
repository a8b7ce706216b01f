/** The attribute that connects an element to an item, block or field. */
const attribute = 'data-galley';
const itemsMax = 200;
const targetsMax = 20;

/** What the page shows: the ids of its items and blocks. */
export function pageContent(): { path: string; title: string; items: string[] } {
  const items = new Set<string>();
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    if (items.size >= itemsMax) break;
    const [item = ''] = targetOf(element).split('#');
    if (item !== '') items.add(item);
  }
  return { path: pagePath(), title: document.title, items: [...items] };
}

export function pagePath(): string {
  return location.pathname + location.search;
}

/** The elements that show a field; those of its item if none does. */
export function elementsOf(target: string): Element[] {
  const find = (value: string) => [...document.querySelectorAll(`[${attribute}="${CSS.escape(value)}"]`)];
  const elements = find(target);
  const [item = ''] = target.split('#');
  return elements.length > 0 || item === '' ? elements : find(item);
}

export interface Clicked {
  element: Element;
  /** The values of the marked elements around the clicked one, innermost first. */
  targets: string[];
  /** The index of the child of the marked element that contains the clicked one. */
  node?: number;
}

/** The marked elements at a place of the page; null if there are none. */
export function clickedAt(place: EventTarget | null): Clicked | null {
  const innermost = place instanceof Element ? place.closest(`[${attribute}]`) : null;
  if (innermost === null) return null;
  const targets: string[] = [];
  for (let element: Element | null = innermost; element !== null && targets.length < targetsMax;) {
    targets.push(targetOf(element));
    element = element.parentElement?.closest(`[${attribute}]`) ?? null;
  }
  const node = [...innermost.children].findIndex((child) => child.contains(place as Element));
  return { element: innermost, targets, ...(node >= 0 && { node }) };
}

/** The label of a marked element: the field's key in words. */
export function labelOf(element: Element): string {
  const [item = '', field] = targetOf(element).split('#');
  const name = field ?? (item.startsWith('type:') ? item.slice('type:'.length) : '');
  const words = name.replaceAll(/[._]+/g, ' ').trim();
  return words === '' ? 'Edit' : words.charAt(0).toUpperCase() + words.slice(1);
}

function targetOf(element: Element): string {
  return element.getAttribute(attribute) ?? '';
}

/** Values remembered for a field. Longer typing between two refreshes only makes text wait for the second one. */
const valuesMax = 200;

/**
 * The texts that were typed since the page was loaded. A refresh shows what was saved, which can be older than what was
 * typed; `reapply` then shows the newest text again.
 */
export class TypedTexts {
  readonly #valuesByTarget = new Map<string, string[]>();

  /** Shows a text in each element whose only child is a text node with the previous value. */
  apply({ target, from, to }: { target: string; from: string; to: string }): void {
    const values = this.#valuesByTarget.get(target) ?? [];
    this.#valuesByTarget.set(target, [...values, from, to].slice(-valuesMax));
    this.#show(target);
  }

  reapply(): void {
    for (const target of this.#valuesByTarget.keys()) this.#show(target);
  }

  #show(target: string): void {
    const values = this.#valuesByTarget.get(target) ?? [];
    const newest = values.at(-1);
    if (newest === undefined) return;
    for (const { firstChild, childNodes } of elementsOf(target)) {
      if (childNodes.length !== 1 || !(firstChild instanceof Text)) continue;
      if (firstChild.data !== newest && values.includes(firstChild.data)) firstChild.data = newest;
    }
  }
}
