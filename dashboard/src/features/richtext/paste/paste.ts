import { dropTrackedChanges, parsedPaste } from './parse-paste.ts';
import { dropLooseBreaks, mendLinks } from './paste-links.ts';
import { gatherLists, nestLists, styleOf } from './paste-lists.ts';

/**
 * Leaves of pasted HTML what it means: the styles of word processors become marks, their lists lists, and the rest of
 * them goes. What the document may hold at all is the schema's business, which reads the result.
 */
export function cleanPaste(html: string): string {
  const body = parsedPaste(html);
  dropTrackedChanges(body);
  body
    .querySelectorAll('style, script, meta, link, title, xml, iframe, object')
    .forEach((node) => node.remove());
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes); // <o:p> of Word
  }
  dropComments(body);
  gatherLists(body);
  nestLists(body);
  mendLinks(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('b, strong, i, em, u, s, span, font')])
    restyle(element);
  dropLooseBreaks(body);
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (!keptAttributes.has(name)) element.removeAttribute(name);
  }
  return body.innerHTML;
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
