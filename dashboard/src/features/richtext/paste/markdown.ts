/** Headings, bullet and numbered lists, fences, tables, quotes. */
const blockPatterns = [
  /^#{1,6} \S/m,
  /^ {0,3}[-*+] \S.*\n\s*[-*+] \S/m,
  /^ {0,3}\d{1,3}[.)] \S.*\n\s*\d{1,3}[.)] \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m,
  /^> \S/m,
];
const inlinePatterns = [/\*\*\S(?:.*?\S)?\*\*/, /(?<!!)\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/|#)[^)\s]*\)/];

/** Whether plain text looks like Markdown; a single list item is not enough. */
export function looksLikeMarkdown(text: string): boolean {
  return [...blockPatterns, ...inlinePatterns].some((pattern) => pattern.test(text));
}

/** Converts Markdown to HTML; HTML in it is escaped. The parser is loaded on first use. */
export async function renderMarkdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  return new MarkdownIt({ html: false, linkify: true }).render(text);
}
