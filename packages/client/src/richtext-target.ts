import type { RichtextImage, RichtextLink, RichtextMark, RichtextNode } from './richtext-forms.ts';

type Stored = { [N in RichtextNode as N['type']]: N extends { attrs: infer A } ? A : object };

/** What each node is given; places in tables and addresses are found by then. */
export interface RichtextNodeAttributes extends Omit<
  Stored,
  'text' | 'heading' | 'orderedList' | 'codeBlock' | 'image' | 'tableHeader' | 'tableCell'
> {
  /** `id` is that of the table of contents; a heading without words has none. */
  heading: { level: number; id?: string };
  orderedList: { start?: number };
  codeBlock: { language?: string };
  /** An image whose file is gone is left out. */
  image: RichtextImage & { src: string; alt: string };
  /** The leading rows of heading cells, and the others. */
  tableHead: object;
  tableBody: object;
  tableHeader: { colspan?: number; rowspan?: number; scope?: 'col' | 'row' };
  tableCell: { colspan?: number; rowspan?: number };
}

/** What each mark is given; a link that leads nowhere leaves its text alone. */
export type RichtextMarkAttributes = {
  [M in Exclude<RichtextMark['type'], 'link'>]: object;
} & { link: Omit<RichtextLink, 'href'> & { href: string; rel?: string } };

/**
 * Makes things of your own of nodes and marks: elements of a framework, strings, nodes of a page. `children` are the
 * things that they hold, `key` the place among their neighbors, and `served` is what stands in `json`. What is left out
 * of `node` and `mark` leaves what it holds.
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
  /** Several things as one, without an element around them. */
  fragment(children: T[], key: number): T;
}
