/** What one of an element's styles says, in small letters; empty for one that it has not. */
export function styleOf(element: HTMLElement, name: string): string {
  const styles = (element.dataset['style'] ?? '').toLowerCase().split(';');
  const found = styles.findLast((style) => style.split(':')[0]?.trim() === name);
  return found?.slice(found.indexOf(':') + 1).trim() ?? '';
}

/** Makes of a list item that Word wrote as a paragraph with a bullet in front what it means. */
interface WordItem {
  paragraph: HTMLElement;
  tag: 'OL' | 'UL';
  /** 1 for the outermost list. */
  level: number;
}

/** Word writes list items as paragraphs with a bullet and a level; a run of them becomes nested lists again. */
export function gatherLists(body: HTMLElement): void {
  const found = body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"], p[class*="MsoListParagraph"]');
  let open: { list: HTMLElement; level: number }[] = [];
  for (const paragraph of [...found]) {
    const item = itemOf(paragraph);
    // Another run of items begins where something else stands between.
    if (open[0] !== undefined && paragraph.previousElementSibling !== open[0].list) open = [];
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    const last = open.at(-1);
    const isNew = last === undefined || last.level < item.level || last.list.tagName !== item.tag;
    if (isNew) open = opened(open, item);
    const entry = document.createElement('li');
    const text = document.createElement('p');
    text.append(...paragraph.childNodes);
    entry.append(text);
    open.at(-1)?.list.append(entry);
    paragraph.remove();
  }
}

function itemOf(paragraph: HTMLElement): WordItem {
  const marker = paragraph.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]');
  const isNumbered = /^\s*[\da-z]{1,3}[.)]/i.test(marker?.textContent ?? paragraph.textContent);
  marker?.remove();
  const level = Number(/level(\d)/.exec(styleOf(paragraph, 'mso-list'))?.[1] ?? 1);
  return { paragraph, tag: isNumbered ? 'OL' : 'UL', level };
}

/** Begins a list: inside the last item of the one around it, or where the paragraph stands. */
function opened(
  open: readonly { list: HTMLElement; level: number }[],
  { paragraph, tag, level }: WordItem,
): { list: HTMLElement; level: number }[] {
  const around = open.filter((one) => one.level < level);
  const list = document.createElement(tag);
  const host = around.at(-1)?.list.lastElementChild ?? null;
  if (host === null) paragraph.before(list);
  else host.append(list);
  return [...around, { list, level }];
}

/** A list straight inside a list, as Google Docs writes it, belongs to the item before it. */
export function nestLists(body: HTMLElement): void {
  for (const list of [...body.querySelectorAll<HTMLElement>(':is(ul, ol) > :is(ul, ol)')]) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') before.append(list);
  }
}
