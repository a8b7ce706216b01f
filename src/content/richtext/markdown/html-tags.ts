import type { HtmlTag } from '../html/html-blocks.ts';
import { parserUtils } from './markdown-parser.ts';

const attributeForm = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Parses one tag; returns null for a comment, a declaration or a processing instruction. */
export function readHtmlTag(html: string): HtmlTag | null {
  const [start, slash, name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html) ?? [];
  if (start === undefined) return null;
  const attributes = new Map<string, string>();
  for (const [, key = '', ...values] of html.slice(start.length, -1).matchAll(attributeForm))
    attributes.set(key.toLowerCase(), decodeEntities(values.find((value) => value !== undefined) ?? ''));
  return { name: name.toLowerCase(), isClosing: slash === '/', attributes };
}

/** Returns the text of preformatted HTML and the language in the class of its code element. */
export function readPreformatted(html: string): { text: string; language: string | null } {
  const inner = html.replace(/^<pre[^>]*>\r?\n?/i, '').replace(/<\/pre[^>]*>$/i, '');
  const language = /<code[^>]*\bclass=["']?[^"'>]*language-([A-Za-z0-9_+#.-]+)/i.exec(inner)?.[1] ?? null;
  const text = inner.replace(/<br[^<>]*>/gi, '\n').replace(/<!--[^]*?-->|<\/?[a-z][^<>]*>/gi, '');
  return { text: decodeEntities(text).replace(/\n$/, ''), language };
}

function decodeEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (entity) => parserUtils.unescapeAll(entity));
}
