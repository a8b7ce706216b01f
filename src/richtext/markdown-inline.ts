import { isDeepStrictEqual } from 'node:util';
import type { Token } from 'markdown-it';
import type { Losses } from './losses.ts';
import { LinkAttributes, richtextRefTypes } from './schema.ts';

/** A node or mark as it would have been written by hand; the reader checks it like any other input. */
export interface Draft {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Draft[];
  marks?: Draft[];
  text?: string;
}

interface OpenMark {
  name: string;
  /** Null: the mark was left out, its end is still to come. */
  mark: Draft | null;
}

const marksByToken: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

/** HTML that says nothing which a mark does not say. */
const marksByTag: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strike'],
  ['del', 'strike'],
  ['sub', 'subscript'],
  ['sup', 'superscript'],
  ['code', 'code'],
  ['kbd', 'code'],
]);

const isHref = new RegExp(LinkAttributes.properties.href.pattern ?? '');
const reference = new RegExp(`^(${richtextRefTypes.join('|')}):([a-z]+_[0-9a-z]+)$`);

/** Turns the tokens of one line of text into text, breaks, and images between them. */
export function inlineNodes(tokens: readonly Token[], losses: Losses, line: number): Draft[] {
  const nodes: Draft[] = [];
  const open: OpenMark[] = [];
  for (const token of tokens) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.nesting === 1) open.push({ name, mark: markOf(token, name, losses, line) });
    else if (token.nesting === -1) close(open, name);
    else if (token.type === 'html_inline')
      readTag(token.content, nodes, open, () => losses.add('html', line));
    else if (token.type === 'image') nodes.push(imageOf(token, open, losses, line));
    else if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.type === 'softbreak') pushText(nodes, ' ', open);
    else if (token.type === 'code_inline') {
      pushText(nodes, token.content, [...open, { name: 'code', mark: { type: 'code' } }]);
    } else pushText(nodes, token.content, open);
  }
  return nodes;
}

function close(open: OpenMark[], name: string): void {
  const index = open.findLastIndex((entry) => entry.name === name);
  if (index !== -1) open.splice(index, 1);
}

function markOf(token: Token, name: string, losses: Losses, line: number): Draft | null {
  if (name !== 'link') return { type: marksByToken[name] ?? name };
  const attrs = linkOf(String(token.attrGet('href') ?? ''));
  if (attrs === null) {
    losses.add('link', line);
    return null;
  }
  const title = token.attrGet('title');
  return { type: 'link', attrs: title ? { ...attrs, title } : attrs };
}

/** The attributes of a link to this address, or null when a document cannot hold it. */
function linkOf(address: string): Record<string, unknown> | null {
  const [, type, id] = reference.exec(address) ?? [];
  if (type !== undefined) return { ref: { type, id } };
  return isHref.test(address) && address.length <= 2_048 ? { href: address } : null;
}

function readTag(html: string, nodes: Draft[], open: OpenMark[], lose: () => void): void {
  if (html.startsWith('<!--')) return;
  const [, slash, tag = ''] = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(html) ?? [];
  const name = tag.toLowerCase();
  const type = marksByTag.get(name);
  if (name === 'br') nodes.push({ type: 'hardBreak' });
  else if (type === undefined) lose();
  else if (slash === '/') close(open, `<${name}>`);
  else open.push({ name: `<${name}>`, mark: { type } });
}

function imageOf(token: Token, open: readonly OpenMark[], losses: Losses, line: number): Draft {
  const source = String(token.attrGet('src') ?? '');
  const alt = plainOf(token.children ?? []);
  if (/^med_[0-9a-z]+$/.test(source)) {
    if (open.some(({ name }) => name === 'link')) losses.add('image_link', line);
    const caption = token.attrGet('title');
    return {
      type: 'image',
      attrs: { media_id: source, ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) },
    };
  }
  losses.add('image', line);
  const attrs = linkOf(source);
  const link = attrs === null ? [] : [{ name: 'link', mark: { type: 'link', attrs } }];
  const marks = marksOf([...open, ...link]);
  const text = alt || source || 'image';
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children === null ? (type === 'html_inline' ? '' : content) : plainOf(children);
    })
    .join('');
}

/** Every mark once; of two links the outer one. */
function marksOf(open: readonly OpenMark[]): Draft[] {
  const marks = new Map<string, Draft>();
  for (const { mark } of open) if (mark !== null && !marks.has(mark.type)) marks.set(mark.type, mark);
  return [...marks.values()];
}

function pushText(nodes: Draft[], text: string, open: readonly OpenMark[]): void {
  if (text === '') return;
  const marks = marksOf(open);
  const last = nodes.at(-1);
  if (last?.type === 'text' && isDeepStrictEqual(last.marks ?? [], marks))
    last.text = `${last.text ?? ''}${text}`;
  else nodes.push({ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) });
}
