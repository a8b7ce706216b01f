import { isDeepStrictEqual } from 'node:util';
import type { ConversionLoss } from './losses.ts';
import type { InlineDraft } from './open-marks.ts';
import { CalloutAttributes, labelLengthMax } from '../schema.ts';

/** An HTML tag. `attributes` is empty for a closing tag. */
export interface HtmlTag {
  name: string;
  isClosing: boolean;
  attributes: ReadonlyMap<string, string>;
}

/** A part of a line of text, or the tag of a block in it. `marks` are the marks of a line break. */
export type LinePart = InlineDraft | { type: '<tag>'; tag: HtmlTag; marks?: InlineDraft[] };

interface Frame {
  tag: HtmlTag;
  blocks: InlineDraft[];
}

/** The elements that end a line of text. Every other element is part of the line. */
const blockTags = new Set(
  (
    'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup ' +
    'option p section select summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const lists = new Set(['ul', 'ol', 'menu', 'dir']);
const cells = new Set(['td', 'th']);
const frameTags = new Set([...lists, ...cells, 'li', 'table', 'tr', 'blockquote', 'figure', 'figcaption']);
const blockNodes = new Set(['paragraph', 'heading', 'image', 'codeBlock']);
const tones = new Set<string | undefined>(CalloutAttributes.properties.tone.anyOf.map((tone) => tone.const));

export interface BlockOptions {
  /** Deeper elements are replaced by their contents. 12 keeps HTML inside Markdown below the 24 levels of a document. */
  maxFrames?: number;
  /** Whether items, rows and tables without text are kept. */
  keepsEmpty?: boolean;
  onLoss?: (loss: ConversionLoss) => void;
}

export function isBlockTag(name: string): boolean {
  return blockTags.has(name);
}

/** Divides a line into blocks: HTML elements with a counterpart become nodes, other blocks become paragraphs. */
export function blocksOf(parts: readonly LinePart[], options: BlockOptions = {}): InlineDraft[] {
  const builder = new HtmlBlocks(options);
  for (const part of parts) builder.add(part);
  return builder.end();
}

/** Joins the text of blocks into one line, and returns their images separately. */
export function flatten(blocks: readonly InlineDraft[]): { text: InlineDraft[]; images: InlineDraft[] } {
  const text: InlineDraft[] = [];
  const images: InlineDraft[] = [];
  for (const block of blocks) {
    if (block.type === 'image') images.push(block);
    const isLine = (block.content ?? []).some(({ type }) => type === 'text' || type === 'hardBreak');
    const inner = isLine ? { text: block.content ?? [], images: [] } : flatten(block.content ?? []);
    if (text.length > 0 && inner.text.length > 0) text.push({ type: 'hardBreak' });
    text.push(...inner.text);
    images.push(...inner.images);
  }
  return { text, images };
}

export function atLeastOne(content: InlineDraft[]): InlineDraft[] {
  return content.length > 0 ? content : [{ type: 'paragraph' }];
}

/** Creates a list item, which must start with a paragraph. */
export function itemOf(content: InlineDraft[]): InlineDraft {
  const startsWithParagraph = content[0]?.type === 'paragraph';
  return { type: 'listItem', content: startsWithParagraph ? content : [{ type: 'paragraph' }, ...content] };
}

/** Removes breaks and white space at both ends. Non-breaking spaces stay. */
export function trimmed(run: readonly InlineDraft[]): InlineDraft[] {
  const hasText = ({ text = '' }: InlineDraft) => /[^ \t\n\f\r]/.test(text);
  const nodes = run
    .slice(run.findIndex(hasText), run.findLastIndex(hasText) + 1)
    .map((node) => ({ ...node }));
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first?.text !== undefined) first.text = first.text.replace(/^[ \t\n\f\r]+/, '');
  if (last?.text !== undefined) last.text = trimEnd(last.text);
  return nodes;
}

/** Trims a line in linear time; `/[ ]+$/` would take quadratic time. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n\f\r'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Builds blocks from the parts of lines and the tags between them. */
export class HtmlBlocks {
  readonly #options: BlockOptions;
  readonly #root: InlineDraft[] = [];
  readonly #frames: Frame[] = [];
  #run: InlineDraft[] = [];
  /** Whether the line so far ends with `<br>` and white space. */
  #isAfterBreak = false;

  constructor(options: BlockOptions) {
    this.#options = options;
  }

  /** Number of open elements. */
  get depth(): number {
    return this.#frames.length;
  }

  add(part: LinePart): void {
    if ('tag' in part) this.#readTag(part.tag, part.marks);
    else if (blockNodes.has(part.type)) this.#push(part);
    else if (this.#isAfterBreak && part.text !== undefined) {
      const text = part.text.replace(/^[ \t\n\f\r]+/, '');
      if (text !== '') this.#addInline({ ...part, text });
      this.#isAfterBreak = text === '';
    } else this.#addInline(part);
  }

  /** Ends the line, and closes the elements that were opened after `depth` was the number of open elements. */
  closeTo(depth: number): void {
    this.#endLine();
    this.#closeDownTo(depth);
  }

  end(): InlineDraft[] {
    this.#endLine();
    this.#closeDownTo(0);
    return this.#root;
  }

  /** Adds a text or break; neighbors with the same marks become one text. */
  #addInline(part: InlineDraft): void {
    const last = this.#run.at(-1);
    if (
      last?.text !== undefined &&
      part.text !== undefined &&
      isDeepStrictEqual(last.marks ?? [], part.marks ?? [])
    )
      this.#run[this.#run.length - 1] = { ...last, text: last.text + part.text };
    else this.#run.push(part);
  }

  #readTag(tag: HtmlTag, marks: InlineDraft[] = []): void {
    if (tag.name === 'br') {
      if (this.#isAfterBreak) this.#endLine();
      else this.#run.push({ type: 'hardBreak', ...(marks.length > 0 ? { marks } : {}) });
      this.#isAfterBreak = true;
      return;
    }
    this.#endLine();
    if (tag.isClosing) this.#close(tag.name);
    else if (tag.name === 'hr') this.#push({ type: 'horizontalRule' });
    else if (isFrame(tag)) this.#open(tag);
  }

  #open(tag: HtmlTag): void {
    const { name } = tag;
    if (name === 'li') this.#closeInside('li', lists);
    if (cells.has(name)) for (const cell of cells) this.#closeInside(cell, new Set(['tr', 'table']));
    if (name === 'tr') this.#closeInside('tr', new Set(['table']));
    if (cells.has(name) && this.#top() === 'table')
      this.#open({ name: 'tr', isClosing: false, attributes: new Map() });
    const { maxFrames = 12 } = this.#options;
    if (this.#hasParent(name) && this.#frames.length < maxFrames) this.#frames.push({ tag, blocks: [] });
  }

  #hasParent(name: string): boolean {
    const top = this.#top();
    if (name === 'li') return lists.has(top);
    if (name === 'tr') return top === 'table';
    if (cells.has(name)) return top === 'tr';
    return name !== 'figcaption' || top === 'figure';
  }

  #top(): string {
    return this.#frames.at(-1)?.tag.name ?? '';
  }

  /** Closes an element whose closing tag was omitted, unless an element of `barriers` is open inside it. */
  #closeInside(name: string, barriers: ReadonlySet<string>): void {
    const index = this.#frames.findLastIndex(({ tag }) => tag.name === name || barriers.has(tag.name));
    if (this.#frames[index]?.tag.name === name) this.#closeDownTo(index);
  }

  #close(name: string): void {
    const index = this.#frames.findLastIndex(({ tag }) => tag.name === name);
    const cellIndex = this.#frames.findLastIndex(({ tag }) => cells.has(tag.name));
    const leavesCell = ['table', 'tr', 'td', 'th'].includes(name);
    if (index >= 0 && (leavesCell || index > cellIndex)) this.#closeDownTo(index);
  }

  #closeDownTo(length: number): void {
    while (this.#frames.length > length) {
      const frame = this.#frames.pop();
      if (frame !== undefined) this.#blocks().push(...nodesOf(frame, this.#options));
    }
  }

  #blocks(): InlineDraft[] {
    return this.#frames.at(-1)?.blocks ?? this.#root;
  }

  #push(block: InlineDraft): void {
    this.#endLine();
    this.#blocks().push(block);
  }

  #endLine(): void {
    const content = trimmed(this.#run);
    this.#run = [];
    this.#isAfterBreak = false;
    if (content.length > 0) this.#blocks().push({ type: 'paragraph', content });
  }
}

/** Whether the element has a node of its own. An `aside` is a callout if it has the attribute that Galley renders. */
function isFrame({ name, attributes }: HtmlTag): boolean {
  return (
    frameTags.has(name) ||
    /^h[1-6]$/.test(name) ||
    (name === 'aside' && tones.has(attributes.get('data-tone')))
  );
}

/** Returns the nodes of a closed element; none for an empty element. */
function nodesOf({ tag, blocks }: Frame, options: BlockOptions): InlineDraft[] {
  const { keepsEmpty = false } = options;
  const { name, attributes } = tag;
  if (cells.has(name)) {
    const type = name === 'th' ? 'tableHeader' : 'tableCell';
    return [{ type, ...spansOf(attributes), content: atLeastOne(blocks) }];
  }
  if (name === 'tr')
    return blocks.length > 0 || keepsEmpty ? [{ type: 'tableRow', content: cellsOf(blocks) }] : [];
  if (name === 'table') return tableOf(blocks, keepsEmpty);
  if (name === 'li' && (keepsEmpty || blocks.length > 0)) return [itemOf(blocks)];
  if (blocks.length === 0) return [];
  if (lists.has(name)) return [listOf(tag, blocks)];
  if (name === 'blockquote') return [{ type: 'blockquote', content: blocks }];
  if (name === 'figcaption') return [{ type: 'figcaption', content: blocks }];
  if (name === 'aside')
    return [{ type: 'callout', attrs: { tone: attributes.get('data-tone') }, content: blocks }];
  if (name === 'figure') return figureOf(blocks, options);
  const { text, images } = flatten(blocks);
  if (text.length > 0 && images.length > 0) options.onLoss?.('image_place');
  const heading = { type: 'heading', attrs: { level: Number(name.slice(1)) }, content: text };
  return text.length > 0 ? [heading, ...images] : images;
}

function listOf({ name, attributes }: HtmlTag, blocks: readonly InlineDraft[]): InlineDraft {
  const content: InlineDraft[] = [];
  for (const block of blocks) {
    const previous = content.at(-1);
    const isNestedList = block.type === 'bulletList' || block.type === 'orderedList';
    if (block.type === 'listItem') content.push(block);
    else if (isNestedList && previous?.content !== undefined) previous.content.push(block);
    else content.push(itemOf([block]));
  }
  if (name !== 'ol') return { type: 'bulletList', content };
  const start = attributes.get('start') ?? '';
  const attrs = /^\d{1,9}$/.test(start) ? { attrs: { start: Number(start) } } : {};
  return { type: 'orderedList', ...attrs, content };
}

function cellsOf(blocks: readonly InlineDraft[]): InlineDraft[] {
  return blocks.map((block) =>
    ['tableCell', 'tableHeader'].includes(block.type) ? block : { type: 'tableCell', content: [block] },
  );
}

/** Returns the table, preceded by blocks outside its rows such as a caption. */
function tableOf(blocks: readonly InlineDraft[], keepsEmpty: boolean): InlineDraft[] {
  const rows = blocks.filter(({ type }) => type === 'tableRow');
  const others = blocks.filter(({ type }) => type !== 'tableRow');
  const isBlankTable = rows.every(({ content = [] }) => content.every((cell) => isBlank(cell.content ?? [])));
  return rows.length === 0 || (isBlankTable && !keepsEmpty)
    ? others
    : [...others, { type: 'table', content: rows }];
}

function isBlank(blocks: readonly InlineDraft[]): boolean {
  return blocks.every(({ type, content = [] }) => type === 'paragraph' && content.length === 0);
}

function spansOf(attributes: ReadonlyMap<string, string>): { attrs?: Record<string, unknown> } {
  const spans = ['colspan', 'rowspan'].flatMap((name) => {
    const span = Number(attributes.get(name) ?? 1);
    return Number.isInteger(span) && span > 1 && span <= 1_000 ? [[name, span] as const] : [];
  });
  return spans.length > 0 ? { attrs: Object.fromEntries(spans) } : {};
}

/** Moves the caption of a figure to its only image; otherwise the caption becomes paragraphs. */
function figureOf(blocks: readonly InlineDraft[], { onLoss }: BlockOptions): InlineDraft[] {
  const captions = blocks.flatMap(({ type, content = [] }) => (type === 'figcaption' ? content : []));
  const others = blocks.filter(({ type }) => type !== 'figcaption');
  const [image] = others;
  const { text } = flatten(captions);
  const caption = text.map((node) => node.text ?? ' ').join('');
  const isPlain = captions.every(({ type }) => type === 'paragraph') && caption.length <= labelLengthMax;
  if (others.length !== 1 || image?.type !== 'image' || caption === '' || !isPlain)
    return [...others, ...captions];
  if (text.some(({ marks }) => marks !== undefined)) onLoss?.('caption');
  return [{ ...image, attrs: { ...image.attrs, caption } }];
}
