import { dropTrackedChanges, parsePaste } from './parse-paste.ts';
import { dropLooseBreaks, fixLinks } from './paste-links.ts';
import { rebuildLists, nestLists, styleOf } from './paste-lists.ts';

/** Turns the styles and lists of word processors into plain HTML. The editor's schema then drops what it doesn't allow. */
export function cleanPaste(html: string): string {
  const body = parsePaste(html);
  dropTrackedChanges(body);
  body
    .querySelectorAll('style, script, meta, link, title, xml, iframe, object')
    .forEach((node) => node.remove());
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes); // <o:p> of Word
  }
  dropComments(body);
  rebuildLists(body);
  nestLists(body);
  fixLinks(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('b, strong, i, em, u, s, span, font')])
    restyle(element);
  dropLooseBreaks(body);
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (!allowedAttributes.has(name)) element.removeAttribute(name);
  }
  return body.innerHTML;
}

const allowedAttributes = new Set([
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
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const node of comments) node.parentNode?.removeChild(node);
}

/** Replaces styles by marks. Google Docs wraps everything in a `<b>` that its style makes normal again. */
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
