/** The value of a style, in lowercase; empty if the element does not have it. */
export function styleOf(element: HTMLElement, name: string): string {
  const styles = (element.dataset['style'] ?? '').toLowerCase().split(';');
  const style = styles.findLast((one) => one.split(':')[0]?.trim() === name);
  return style?.slice(style.indexOf(':') + 1).trim() ?? '';
}

interface WordItem {
  paragraph: HTMLElement;
  tag: 'OL' | 'UL';
  /** 1 for the outermost list. */
  level: number;
}

/** Rebuilds nested lists from Word's list items, which are paragraphs with a bullet and a level. */
export function rebuildLists(body: HTMLElement): void {
  const paragraphs = body.querySelectorAll<HTMLElement>(
    'p[data-style*="mso-list"], p[class*="MsoListParagraph"]',
  );
  let open: { list: HTMLElement; level: number }[] = [];
  for (const paragraph of [...paragraphs]) {
    const item = readItem(paragraph);
    // Any other element in between starts a new list.
    if (open[0] !== undefined && paragraph.previousElementSibling !== open[0].list) open = [];
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    const last = open.at(-1);
    const isNew = last === undefined || last.level < item.level || last.list.tagName !== item.tag;
    if (isNew) open = openList(open, item);
    const entry = document.createElement('li');
    const text = document.createElement('p');
    text.append(...paragraph.childNodes);
    entry.append(text);
    open.at(-1)?.list.append(entry);
    paragraph.remove();
  }
}

function readItem(paragraph: HTMLElement): WordItem {
  const marker = paragraph.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]');
  const isNumbered = /^\s*[\da-z]{1,3}[.)]/i.test(marker?.textContent ?? paragraph.textContent);
  marker?.remove();
  const level = Number(/level(\d)/.exec(styleOf(paragraph, 'mso-list'))?.[1] ?? 1);
  return { paragraph, tag: isNumbered ? 'OL' : 'UL', level };
}

/** Starts a list, inside the last item of the outer list or before the paragraph. */
function openList(
  open: readonly { list: HTMLElement; level: number }[],
  { paragraph, tag, level }: WordItem,
): { list: HTMLElement; level: number }[] {
  const outer = open.filter((one) => one.level < level);
  const list = document.createElement(tag);
  const host = outer.at(-1)?.list.lastElementChild ?? null;
  if (host === null) paragraph.before(list);
  else host.append(list);
  return [...outer, { list, level }];
}

/** Google Docs puts lists directly inside lists; moves each into the item before it. */
export function nestLists(body: HTMLElement): void {
  for (const list of [...body.querySelectorAll<HTMLElement>(':is(ul, ol) > :is(ul, ol)')]) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') before.append(list);
  }
}
