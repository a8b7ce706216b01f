import type { RichtextCell, RichtextMark, RichtextNode } from './richtext-forms.ts';

type Node = RichtextNode;
type Row = Extract<Node, { type: 'tableRow' }>;
type Thing = Node | RichtextMark;
type Scope = 'col' | 'row';

/**
 * What a site makes of nodes and marks in its own way, by their names; the others become what `html` has of them.
 * `inside` is the HTML of what the node or mark holds. What is answered is put into the page as it is: texts that did
 * not come in `inside` go through `escapeHtml`.
 */
export type RichtextHandlers = {
  readonly [T in Thing['type']]?: (thing: Extract<Thing, { type: T }>, inside: string) => string;
};

/** As much of a rich text value as is rendered; `toc` gives headings their ids. */
export interface RenderedRichtext {
  readonly json: { readonly content: readonly Node[] };
  readonly toc?: readonly { readonly id: string }[];
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, good for attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * Renders a rich text value as HTML, in the way of its `html`, but where a handler says otherwise. Nodes and marks that
 * this version does not know leave what they hold.
 */
export function renderRichtext(
  { json, toc = [] }: RenderedRichtext,
  handlers: RichtextHandlers = {},
): string {
  const ids = toc.values();
  const handled = (thing: Thing, inside: string, own: () => string): string => {
    const known = Object.hasOwn(handlers, thing.type) ? handlers[thing.type] : undefined;
    const handler = known as ((thing: Thing, inside: string) => string) | undefined;
    return handler === undefined ? own() : handler(thing, inside);
  };

  const blocks = (nodes: readonly Node[] = []): string => {
    if (nodes.some(isInline)) return inline(nodes, 0);
    return nodes.map((node) => block(node)).join('');
  };
  const block = (node: Node, scope?: Scope): string => {
    const id = node.type === 'heading' && hasText(node) ? ids.next().value?.id : undefined;
    const inside = node.type === 'table' ? rows(node.content) : held(node);
    return handled(node, inside, () => htmlOf(node, inside, { id, scope }));
  };
  const held = (node: Node): string => {
    const content = 'content' in node ? node.content : undefined;
    return node.type === 'listItem' || isCell(node) ? tight(content) : blocks(content);
  };
  /** Leading rows of heading cells become the head. */
  const rows = (lines: readonly Row[]): string => {
    const headLength = headRows(lines.map(({ content = [] }) => content));
    const written = lines.map((row, y) => {
      const cells = (row.content ?? []).map((cell, x) =>
        block(cell, y < headLength ? 'col' : x === 0 ? 'row' : undefined),
      );
      const inside = cells.join('');
      return handled(row, inside, () => element('tr', {}, inside));
    });
    const part = (name: string, of: readonly string[]) =>
      of.length > 0 ? element(name, {}, of.join('')) : '';
    return part('thead', written.slice(0, headLength)) + part('tbody', written.slice(headLength));
  };
  /** Items and cells of one paragraph, or of one and a list below it, do without the paragraph's element. */
  const tight = (nodes: readonly Node[] = []): string => {
    const [first, ...rest] = nodes;
    if (first?.type !== 'paragraph' || !rest.every(({ type }) => type.endsWith('List'))) return blocks(nodes);
    return blocks(first.content) + blocks(rest);
  };
  /** Neighbours that share a mark share its element. */
  const inline = (nodes: readonly Node[], level: number): string => {
    let html = '';
    for (let start = 0, end = 1; start < nodes.length; start = end, end += 1) {
      const mark = markAt(nodes[start], level);
      while (mark !== undefined && same(markAt(nodes[end], level), mark)) end += 1;
      const run = nodes.slice(start, end);
      if (mark === undefined)
        html += run.map((node) => handled(node, '', () => pieceOf(node, blocks))).join('');
      else {
        const inside = inline(run, level + 1);
        html += handled(mark, inside, () => marked(mark, inside));
      }
    }
    return html;
  };
  return blocks(json.content);
}

function isInline({ type }: Node): boolean {
  return type === 'text' || type === 'hardBreak';
}

function isCell({ type }: Node): boolean {
  return type === 'tableHeader' || type === 'tableCell';
}

function pieceOf(node: Node, blocks: (nodes?: readonly Node[]) => string): string {
  if (node.type === 'text') return escapeHtml(node.text);
  return node.type === 'hardBreak' ? '<br>' : 'content' in node ? blocks(node.content) : '';
}

/** Whether a heading has an entry in the table of contents. */
function hasText({ content = [] }: Extract<Node, { type: 'heading' }>): boolean {
  return content.some((node) => node.type === 'text' && node.text.trim() !== '');
}

const tags: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', bulletList: 'ul', listItem: 'li', blockquote: 'blockquote' },
  ...{ bold: 'strong', italic: 'em', underline: 'u', strike: 's' },
  ...{ subscript: 'sub', superscript: 'sup', code: 'code' },
};

/** What is one element without attributes; what is not known leaves what it holds. */
function plain(type: string, inside: string): string {
  return Object.hasOwn(tags, type) ? element(tags[type], {}, inside) : inside;
}

/** The order in which marks stand around a text, outermost first. */
const markOrder = ['link', 'bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code'];

function markAt(node: Node | undefined, level: number): RichtextMark | undefined {
  const marks = node !== undefined && 'marks' in node ? (node.marks ?? []) : [];
  return [...marks].sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))[level];
}

function same(one: RichtextMark | undefined, other: RichtextMark): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function marked(mark: RichtextMark, inside: string): string {
  if (mark.type !== 'link') return plain(mark.type, inside);
  const { href, ref, url, title } = mark.attrs;
  if (ref !== undefined) {
    if (url == null) return inside;
    return element('a', { href: url, title, 'data-ref': ref.id, 'data-type': ref.type }, inside);
  }
  const rel = /^https?:/i.test(href ?? '') ? 'nofollow noopener' : null;
  return href === undefined ? inside : element('a', { href, title, rel }, inside);
}

/** How many rows at the top are the head: all heading cells, none reaching down out of it. */
function headRows(lines: readonly (readonly RichtextCell[])[]): number {
  const end = lines.findIndex(
    (cells) => !cells.some(isCell) || cells.some(({ type }) => type === 'tableCell'),
  );
  const length = end === -1 ? lines.length : end;
  const reachesOut = lines
    .slice(0, length)
    .some((cells, y) => cells.some(({ attrs }) => y + (attrs?.rowspan ?? 1) > length));
  return reachesOut ? 0 : length;
}

function htmlOf(
  node: Node,
  inside: string,
  { id, scope }: { id: string | undefined; scope: Scope | undefined },
): string {
  switch (node.type) {
    case 'heading':
      return element(`h${Number(node.attrs.level)}`, { id }, inside);
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      return element('ol', { start: start === 1 ? null : start }, inside);
    }
    case 'callout':
      return element('aside', { 'data-tone': node.attrs.tone }, inside);
    case 'codeBlock': {
      const language = node.attrs?.language;
      const name = language === undefined ? null : `language-${language}`;
      return element('pre', {}, element('code', { class: name }, inside));
    }
    case 'image':
      return imageOf(node.attrs);
    case 'horizontalRule':
      return '<hr>';
    case 'tableCell':
    case 'tableHeader': {
      const { colspan = 1, rowspan = 1 } = node.attrs ?? {};
      const spans = { colspan: colspan > 1 ? colspan : null, rowspan: rowspan > 1 ? rowspan : null };
      return node.type === 'tableCell'
        ? element('td', spans, inside)
        : element('th', { ...spans, scope }, inside);
    }
    case 'table':
      return element('table', {}, inside);
    case 'paragraph':
    case 'bulletList':
    case 'listItem':
    case 'blockquote':
    case 'tableRow':
    case 'text':
    case 'hardBreak':
    default: // of a newer service
      return plain(node.type, inside);
  }
}

/** An image whose file is gone leaves nothing in the page. */
function imageOf({ url, alt, default_alt, width, height, caption }: ImageAttributes): string {
  if (url == null) return '';
  const image = element('img', { src: url, alt: alt ?? default_alt ?? '', width, height });
  if (caption === undefined || caption === '') return image;
  return element('figure', {}, image + element('figcaption', {}, escapeHtml(caption)));
}

type ImageAttributes = Extract<Node, { type: 'image' }>['attrs'];

/** `name` and the names of attributes are ours, never content; without `inside` it is an element that holds nothing. */
function element(
  name = '',
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  inside?: string,
): string {
  let open = name;
  for (const [key, value] of Object.entries(attributes))
    if (value != null) open += ` ${key}="${escapeHtml(String(value))}"`;
  return inside === undefined ? `<${open}>` : `<${open}>${inside}</${name}>`;
}
