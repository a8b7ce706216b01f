import type { HtmlTag } from './html-tags.ts';
import type { InlineDraft } from './open-marks.ts';
import { labelLengthMax } from '../schema.ts';

/** A part of a line of text, or the tag of a block in it. */
export type LinePart = InlineDraft | { type: '<tag>'; tag: HtmlTag };

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
/** Deeper elements are replaced by their contents, so that HTML never exceeds the 24 levels of a document. */
const maxFrames = 12;

export function isBlockTag(name: string): boolean {
  return blockTags.has(name);
}

/** Divides a line into blocks: HTML elements with a counterpart become nodes, other blocks become paragraphs. */
export function blocksOf(parts: readonly LinePart[]): InlineDraft[] {
  const builder = new HtmlBlocks();
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

/** Removes breaks and white space at both ends. */
export function trimmed(run: readonly InlineDraft[]): InlineDraft[] {
  const hasText = ({ text = '' }: InlineDraft) => text.trim() !== '';
  const nodes = run
    .slice(run.findIndex(hasText), run.findLastIndex(hasText) + 1)
    .map((node) => ({ ...node }));
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first?.text !== undefined) first.text = first.text.trimStart();
  if (last?.text !== undefined) last.text = last.text.trimEnd();
  return nodes;
}

class HtmlBlocks {
  readonly #root: InlineDraft[] = [];
  readonly #frames: Frame[] = [];
  #run: InlineDraft[] = [];
  /** Whether the line so far ends with `<br>` and white space. */
  #isAfterBreak = false;

  add(part: LinePart): void {
    if ('tag' in part) this.#readTag(part.tag);
    else if (part.type === 'image' || part.type === 'codeBlock') this.#push(part);
    else if (this.#isAfterBreak && part.text !== undefined) {
      const text = part.text.trimStart();
      if (text !== '') this.#run.push({ ...part, text });
      this.#isAfterBreak = text === '';
    } else this.#run.push(part);
  }

  end(): InlineDraft[] {
    this.#endLine();
    this.#closeDownTo(0);
    return this.#root;
  }

  #readTag(tag: HtmlTag): void {
    if (tag.name === 'br') {
      if (this.#isAfterBreak) this.#endLine();
      else this.#run.push({ type: 'hardBreak' });
      this.#isAfterBreak = true;
      return;
    }
    this.#endLine();
    if (tag.isClosing) this.#close(tag.name);
    else if (tag.name === 'hr') this.#push({ type: 'horizontalRule' });
    else if (frameTags.has(tag.name) || /^h[1-6]$/.test(tag.name)) this.#open(tag);
  }

  #open(tag: HtmlTag): void {
    const { name } = tag;
    if (name === 'li') this.#closeInside('li', lists);
    if (cells.has(name)) for (const cell of cells) this.#closeInside(cell, new Set(['tr', 'table']));
    if (name === 'tr') this.#closeInside('tr', new Set(['table']));
    if (cells.has(name) && this.#top() === 'table')
      this.#open({ name: 'tr', isClosing: false, attributes: new Map() });
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
      if (frame !== undefined) this.#blocks().push(...nodesOf(frame));
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

/** Returns the nodes of a closed element; none for an empty element. */
function nodesOf({ tag, blocks }: Frame): InlineDraft[] {
  const { name, attributes } = tag;
  if (cells.has(name)) {
    const type = name === 'th' ? 'tableHeader' : 'tableCell';
    return [{ type, ...spansOf(attributes), content: atLeastOne(blocks) }];
  }
  if (name === 'tr') return blocks.length > 0 ? [{ type: 'tableRow', content: cellsOf(blocks) }] : [];
  if (name === 'table') return tableOf(blocks);
  if (blocks.length === 0) return [];
  if (name === 'li') return [itemOf(blocks)];
  if (lists.has(name)) return [listOf(tag, blocks)];
  if (name === 'blockquote') return [{ type: 'blockquote', content: blocks }];
  if (name === 'figcaption') return [{ type: 'figcaption', content: blocks }];
  if (name === 'figure') return figureOf(blocks);
  const { text, images } = flatten(blocks);
  const heading = { type: 'heading', attrs: { level: Number(name.slice(1)) }, content: text };
  return text.length > 0 ? [heading, ...images] : images;
}

function listOf({ name, attributes }: HtmlTag, blocks: readonly InlineDraft[]): InlineDraft {
  const content = blocks.map((block) => (block.type === 'listItem' ? block : itemOf([block])));
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

/** Returns the table, preceded by blocks outside its rows such as a caption. Tables with only blank cells are dropped. */
function tableOf(blocks: readonly InlineDraft[]): InlineDraft[] {
  const rows = blocks.filter(({ type }) => type === 'tableRow');
  const others = blocks.filter(({ type }) => type !== 'tableRow');
  const isEmpty = rows.every(({ content = [] }) => content.every((cell) => isBlank(cell.content ?? [])));
  return isEmpty ? others : [...others, { type: 'table', content: rows }];
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
function figureOf(blocks: readonly InlineDraft[]): InlineDraft[] {
  const captions = blocks.flatMap(({ type, content = [] }) => (type === 'figcaption' ? content : []));
  const others = blocks.filter(({ type }) => type !== 'figcaption');
  const [image] = others;
  const { text } = flatten(captions);
  const caption = text.map((node) => node.text ?? ' ').join('');
  const isPlain = captions.every(({ type }) => type === 'paragraph') && caption.length <= labelLengthMax;
  if (others.length !== 1 || image?.type !== 'image' || caption === '' || !isPlain)
    return [...others, ...captions];
  return [{ ...image, attrs: { ...image.attrs, caption } }];
}
