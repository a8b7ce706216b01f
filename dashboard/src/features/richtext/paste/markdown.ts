const blockSigns = [
  /^#{1,6} \S/m,
  /^ {0,3}[-*+] \S.*\n\s*[-*+] \S/m,
  /^ {0,3}\d{1,3}[.)] \S.*\n\s*\d{1,3}[.)] \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m,
  /^> \S/m,
];
const inlineSigns = [/\*\*\S(?:.*?\S)?\*\*/, /(?<!!)\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/|#)[^)\s]*\)/];

/** Whether a plain text was written as Markdown; a lone dash or number is none. */
export function looksLikeMarkdown(text: string): boolean {
  return [...blockSigns, ...inlineSigns].some((sign) => sign.test(text));
}

/** Pasted Markdown as HTML that the document reads; its own HTML stays text. The parser loads with the first use. */
export async function htmlOfMarkdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  return new MarkdownIt({ html: false, linkify: true }).render(text);
}
