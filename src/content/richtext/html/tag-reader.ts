import { type HtmlTag, isBlockTag, type LinePart } from './html-blocks.ts';
import type { ConversionLosses } from './losses.ts';
import { type InlineDraft, type OpenMarks, textOf } from './open-marks.ts';
import { CodeBlockAttributes, isHref, labelLengthMax } from '../schema.ts';
import { type HtmlTargets, renderedReference } from './targets.ts';

/** HTML elements that only add a mark. */
const marksByTag: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['del', 'strike'],
  ['sub', 'subscript'],
  ['sup', 'superscript'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
]);
const languageName = new RegExp(CodeBlockAttributes.properties.language.pattern ?? '');
const boldTags = new Set(['summary', 'dt']);
const mediaTags = new Set(['iframe', 'video', 'audio', 'embed', 'object']);

/** Attributes that are converted, or that can be dropped without a warning because they only set a size. */
const supportedAttributes = new Set(
  'href title src alt start colspan rowspan scope width height data srcset controls rel data-tone data-ref data-type data-slug data-content-type'.split(
    ' ',
  ),
);
const supportedTags = new Set(
  'a br p h1 h2 h3 h4 h5 h6 hr blockquote ul ol li table thead tbody tfoot tr td th pre img summary dt dd dl figure figcaption source'.split(
    ' ',
  ),
);

/** Receives the parts of a line in order. */
export interface PartSink {
  push(part: LinePart): unknown;
}

/** What a conversion shares between its readers. */
export interface Conversion {
  losses: ConversionLosses;
  targets: HtmlTargets;
}

/** Converts the tags of HTML elements (specification: rich-text-vocabulary). */
export class TagReader {
  readonly #parts: PartSink;
  readonly #marks: OpenMarks;
  readonly #losses: ConversionLosses;
  readonly #targets: HtmlTargets;
  /** The line of the input, for warnings. */
  line = 1;

  constructor(parts: PartSink, marks: OpenMarks, { losses, targets }: Conversion) {
    this.#parts = parts;
    this.#marks = marks;
    this.#losses = losses;
    this.#targets = targets;
  }

  read(tag: HtmlTag): void {
    const { name, isClosing, attributes } = tag;
    if (!isLossless(tag)) this.#losses.add('html', this.line);
    if (name === 'br' || isBlockTag(name))
      this.#parts.push({ type: '<tag>', tag, marks: this.#marks.with() });
    const mark = boldTags.has(name) ? 'bold' : marksByTag.get(name);
    if (isClosing) this.#marks.close(`<${name}>`);
    else if (mark !== undefined) this.#marks.open(`<${name}>`, { type: mark });
    else if (name === 'a') this.#marks.open('<a>', this.#linkMark(attributes));
    else if (name === 'img') this.#image(attributes);
    else if (mediaTags.has(name) || name === 'source') this.#media(attributes);
  }

  #linkMark(attributes: ReadonlyMap<string, string>): InlineDraft | null {
    const href = attributes.get('href')?.trim();
    if (href === undefined) return null;
    const attrs = renderedReference(attributes) ?? this.#targets.link(href);
    if (attrs === null) {
      this.#losses.add('html_link', this.line, href);
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
    this.#losses.add('html_label', this.line, url, text.length - label.length);
    return label;
  }

  #image(attributes: ReadonlyMap<string, string>): void {
    const source = attributes.get('src')?.trim() ?? '';
    const alt = attributes.get('alt')?.trim() ?? '';
    const id = this.#targets.image(source);
    if (id !== null) {
      if (this.#marks.isOpen('<a>')) this.#losses.add('image_link', this.line);
      const label = attributes.has('alt') ? { alt: this.#label(alt, source) } : {};
      this.#parts.push({ type: 'image', attrs: { media_id: id, ...label } });
      return;
    }
    this.#losses.add('image', this.line);
    this.#pushLink(alt || (source && fileNameOf(source)), /^(https?:|\/\/)/i.test(source) ? source : '');
  }

  #media(attributes: ReadonlyMap<string, string>): void {
    const source = (attributes.get('src') ?? attributes.get('data') ?? '').trim();
    if (source === '') return;
    this.#losses.add('html_media', this.line);
    const paragraph: LinePart = {
      type: '<tag>',
      tag: { name: 'p', isClosing: false, attributes: new Map() },
    };
    this.#parts.push(paragraph);
    const name = /^(data|blob|javascript):/i.test(source) ? '' : source;
    this.#pushLink(attributes.get('title')?.trim() || name, source);
    this.#parts.push(paragraph);
  }

  #pushLink(text: string, source: string): void {
    const href = source.startsWith('//') ? `https:${source}` : source;
    const isLink = /^(https?:|\/)/i.test(href) && isHref(href);
    const link = isLink ? [{ type: 'link', attrs: { href } }] : [];
    if (text !== '') this.#parts.push(textOf(text, this.#marks.with(...link)));
  }
}

/** Whether a document can represent the element with all its attributes. */
function isLossless({ name, isClosing, attributes }: HtmlTag): boolean {
  if (name === 'aside') return isClosing || attributes.has('data-tone');
  const isSupported = marksByTag.has(name) || supportedTags.has(name) || mediaTags.has(name);
  if (!isSupported || (name === 'a' && !isClosing && !attributes.has('href'))) return false;
  return [...attributes.keys()].every(
    (attribute) => supportedAttributes.has(attribute) || (attribute === 'id' && /^h[1-6]$/.test(name)),
  );
}

/** Creates a block of code; `language` is dropped if it is not a name. */
export function codeBlock(text: string, language: string | null): InlineDraft {
  const isName = language !== null && languageName.test(language);
  return {
    type: 'codeBlock',
    ...(isName ? { attrs: { language } } : {}),
    ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
  };
}

/** Returns the file name in a URL as the text of a link; "image" for `data:` URLs, which can be very long. */
export function fileNameOf(source: string): string {
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
