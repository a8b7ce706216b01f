import type { RichtextImage, RichtextLink, RichtextMark, RichtextNode } from '../types/richtext-forms.ts';

type Stored = { [N in RichtextNode as N['type']]: N extends { attrs: infer A } ? A : object };

/** Attributes of each node, with resolved URLs and table scopes. */
export interface RichtextNodeAttributes extends Omit<
  Stored,
  'text' | 'heading' | 'orderedList' | 'codeBlock' | 'image' | 'tableHeader' | 'tableCell'
> {
  /** `id` is the one in the table of contents. A heading without text has none. */
  heading: { level: number; id?: string };
  orderedList: { start?: number };
  codeBlock: { language?: string };
  /** Images whose file was deleted are omitted. */
  image: RichtextImage & { src: string; alt: string };
  /** Leading rows of header cells, and all other rows. */
  tableHead: object;
  tableBody: object;
  tableHeader: { colspan?: number; rowspan?: number; scope?: 'col' | 'row' };
  tableCell: { colspan?: number; rowspan?: number };
}

/** Attributes of each mark. A link without a visible target renders only its text. */
export type RichtextMarkAttributes = {
  [M in Exclude<RichtextMark['type'], 'link'>]: object;
} & { link: Omit<RichtextLink, 'href'> & { href: string; rel?: string } };

/**
 * Functions that render nodes and marks as elements of a framework, strings or DOM nodes. `children` are rendered, `key`
 * is the index among siblings, `served` is the node in `json`. Omitted nodes and marks render only their children.
 */
export interface RichtextTarget<T> {
  readonly node: {
    readonly [N in keyof RichtextNodeAttributes]?: (
      attrs: RichtextNodeAttributes[N],
      children: T[],
      key: number,
      served: RichtextNode,
    ) => T;
  };
  readonly mark: {
    readonly [M in keyof RichtextMarkAttributes]?: (
      attrs: RichtextMarkAttributes[M],
      children: T[],
      key: number,
      served: RichtextMark,
    ) => T;
  };
  text(text: string, key: number, served: Extract<RichtextNode, { type: 'text' }>): T;
  /** Combines several rendered values without an element around them. */
  fragment(children: T[], key: number): T;
}
