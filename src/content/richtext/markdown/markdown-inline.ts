import { isDeepStrictEqual } from 'node:util';
import type { Token } from 'markdown-it';
import { isBlockTag, type LinePart } from './html-blocks.ts';
import { readHtmlTag, readPreformatted } from './html-tags.ts';
import type { ConversionLosses } from './losses.ts';
import { type InlineDraft, OpenMarks } from './open-marks.ts';
import { isHref, labelLengthMax, richtextRefTypes } from '../schema.ts';

const marksByToken: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

/** HTML elements that only add a mark. */
const marksByTag: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strike'],
  ['del', 'strike'],
  ['sub', 'subscript'],
  ['sup', 'superscript'],
  ['code', 'code'],
  ['kbd', 'code'],
]);

const reference = new RegExp(`^(${richtextRefTypes.join('|')}):([a-z]+_[0-9a-z]+)$`);

/** Converts the tokens of one line of text to text, breaks, images, code, and the tags of HTML blocks. */
export function inlineNodes(tokens: readonly Token[], losses: ConversionLosses, line: number): LinePart[] {
  const nodes: LinePart[] = [];
  const marks = new OpenMarks();
  let at = line;
  for (const token of tokens) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.nesting === 1) marks.open(name, markOf(token, name, losses, at));
    else if (token.nesting === -1) marks.close(name);
    else if (token.type === 'html_inline') new TagReader(nodes, marks, losses, at).read(token.content);
    else if (token.type === 'html_pre') nodes.push(preformatted(token.content));
    else if (token.type === 'html_hidden') losses.add('html_hidden', at, null, token.content.length);
    else if (token.type === 'image') nodes.push(imageOf(token, marks, losses, at));
    else if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.type === 'softbreak') pushText(nodes, ' ', marks.with());
    else if (token.type === 'code_inline') pushText(nodes, token.content, marks.with({ type: 'code' }));
    else pushText(nodes, token.content, marks.with());
    if (token.type === 'softbreak' || token.type === 'hardbreak') at += 1;
    else if (token.type.startsWith('html_')) at += token.content.split('\n').length - 1;
  }
  return nodes;
}

function preformatted(html: string): InlineDraft {
  const { text, language } = readPreformatted(html);
  const isName = language !== null && language.length <= 40 && /^[A-Za-z0-9]/.test(language);
  return {
    type: 'codeBlock',
    ...(isName ? { attrs: { language } } : {}),
    ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
  };
}

function markOf(token: Token, name: string, losses: ConversionLosses, line: number): InlineDraft | null {
  if (name !== 'link') return { type: marksByToken[name] ?? name };
  const attrs = linkOf(String(token.attrGet('href') ?? ''));
  if (attrs === null) {
    losses.add('link', line);
    return null;
  }
  const title = token.attrGet('title');
  return { type: 'link', attrs: title ? { ...attrs, title } : attrs };
}

/** Returns the attributes of a link to the URL, or null if a document can't contain that link. */
function linkOf(url: string): Record<string, unknown> | null {
  const [, type, id] = reference.exec(url) ?? [];
  if (type !== undefined) return { ref: { type, id } };
  return isHref(url) ? { href: url } : null;
}

/** Attributes that are converted, or that can be dropped without a warning because they only set a size. */
const supportedAttributes = new Set(
  'href title src alt start colspan rowspan width height data srcset controls'.split(' '),
);
const mediaTags = new Set(['iframe', 'video', 'audio', 'embed', 'object']);
const boldTags = new Set(['summary', 'dt']);
const supportedTags = new Set(
  'a br p h1 h2 h3 h4 h5 h6 hr blockquote ul ol li table thead tbody tfoot tr td th img summary dt dd dl figure figcaption source'.split(
    ' ',
  ),
);

/** Converts an HTML tag inside a line of text (specification: rich-text-vocabulary). */
class TagReader {
  readonly #nodes: LinePart[];
  readonly #marks: OpenMarks;
  readonly #losses: ConversionLosses;
  readonly #line: number;

  constructor(nodes: LinePart[], marks: OpenMarks, losses: ConversionLosses, line: number) {
    this.#nodes = nodes;
    this.#marks = marks;
    this.#losses = losses;
    this.#line = line;
  }

  read(html: string): void {
    const tag = readHtmlTag(html);
    if (tag === null) return;
    const { name, isClosing, attributes } = tag;
    const type = marksByTag.get(name);
    const isSupported = type !== undefined || supportedTags.has(name) || mediaTags.has(name);
    const isLossless = [...attributes.keys()].every((attribute) => supportedAttributes.has(attribute));
    if (!isSupported || !isLossless || (name === 'a' && !isClosing && !attributes.has('href')))
      this.#losses.add('html', this.#line);
    if (name === 'br' || isBlockTag(name)) this.#nodes.push({ type: '<tag>', tag });
    const mark = boldTags.has(name) ? 'bold' : type;
    if (isClosing) this.#marks.close(`<${name}>`);
    else if (mark !== undefined) this.#marks.open(`<${name}>`, { type: mark });
    else if (name === 'a') this.#marks.open('<a>', this.#linkMark(attributes));
    else if (name === 'img') this.#image(attributes);
    else if (mediaTags.has(name) || name === 'source') this.#media(attributes);
  }

  #linkMark(attributes: ReadonlyMap<string, string>): InlineDraft | null {
    const href = attributes.get('href')?.trim();
    if (href === undefined) return null;
    const attrs = linkOf(href);
    if (attrs === null) {
      this.#losses.add('html_link', this.#line, href);
      return null;
    }
    const title = attributes.get('title');
    return { type: 'link', attrs: title ? { ...attrs, title: this.#label(title, href) } : attrs };
  }

  /** Truncates a text to the length of a label. @param url - URL of the image or link, for the warning */
  #label(text: string, url: string): string {
    if (text.length <= labelLengthMax) return text;
    const head = text.slice(0, labelLengthMax);
    const label = head.isWellFormed() ? head : head.slice(0, -1);
    this.#losses.add('html_label', this.#line, url, text.length - label.length);
    return label;
  }

  #image(attributes: ReadonlyMap<string, string>): void {
    const source = attributes.get('src')?.trim() ?? '';
    const alt = attributes.get('alt')?.trim() ?? '';
    if (/^med_[0-9a-z]+$/.test(source)) {
      const label = attributes.has('alt') ? { alt: this.#label(alt, source) } : {};
      const attrs = { media_id: source, ...label };
      this.#nodes.push({ type: 'image', attrs });
      return;
    }
    this.#losses.add('image', this.#line);
    this.#pushLink(alt || (source && fileNameOf(source)), source);
  }

  #media(attributes: ReadonlyMap<string, string>): void {
    const source = (attributes.get('src') ?? attributes.get('data') ?? '').trim();
    if (source === '') return;
    this.#losses.add('html_media', this.#line);
    const paragraph: LinePart = {
      type: '<tag>',
      tag: { name: 'p', isClosing: false, attributes: new Map() },
    };
    this.#nodes.push(paragraph);
    this.#pushLink(attributes.get('title')?.trim() || source, source);
    this.#nodes.push(paragraph);
  }

  #pushLink(text: string, source: string): void {
    const href = source.startsWith('//') ? `https:${source}` : source;
    const isLink = /^https?:/i.test(href) && isHref(href);
    const link = isLink ? [{ type: 'link', attrs: { href } }] : [];
    pushText(this.#nodes, text, this.#marks.with(...link));
  }
}

function imageOf(token: Token, marks: OpenMarks, losses: ConversionLosses, line: number): InlineDraft {
  const source = String(token.attrGet('src') ?? '');
  const alt = plainOf(token.children ?? []);
  if (/^med_[0-9a-z]+$/.test(source)) {
    if (marks.isOpen('link')) losses.add('image_link', line);
    const caption = token.attrGet('title');
    return {
      type: 'image',
      attrs: { media_id: source, ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) },
    };
  }
  losses.add('image', line);
  const attrs = linkOf(source);
  return textOf(alt || fileNameOf(source), marks.with(...(attrs === null ? [] : [{ type: 'link', attrs }])));
}

/** Returns the file name in a URL as the text of a link; "image" for `data:` URLs, which can be very long. */
function fileNameOf(source: string): string {
  const base = 'http://localhost/';
  if (!URL.canParse(source, base)) return 'image';
  const { protocol, pathname } = new URL(source, base);
  const name = /^(https?|file):$/.test(protocol) ? pathname.slice(pathname.lastIndexOf('/') + 1) : '';
  try {
    return decodeURIComponent(name) || 'image';
  } catch {
    return name;
  }
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children === null ? (type === 'html_inline' ? '' : content) : plainOf(children);
    })
    .join('');
}

function pushText(nodes: LinePart[], text: string, marks: InlineDraft[]): void {
  if (text === '') return;
  const last = nodes.at(-1);
  if (
    last !== undefined &&
    !('tag' in last) &&
    last.type === 'text' &&
    isDeepStrictEqual(last.marks ?? [], marks)
  )
    last.text = `${last.text ?? ''}${text}`;
  else nodes.push(textOf(text, marks));
}

function textOf(text: string, marks: InlineDraft[]): InlineDraft {
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}
