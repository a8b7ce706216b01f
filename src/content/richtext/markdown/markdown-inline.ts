import type { Token } from 'markdown-it';
import type { LinePart } from '../html/html-blocks.ts';
import { type InlineDraft, OpenMarks, textOf } from '../html/open-marks.ts';
import { codeBlock, type Conversion, fileNameOf, TagReader } from '../html/tag-reader.ts';
import { readHtmlTag, readPreformatted } from './html-tags.ts';

const marksByToken: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

/** Converts the tokens of one line of text to text, breaks, images, code, and the tags of HTML blocks. */
export function inlineNodes(tokens: readonly Token[], conversion: Conversion, line: number): LinePart[] {
  const nodes: LinePart[] = [];
  const marks = new OpenMarks();
  const tags = new TagReader(nodes, marks, conversion);
  const { losses } = conversion;
  const addText = (text: string, more: InlineDraft[] = []) => {
    if (text !== '') nodes.push(textOf(text, marks.with(...more)));
  };
  let at = line;
  for (const token of tokens) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.nesting === 1) marks.open(name, markOf(token, name, conversion, at));
    else if (token.nesting === -1) marks.close(name);
    else if (token.type === 'html_inline') readTag(tags, token.content, at);
    else if (token.type === 'html_pre') nodes.push(preformatted(token.content));
    else if (token.type === 'html_hidden') losses.add('html_hidden', at, null, token.content.length);
    else if (token.type === 'image') nodes.push(imageOf(token, marks, conversion, at));
    else if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.type === 'softbreak') addText(' ');
    else if (token.type === 'code_inline') addText(token.content, [{ type: 'code' }]);
    else addText(token.content);
    if (token.type === 'softbreak' || token.type === 'hardbreak') at += 1;
    else if (token.type.startsWith('html_')) at += token.content.split('\n').length - 1;
  }
  return nodes;
}

function readTag(tags: TagReader, html: string, line: number): void {
  const tag = readHtmlTag(html);
  tags.line = line;
  if (tag !== null) tags.read(tag);
}

function preformatted(html: string): InlineDraft {
  const { text, language } = readPreformatted(html);
  return codeBlock(text, language);
}

function markOf(
  token: Token,
  name: string,
  { losses, targets }: Conversion,
  line: number,
): InlineDraft | null {
  if (name !== 'link') return { type: marksByToken[name] ?? name };
  const attrs = targets.link(String(token.attrGet('href') ?? ''));
  if (attrs === null) {
    losses.add('link', line);
    return null;
  }
  const title = token.attrGet('title');
  return { type: 'link', attrs: title ? { ...attrs, title } : attrs };
}

function imageOf(token: Token, marks: OpenMarks, { losses, targets }: Conversion, line: number): InlineDraft {
  const source = String(token.attrGet('src') ?? '');
  const alt = plainOf(token.children ?? []);
  const id = targets.image(source);
  if (id !== null) {
    if (marks.isOpen('link')) losses.add('image_link', line);
    const caption = token.attrGet('title');
    return {
      type: 'image',
      attrs: { media_id: id, ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) },
    };
  }
  losses.add('image', line);
  const attrs = targets.link(source);
  return textOf(alt || fileNameOf(source), marks.with(...(attrs === null ? [] : [{ type: 'link', attrs }])));
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children === null ? (type === 'html_inline' ? '' : content) : plainOf(children);
    })
    .join('');
}
