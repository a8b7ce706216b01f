import MarkdownIt, { type Token } from 'markdown-it';

const parser = new MarkdownIt('default', { html: true, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
for (const scheme of ['ftp:', '//']) parser.linkify.add(scheme, null);
// Addresses are judged by the document's own rule, which names what it refuses.
parser.validateLink = () => true;
// "[^1]: word" would define a link otherwise, and vanish.
parser.block.ruler.before('reference', 'footnote', (state, startLine, _endLine, silent) => {
  const line = state.getLines(startLine, startLine + 1, state.blkIndent, false).trim();
  if (!/^\[\^[^\]\s]+\]:/.test(line)) return false;
  if (silent) return true;
  state.line = startLine + 1;
  state.push('footnote_open', 'p', 1).map = [startLine, state.line];
  const inline = state.push('inline', '', 0);
  inline.content = line;
  inline.map = [startLine, state.line];
  inline.children = [];
  state.push('footnote_close', 'p', -1);
  return true;
});

/** The flat list of tokens of a Markdown text; footnotes stand as paragraphs between `footnote_open` and `footnote_close`. */
export function parseMarkdown(markdown: string): Token[] {
  return parser.parse(markdown, {});
}
