import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  InputTooComplex,
  isElement,
  isText,
  parseHtml,
} from '../../content/index.ts';

/** Elements that end a word: blocks, and media, which become blocks. */
const separators = new Set(
  (
    'address article aside audio blockquote body br caption center col colgroup dd details dialog dir div dl dt embed ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe img legend li main menu nav object ' +
    'ol optgroup option p pre section select summary table tbody td tfoot th thead tr ul video'
  ).split(' '),
);
/** Elements whose text browsers don't show. The text in a frame is for browsers without frames. */
const hiddenTags = new Set(['iframe', 'noembed', 'noframes', 'script', 'style', 'template']);

/** The visible text of HTML; empty if the HTML has too many elements. */
export function visibleText(html: string): string {
  const parts: string[] = [];
  // A loop, because HTML can be nested deeper than the call stack.
  const stack: (HtmlNode | string)[] = nodesOf(html).toReversed();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isText(next)) parts.push(next.value);
    else if (isElement(next)) {
      const separator = separators.has(next.tagName) ? ' ' : '';
      parts.push(separator);
      if (!hiddenTags.has(next.tagName)) stack.push(separator, ...next.childNodes.toReversed());
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Functions that return the replacement of a URL; null keeps it. */
export interface UrlChanges {
  image: (url: string) => string | null;
  link: (url: string) => string | null;
}

/** Replaces the URLs of images and links, and changes nothing else of the HTML. */
export function replaceUrls(html: string, changes: UrlChanges): string {
  const edits = new Map<number, { end: number; text: string }>();
  const edit = (element: HtmlElement, name: string, change: (url: string) => string | null) => {
    const location = element.sourceCodeLocation?.attrs?.[name];
    const url = attributeOf(element, name)?.trim();
    if (location === undefined || url === undefined || edits.has(location.startOffset)) return;
    const replacement = change(url);
    if (replacement !== null)
      edits.set(location.startOffset, {
        end: location.endOffset,
        text: `${name}="${escapeHtml(replacement)}"`,
      });
  };
  const stack = [...nodesOf(html)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    if (node.tagName === 'img') edit(node, 'src', changes.image);
    else if (node.tagName === 'a') edit(node, 'href', changes.link);
    stack.push(...node.childNodes);
  }
  return applyEdits(html, edits);
}

function applyEdits(html: string, edits: ReadonlyMap<number, { end: number; text: string }>): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, { end, text }] of [...edits].sort(([a], [b]) => a - b)) {
    parts.push(html.slice(at, start), text);
    at = end;
  }
  return parts.join('') + html.slice(at);
}

/** The nodes of HTML; none if it has too many elements, because no document can contain such a text. */
export function nodesOf(html: string): HtmlNode[] {
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof InputTooComplex) return [];
    throw error;
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A paragraph with a link to a URL. */
export function linkParagraph(url: string, text = url): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
}

/** The whole title before the text of an item whose title was cut. */
export function leadHtml(lead: string): string {
  return lead === '' ? '' : `<p><strong>${escapeHtml(lead)}</strong></p>`;
}

/** An image with its caption in HTML. */
export function figure(image: string, caption = ''): string {
  return `<figure>${image}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}
