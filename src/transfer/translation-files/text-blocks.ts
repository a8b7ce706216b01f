import { isDeepStrictEqual } from 'node:util';
import type { RichtextDocument } from '../../content/index.ts';
import { formatCoded, parseCoded, type Piece, withoutCodes } from './coded-text.ts';

type RichtextNode = RichtextDocument['content'][number];
type RichtextMark = NonNullable<Extract<RichtextNode, { type: 'text' }>['marks']>[number];
type InlineNode = Extract<RichtextNode, { type: 'text' | 'hardBreak' }>;

/** A code of a text block: a mark around text, or a line break. */
export type Code = { id: number; mark: RichtextMark } | { id: number; lineBreak: true };

/** A text of a document: the inline content of a block, or the alt text or caption of an image. */
export interface TextBlock {
  /** `paragraph`, `heading`, `codeBlock`, `image.alt`, `image.caption`. */
  kind: string;
  /** The text with its codes, as `formatCoded` writes it. */
  text: string;
  codes: readonly Code[];
}

/** The text blocks of a document that contain more than white space, in order. */
export function textBlocksOf(document: RichtextDocument): TextBlock[] {
  const blocks: TextBlock[] = [];
  mapBlocks(document.content, (block) => {
    blocks.push(block);
    return block;
  });
  return blocks;
}

/**
 * The text blocks of a translation. Codes with the same mark as a code of the source have its number. Null if the
 * documents don't have the same sequence of kinds of text blocks.
 */
export function alignedBlocks(
  document: RichtextDocument,
  source: readonly TextBlock[],
): (TextBlock | null)[] | null {
  const blocks: TextBlock[] = [];
  mapBlocks(
    document.content,
    (block) => {
      blocks.push(block);
      return block;
    },
    (n) => source[n]?.codes ?? [],
  );
  const isAligned =
    blocks.length === source.length && blocks.every(({ kind }, n) => kind === source[n]?.kind);
  return isAligned ? blocks : null;
}

/** The document with other texts. Null if a text doesn't have exactly the codes of its block. */
export function withBlockTexts(
  document: RichtextDocument,
  texts: readonly string[],
): RichtextDocument | null {
  let n = -1;
  let isBroken = false;
  const content = mapBlocks(document.content, (block) => {
    n += 1;
    const text = texts[n] ?? block.text;
    isBroken ||= inlineOf(text, block) === null;
    return { ...block, text };
  });
  return isBroken ? null : { ...document, content };
}

/** Whether a text has each code of its block once, and pairs are closed in the reverse order. */
export function hasCodesOf(text: string, block: TextBlock): boolean {
  return inlineOf(text, block) !== null;
}

type MapBlock = (block: TextBlock) => TextBlock;

/** Replaces each text block with the result of `map`. Codes of the n-th block prefer the numbers of `codesFor(n)`. */
function mapBlocks(
  nodes: readonly RichtextNode[],
  map: MapBlock,
  codesFor: (n: number) => readonly Code[] = () => [],
): RichtextNode[] {
  let n = 0;
  const mapBlock = (kind: string, content: readonly RichtextNode[]): RichtextNode[] | null => {
    if (content.every((node) => node.type !== 'text' || node.text.trim() === '')) return null;
    const { pieces, codes } = piecesOf(content as InlineNode[], codesFor(n));
    n += 1;
    const block = { kind, text: formatCoded(pieces), codes };
    return inlineOf(map(block).text, block);
  };
  const mapLabel = (kind: string, label: string | undefined): string | undefined => {
    if (label === undefined || label.trim() === '') return label;
    n += 1;
    const block = { kind, text: formatCoded([{ text: label }]), codes: [] };
    return withoutCodes(map(block).text);
  };
  const mapNode = (node: RichtextNode): RichtextNode => {
    if (node.type === 'image') {
      const { alt, caption, ...attrs } = node.attrs;
      const labels = { alt: mapLabel('image.alt', alt), caption: mapLabel('image.caption', caption) };
      return {
        ...node,
        attrs: {
          ...attrs,
          ...(labels.alt === undefined ? {} : { alt: labels.alt }),
          ...(labels.caption === undefined ? {} : { caption: labels.caption }),
        },
      };
    }
    if (!('content' in node) || node.content === undefined) return node;
    const { content } = node;
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock') {
      const inline = mapBlock(node.type, content);
      return inline === null ? node : { ...node, content: inline };
    }
    return { ...node, content: content.map(mapNode) };
  };
  return nodes.map(mapNode);
}

/** Converts inline content to pieces. Adjacent nodes share the codes of equal marks. */
function piecesOf(
  content: readonly InlineNode[],
  preferred: readonly Code[],
): { pieces: Piece[]; codes: Code[] } {
  const pieces: Piece[] = [];
  const codes: Code[] = [];
  const stack: { id: number; mark: RichtextMark }[] = [];
  let nextId = Math.max(0, ...preferred.map(({ id }) => id)) + 1;
  const preferredIds = new Map<string, number[]>();
  for (const code of preferred) {
    const key = keyOf(code);
    const ids = preferredIds.get(key);
    if (ids === undefined) preferredIds.set(key, [code.id]);
    else ids.push(code.id);
  }
  const idOf = (code: object): number => preferredIds.get(keyOf(code))?.shift() ?? nextId++;
  const closeTo = (depth: number) => {
    for (let top = stack.at(-1); top !== undefined && stack.length > depth; top = stack.at(-1)) {
      pieces.push({ close: top.id });
      stack.pop();
    }
  };
  for (const node of content) {
    const marks = node.marks ?? [];
    const firstDifference = marks.findIndex((mark, i) => !isDeepStrictEqual(mark, stack[i]?.mark));
    closeTo(firstDifference === -1 ? marks.length : firstDifference);
    for (const mark of marks.slice(stack.length)) {
      const id = idOf({ mark });
      codes.push({ id, mark });
      stack.push({ id, mark });
      pieces.push({ open: id });
    }
    if (node.type === 'text') pieces.push({ text: node.text });
    else {
      const id = idOf({ lineBreak: true });
      codes.push({ id, lineBreak: true });
      pieces.push({ single: id });
    }
  }
  closeTo(0);
  return { pieces, codes };
}

/** A key for codes of the same mark, and for line breaks. */
function keyOf(code: object): string {
  return JSON.stringify({ ...code, id: undefined }, (_, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The inline content of a text with the codes of a block; null if it has other codes, or they are wrongly nested. */
function inlineOf(text: string, { codes }: Pick<TextBlock, 'codes'>): RichtextNode[] | null {
  const nodes: RichtextNode[] = [];
  const unused = new Map(codes.map((code) => [code.id, code]));
  const stack: { id: number; mark: RichtextMark }[] = [];
  const take = (id: number): Code | undefined => {
    const code = unused.get(id);
    unused.delete(id);
    return code;
  };
  const withMarks = () => (stack.length === 0 ? {} : { marks: stack.map(({ mark }) => mark) });
  for (const piece of parseCoded(text)) {
    if ('text' in piece) nodes.push({ type: 'text', text: piece.text, ...withMarks() });
    else if ('close' in piece) {
      if (stack.pop()?.id !== piece.close) return null;
    } else {
      const code = take('open' in piece ? piece.open : piece.single);
      if (code === undefined || 'mark' in code !== 'open' in piece) return null;
      if ('mark' in code) stack.push(code);
      else nodes.push({ type: 'hardBreak', ...withMarks() });
    }
  }
  return stack.length > 0 || unused.size > 0 ? null : nodes;
}
