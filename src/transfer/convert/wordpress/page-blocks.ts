import { attributeOf, type HtmlElement, type HtmlNode, isElement, isText } from '../../../content/index.ts';
import { nodesOf, visibleText } from '../html.ts';
import { compact } from '../values.ts';

type Values = Record<string, unknown>;

/** A block of a page as the bundle writes it. */
export interface PageBlock {
  block: string;
  values: Values;
}

/** The blocks of pages with `--blocks`. */
export const pageBlockDefinitions = [
  { slug: 'text', fields: [{ key: 'text', type: 'richtext' }] },
  {
    slug: 'image',
    fields: [
      { key: 'image', type: 'image' },
      { key: 'caption', type: 'text' },
    ],
  },
  {
    slug: 'gallery',
    fields: [
      { key: 'images', type: 'gallery' },
      { key: 'caption', type: 'text' },
    ],
  },
  { slug: 'quote', fields: [{ key: 'text', type: 'richtext' }] },
  {
    slug: 'button',
    fields: [
      { key: 'label', type: 'string' },
      { key: 'url', type: 'url' },
    ],
  },
  {
    slug: 'embed',
    fields: [
      { key: 'url', type: 'url' },
      { key: 'caption', type: 'text' },
    ],
  },
];

/** Maximum characters of `string` and `url` fields. */
const labelCharsMax = 500;
const urlCharsMax = 2_048;

/**
 * Divides the HTML of a page into blocks. HTML between images, galleries, quotes, buttons and embeds stays together as text.
 * @param mediaId - returns the source id of the file at a URL
 */
export function pageBlocksOf(html: string, mediaId: (url: string) => string | null): PageBlock[] {
  const blocks: PageBlock[] = [];
  let textStart = 0;
  const endText = (end: number) => {
    const text = html.slice(textStart, end).trim();
    // Between two blocks of a group only its tags can remain.
    if (visibleText(text) !== '' || /<(img|hr|iframe|video|audio)\b/i.test(text))
      blocks.push({ block: 'text', values: { text: { html: text } } });
  };
  for (const node of outerNodes(html)) {
    const block = blockOf(node, html, mediaId);
    if (block === null) continue;
    const { startOffset, endOffset } = node.sourceCodeLocation ?? { startOffset: 0, endOffset: 0 };
    endText(startOffset);
    blocks.push(...block);
    textStart = endOffset;
  }
  endText(html.length);
  return blocks;
}

/** The elements of a page, inside of groups and columns, in order. */
function* outerNodes(html: string): Generator<HtmlElement> {
  const stack: HtmlNode[] = nodesOf(html).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    const isGroup =
      ['div', 'section', 'main'].includes(node.tagName) && !classOf(node).includes('wp-block-button ');
    if (isGroup) stack.push(...node.childNodes.toReversed());
    else yield node;
  }
}

function blockOf(
  element: HtmlElement,
  html: string,
  mediaId: (url: string) => string | null,
): PageBlock[] | null {
  const { tagName } = element;
  const location = element.sourceCodeLocation;
  if (location === undefined || location === null) return null;
  const source = html.slice(location.startOffset, location.endOffset);
  if (tagName === 'blockquote') return [{ block: 'quote', values: { text: { html: source } } }];
  if (tagName === 'iframe')
    return embedOf(attributeOf(element, 'src') ?? '', attributeOf(element, 'title') ?? '');
  if (classOf(element).includes(' wp-block-button ')) return buttonOf(element, source);
  if (tagName !== 'figure' && tagName !== 'img') return null;
  return mediaBlockOf(element, source, mediaId);
}

function mediaBlockOf(
  figure: HtmlElement,
  source: string,
  mediaId: (url: string) => string | null,
): PageBlock[] | null {
  const parts = elementsIn(figure);
  const captions = parts.filter(({ tagName }) => tagName === 'figcaption').map(textOf);
  const caption = captions.join('\n');
  // Other words of the figure would have no field.
  if (visibleText(source) !== captions.join(' ').trim()) return null;
  const frame = parts.find(({ tagName }) => tagName === 'iframe');
  if (frame !== undefined) return embedOf(attributeOf(frame, 'src') ?? '', caption);
  const ids = parts
    .filter(({ tagName }) => tagName === 'img')
    .map((image) => mediaId(attributeOf(image, 'src') ?? ''))
    .filter((id) => id !== null);
  if (ids.length === 0) return null;
  if (ids.length === 1) return [{ block: 'image', values: { image: ids[0], ...compact({ caption }) } }];
  return [{ block: 'gallery', values: { images: ids, ...compact({ caption }) } }];
}

function embedOf(url: string, caption: string): PageBlock[] | null {
  const isUrl = /^https?:\/\/\S+$/i.test(url) && URL.canParse(url) && url.length <= urlCharsMax;
  return isUrl ? [{ block: 'embed', values: { url, ...compact({ caption }) } }] : null;
}

function buttonOf(element: HtmlElement, source: string): PageBlock[] | null {
  const link = elementsIn(element).find(({ tagName }) => tagName === 'a');
  const url = link === undefined ? '' : (attributeOf(link, 'href') ?? '');
  const label = visibleText(source);
  const isUrl = /^(https?:\/\/\S+|\/\S*)$/i.test(url) && url.length <= urlCharsMax;
  return isUrl && label.length <= labelCharsMax ? [{ block: 'button', values: { label, url } }] : null;
}

/** The texts of a block, for the comparison of words: HTML, whose visible words the caller extracts, and plain text. */
export function blockTexts({ values }: PageBlock): { html: string[]; plain: string } {
  const html = values['text'] as { html: string } | undefined;
  const plain = [values['label'], values['caption'], values['url']].filter(
    (value) => typeof value === 'string',
  );
  return { html: html === undefined ? [] : [html.html], plain: plain.join(' ') };
}

/** The elements in an element, and the element itself, in order. */
function elementsIn(element: HtmlElement): HtmlElement[] {
  const elements: HtmlElement[] = [];
  const stack: HtmlNode[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    elements.push(node);
    stack.push(...node.childNodes.toReversed());
  }
  return elements;
}

function textOf(element: HtmlElement): string {
  const parts: string[] = [];
  const stack: HtmlNode[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node)) stack.push(...node.childNodes.toReversed());
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** The classes of an element, each between spaces. */
function classOf(element: HtmlElement): string {
  return ` ${attributeOf(element, 'class') ?? ''} `;
}
