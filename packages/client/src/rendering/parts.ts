import type { RichtextCell, RichtextMark, RichtextNode } from '../types/richtext-forms.ts';
import { isSafeAddress } from './links.ts';

type Node = RichtextNode;
export type Scope = 'col' | 'row';

/** Values of a node that depend on its position. */
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

/** Nesting order of marks, outermost first. */
const markOrder = ['link', 'bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code'];

export function markAt(node: Node | undefined, level: number): RichtextMark | undefined {
  const marks = node !== undefined && 'marks' in node ? (node.marks ?? []) : [];
  return [...marks].sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))[level];
}

export function isSame(one: RichtextMark | undefined, other: RichtextMark): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the number of header rows: leading rows of header cells that don't span into the body. */
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

/** Returns the attributes of a node; null for an image whose file was deleted. */
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
