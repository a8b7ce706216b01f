import MarkdownIt from 'markdown-it';
import { type HtmlTargets, plainText, type RichtextDocument } from '../../../content/index.ts';
import { visibleText } from '../html.ts';
import type { ItemLoss } from '../schema.ts';
import { readDocument } from '../words.ts';

const parser = new MarkdownIt('default', { html: true });
const textParser = new MarkdownIt('default', { html: true });
// As in documents, the text of HTML blocks is Markdown, except preformatted text.
textParser.core.ruler.before('inline', 'html_text', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'html_block' && !/<pre\b/i.test(token.content))
      Object.assign(token, { type: 'inline', children: [] });
});
const templateTag = /\{%[^%\n]*%\}|\{\{[^}\n]*\}\}|<[A-Z][\w.]*/;

/**
 * Converts Markdown to a document, with the functions of the API.
 * @returns null if a document can't contain the text, for example because it is too long
 */
export function markdownDocument(
  markdown: string,
  targets: HtmlTargets,
  losses: ItemLoss[],
): RichtextDocument | null {
  const [tag] = templateTag.exec(markdown) ?? [];
  if (tag !== undefined) losses.push({ reason: 'template_tag', detail: tag });
  const result = readDocument({ markdown: markdown.replaceAll('\0', '') }, targets);
  for (const { message } of result?.warnings ?? []) losses.push({ reason: 'simplified', detail: message });
  return result?.document ?? null;
}

/** The HTML of Markdown, including HTML in it. */
export function markdownToHtml(markdown: string): string {
  return parser.render(markdown);
}

/** The words that a reader of the Markdown sees. */
export function markdownWords(markdown: string): string {
  return visibleText(textParser.render(markdown));
}

/** Removes the first heading of level 1, and returns its text; empty if there is none. */
export function takeHeading(document: RichtextDocument): { title: string; document: RichtextDocument } {
  const at = document.content.findIndex((node) => node.type === 'heading' && node.attrs.level === 1);
  const heading = document.content[at];
  if (heading === undefined) return { title: '', document };
  const title = plainText({ version: 2, content: [heading] });
  return { title, document: { version: 2, content: document.content.filter((_node, i) => i !== at) } };
}

/** The document with a paragraph in front. */
export function withLead({ content }: RichtextDocument, lead: string): RichtextDocument {
  const first =
    lead === '' ? [] : [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: lead }] }];
  return { version: 2, content: [...first, ...content] };
}
