import type { RichtextCell, RichtextMark, RichtextNode } from './richtext-forms.ts';
import { isSafeAddress } from './richtext-links.ts';

type Node = RichtextNode;
export type Scope = 'col' | 'row';

/** What the walk found out about a node. */
export interface Found {
  id?: string | undefined;
  scope?: Scope | undefined;
}

export function isInline({ type }: Node): boolean {
  return type === 'text' || type === 'hardBreak';
}

export function isCell({ type }: Node): boolean {
  return type === 'tableHeader' || type === 'tableCell';
}

/** Whether a heading has an entry in the table of contents. */
export function hasWords(node: Node): boolean {
  const content = node.type === 'heading' ? (node.content ?? []) : [];
  return content.some((piece) => piece.type === 'text' && piece.text.trim() !== '');
}

/** The order in which marks stand around a text, outermost first. */
const markOrder = ['link', 'bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code'];

export function markAt(node: Node | undefined, level: number): RichtextMark | undefined {
  const marks = node !== undefined && 'marks' in node ? (node.marks ?? []) : [];
  return [...marks].sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))[level];
}

export function isSame(one: RichtextMark | undefined, other: RichtextMark): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** How many rows at the top are the head: all heading cells, none reaching down out of it. */
export function headRows(lines: readonly (readonly RichtextCell[])[]): number {
  const end = lines.findIndex(
    (cells) => !cells.some(isCell) || cells.some(({ type }) => type === 'tableCell'),
  );
  const length = end === -1 ? lines.length : end;
  const reachesOut = lines
    .slice(0, length)
    .some((cells, y) => cells.some(({ attrs }) => y + (attrs?.rowspan ?? 1) > length));
  return reachesOut ? 0 : length;
}

/** What a node is given; null when nothing is left of it: an image whose file is gone. */
export function attributesOf(node: Node, { id, scope }: Found): object | null {
  const attrs: object = ('attrs' in node ? node.attrs : undefined) ?? {};
  if (node.type === 'heading') return id === undefined ? attrs : { ...attrs, id };
  if (node.type === 'image') {
    const { url, alt, default_alt } = node.attrs;
    if (url == null || !isSafeAddress(url)) return null;
    return { ...attrs, src: url, alt: alt ?? default_alt ?? '' };
  }
  if (node.type !== 'tableHeader' && node.type !== 'tableCell') return attrs;
  const { colspan = 1, rowspan = 1 } = node.attrs ?? {};
  return {
    ...(colspan > 1 && { colspan }),
    ...(rowspan > 1 && { rowspan }),
    ...(node.type === 'tableHeader' && scope !== undefined && { scope }),
  };
}
