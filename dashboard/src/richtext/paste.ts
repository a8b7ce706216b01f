/**
 * Leaves of pasted HTML what it means: the styles of word processors become marks, their lists lists, and the rest of
 * them goes. What the document may hold at all is the schema's business, which reads the result.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withStylesAsText(html), 'text/html');
  body
    .querySelectorAll('style, script, meta, link, title, xml, iframe, object')
    .forEach((node) => node.remove());
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes); // <o:p> of Word
  }
  dropComments(body);
  gatherLists(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('b, strong, i, em, u, s, span, font')])
    restyle(element);
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (!keptAttributes.has(name)) element.removeAttribute(name);
  }
  return body.innerHTML;
}

/** Under the page's policy a style attribute says nothing, and each is complained of: it is read as a text instead. */
function withStylesAsText(html: string): string {
  return html
    .replace(/<style\b.*?<\/style\s*>/gis, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));
}

/** What one of an element's styles says, in small letters; empty for one that it has not. */
function styleOf(element: HTMLElement, name: string): string {
  const styles = (element.dataset['style'] ?? '').toLowerCase().split(';');
  const found = styles.findLast((style) => style.split(':')[0]?.trim() === name);
  return found?.slice(found.indexOf(':') + 1).trim() ?? '';
}

const keptAttributes = new Set([
  'href',
  'title',
  'colspan',
  'rowspan',
  'start',
  'data-ref-type',
  'data-ref-id',
  'data-tone',
  'data-media_id',
  'data-alt',
  'data-caption',
  'data-pm-slice',
  'class',
]);

function dropComments(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const node of found) node.parentNode?.removeChild(node);
}

/** Google Docs wraps everything in a <b> that is not bold; both it and Word say by style what is. */
function restyle(element: HTMLElement): void {
  const fontWeight = styleOf(element, 'font-weight');
  const verticalAlign = styleOf(element, 'vertical-align');
  const lines = `${styleOf(element, 'text-decoration-line')} ${styleOf(element, 'text-decoration')}`;
  const isPlain = /^(normal|400)$/.test(fontWeight);
  const tags = [
    /^(bold|bolder|[6-9]00)$/.test(fontWeight) ? 'strong' : null,
    styleOf(element, 'font-style') === 'italic' ? 'em' : null,
    lines.includes('underline') && element.closest('a') === null ? 'u' : null,
    lines.includes('line-through') ? 's' : null,
    verticalAlign === 'sub' ? 'sub' : verticalAlign === 'super' ? 'sup' : null,
  ].filter((tag) => tag !== null);
  const isSpan = ['SPAN', 'FONT'].includes(element.tagName);
  if (!isSpan && !(isPlain && ['B', 'STRONG'].includes(element.tagName))) return;
  let inner: Node[] = [...element.childNodes];
  for (const tag of tags) {
    const mark = document.createElement(tag);
    mark.append(...inner);
    inner = [mark];
  }
  element.replaceWith(...inner);
}

/** Word writes list items as paragraphs with a bullet in front; a run of them becomes a list again. */
function gatherLists(body: HTMLElement): void {
  const lists: HTMLElement[] = [];
  for (const item of [
    ...body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"], p[class*="MsoListParagraph"]'),
  ]) {
    const marker = item.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]');
    const isNumbered = /^\s*[\da-z]{1,3}[.)]/i.test(marker?.textContent ?? item.textContent);
    marker?.remove();
    const tag = isNumbered ? 'OL' : 'UL';
    const last = lists.at(-1);
    const list =
      last?.tagName === tag && item.previousElementSibling === last ? last : document.createElement(tag);
    if (list !== last) {
      item.before(list);
      lists.push(list);
    }
    const entry = document.createElement('li');
    const paragraph = document.createElement('p');
    paragraph.append(...item.childNodes);
    entry.append(paragraph);
    list.append(entry);
    item.remove();
  }
}
