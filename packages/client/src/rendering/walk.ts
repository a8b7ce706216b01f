import type { RichtextMark, RichtextNode } from '../types/richtext-forms.ts';
import { addressOf, type RichtextLinks } from './links.ts';
import { attributesOf, type Found, hasWords, headRows, isCell, isInline, isSame, markAt } from './parts.ts';
import type { RichtextTarget } from './target.ts';

type Node = RichtextNode;
type Of<T extends Node['type']> = Extract<Node, { type: T }>;

/** The parts of a rich text value that are rendered. Headings get their ids from `toc`. */
export interface RenderedRichtext {
  readonly json: { readonly content: readonly Node[] };
  readonly toc?: readonly { readonly id: string }[];
}

export interface RichtextOptions {
  /** URL patterns of the site for links to content. */
  readonly links?: RichtextLinks;
  /** Called with the name of a node or mark that the target doesn't support. Default: a console warning, once per name. */
  readonly onUnknown?: (type: string) => void;
}

/** The arguments of a render function. */
interface RenderInput<T> {
  attrs: object;
  children: T[];
  key: number;
  served: object;
}

type Makers<T> = Readonly<
  Record<string, ((attrs: object, children: T[], key: number, served: object) => T) | undefined>
>;

/** Parts of a table that a target can omit without a warning. */
const optional = ['tableHead', 'tableBody'];

/** Renders a rich text value with a target, from the innermost nodes outward. */
export class RichtextWalk<T> {
  readonly #target: RichtextTarget<T>;
  readonly #options: RichtextOptions;
  readonly #ids: Iterator<{ readonly id: string }>;

  constructor(target: RichtextTarget<T>, toc: RenderedRichtext['toc'] = [], options: RichtextOptions = {}) {
    this.#target = target;
    this.#options = options;
    this.#ids = toc.values();
  }

  document(nodes: readonly Node[]): T {
    return this.#target.fragment(this.#blocks(nodes), 0);
  }

  #blocks(nodes: readonly Node[] = []): T[] {
    if (nodes.some(isInline)) return this.#inline(nodes, 0);
    return nodes.map((node, key) => this.#block(node, key));
  }

  #block(node: Node, key: number, found: Found = {}): T {
    const id = hasWords(node) ? (this.#ids.next().value as { id: string } | undefined)?.id : undefined;
    const attrs = attributesOf(node, { ...found, id });
    if (attrs === null) return this.#target.fragment([], key);
    const children = node.type === 'table' ? this.#parts(node) : this.#held(node);
    return this.#make(this.#target.node, node.type, { attrs, children, key, served: node });
  }

  #held(node: Node): T[] {
    const content = 'content' in node ? node.content : undefined;
    return node.type === 'listItem' || isCell(node) ? this.#tight(content) : this.#blocks(content);
  }

  /** Leading rows of header cells become the table head. */
  #parts(served: Of<'table'>): T[] {
    const headLength = headRows(served.content.map(({ content = [] }) => content));
    const rows = served.content.map((row, y) => this.#row(row, y, y < headLength));
    const part = (name: string, children: T[], key: number) =>
      children.length === 0
        ? []
        : [this.#make(this.#target.node, name, { attrs: {}, children, key, served })];
    return [
      ...part('tableHead', rows.slice(0, headLength), 0),
      ...part('tableBody', rows.slice(headLength), 1),
    ];
  }

  #row(served: Of<'tableRow'>, key: number, isHead: boolean): T {
    const children = (served.content ?? []).map((cell, x) =>
      this.#block(cell, x, { scope: isHead ? 'col' : x === 0 ? 'row' : undefined }),
    );
    return this.#make(this.#target.node, 'tableRow', { attrs: {}, children, key, served });
  }

  /** In items and cells with one paragraph, or one and a list, the paragraph has no element. */
  #tight(nodes: readonly Node[] = []): T[] {
    const [first, ...rest] = nodes;
    if (first?.type !== 'paragraph' || !rest.every(({ type }) => type.endsWith('List')))
      return this.#blocks(nodes);
    const words = this.#blocks(first.content);
    return [...words, ...rest.map((node, i) => this.#block(node, words.length + i))];
  }

  /** Neighbors with the same mark are rendered inside one mark. */
  #inline(nodes: readonly Node[], level: number): T[] {
    const things: T[] = [];
    for (let start = 0, end = 1; start < nodes.length; start = end, end += 1) {
      const [node] = nodes.slice(start, end);
      const mark = markAt(node, level);
      while (mark !== undefined && isSame(markAt(nodes[end], level), mark)) end += 1;
      const key = things.length;
      if (mark !== undefined)
        things.push(this.#marked(mark, this.#inline(nodes.slice(start, end), level + 1), key));
      else if (node !== undefined) things.push(this.#piece(node, key));
    }
    return things;
  }

  #piece(node: Node, key: number): T {
    return node.type === 'text' ? this.#target.text(node.text, key, node) : this.#block(node, key);
  }

  /** A link without a visible target renders only its text. */
  #marked(served: RichtextMark, children: T[], key: number): T {
    const make = (attrs: object) =>
      this.#make(this.#target.mark, served.type, { attrs, children, key, served });
    if (served.type !== 'link') return make({});
    const href = addressOf(served.attrs, this.#options.links);
    if (href === null) return this.#target.fragment(children, key);
    const isAway = served.attrs.ref === undefined && /^https?:/i.test(href);
    return make({ ...served.attrs, ...(isAway && { rel: 'nofollow noopener' }), href });
  }

  /** Nodes that the target doesn't support render only their children. */
  #make(makers: object, name: string, { attrs, children, key, served }: RenderInput<T>): T {
    const make = Object.hasOwn(makers, name) ? (makers as Makers<T>)[name] : undefined;
    if (make !== undefined) return make(attrs, children, key, served);
    if (!optional.includes(name)) (this.#options.onUnknown ?? reportOnce)(name);
    return this.#target.fragment(children, key);
  }
}

const reportedTypes = new Set<string>();

function reportOnce(type: string): void {
  if (reportedTypes.has(type) || reportedTypes.size >= 100) return;
  reportedTypes.add(type);
  console.warn(`galley-client/richtext: the target has no "${type}"; what it holds is shown without it.`);
}
