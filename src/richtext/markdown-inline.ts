import { isDeepStrictEqual } from 'node:util';
import type { Token } from 'markdown-it';
import type { ConversionLosses } from './losses.ts';
import { type InlineDraft, OpenMarks } from './open-marks.ts';
import { isHref, richtextRefTypes } from './schema.ts';

const marksByToken: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

/** HTML without a meaning beside its marks. */
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

const reference = new RegExp(`^(${richtextRefTypes.join('|')}):([a-z]+_[0-9a-z]+)$`);

/** Turns the tokens of one line of text into text, breaks, and images between them. */
export function inlineNodes(tokens: readonly Token[], losses: ConversionLosses, line: number): InlineDraft[] {
  const nodes: InlineDraft[] = [];
  const marks = new OpenMarks();
  for (const token of tokens) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.nesting === 1) marks.open(name, markOf(token, name, losses, line));
    else if (token.nesting === -1) marks.close(name);
    else if (token.type === 'html_inline')
      readTag(token.content, nodes, marks, () => losses.add('html', line));
    else if (token.type === 'image') nodes.push(imageOf(token, marks, losses, line));
    else if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.type === 'softbreak') pushText(nodes, ' ', marks.with());
    else if (token.type === 'code_inline') pushText(nodes, token.content, marks.with({ type: 'code' }));
    else pushText(nodes, token.content, marks.with());
  }
  return nodes;
}

function markOf(token: Token, name: string, losses: ConversionLosses, line: number): InlineDraft | null {
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
  return isHref(address) ? { href: address } : null;
}

function readTag(html: string, nodes: InlineDraft[], marks: OpenMarks, lose: () => void): void {
  if (html.startsWith('<!--')) return;
  const [, slash, tag = ''] = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(html) ?? [];
  const name = tag.toLowerCase();
  const type = marksByTag.get(name);
  if (name === 'br') nodes.push({ type: 'hardBreak' });
  else if (type === undefined) lose();
  else if (slash === '/') marks.close(`<${name}>`);
  else marks.open(`<${name}>`, { type });
}

function imageOf(token: Token, marks: OpenMarks, losses: ConversionLosses, line: number): InlineDraft {
  const source = String(token.attrGet('src') ?? '');
  const alt = plainOf(token.children ?? []);
  if (/^med_[0-9a-z]+$/.test(source)) {
    if (marks.isOpen('link')) losses.add('image_link', line);
    const caption = token.attrGet('title');
    return {
      type: 'image',
      attrs: { media_id: source, ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) },
    };
  }
  losses.add('image', line);
  const attrs = linkOf(source);
  return textOf(alt || source || 'image', marks.with(...(attrs === null ? [] : [{ type: 'link', attrs }])));
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children === null ? (type === 'html_inline' ? '' : content) : plainOf(children);
    })
    .join('');
}

function pushText(nodes: InlineDraft[], text: string, marks: InlineDraft[]): void {
  if (text === '') return;
  const last = nodes.at(-1);
  if (last?.type === 'text' && isDeepStrictEqual(last.marks ?? [], marks))
    last.text = `${last.text ?? ''}${text}`;
  else nodes.push(textOf(text, marks));
}

function textOf(text: string, marks: InlineDraft[]): InlineDraft {
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}
