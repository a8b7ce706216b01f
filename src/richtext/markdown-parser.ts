import MarkdownIt, { type Token } from 'markdown-it';
import { limits } from '../contract/limits.ts';

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

/** A text whose conversion would cost more than any document is worth; `why` completes "The document is not valid:". */
export class DearMarkdown extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/**
 * What reading one text has cost so far. The parser's time is in proportion to the tokens and to the brackets that may
 * begin a link; both end the work where they pass what a document of 5,000 nodes can have.
 */
class Effort {
  #tokens = 0;
  #brackets = 0;

  token(): void {
    this.#tokens += 1;
    if (this.#tokens > limits.markdown_tokens_max)
      throw new DearMarkdown(
        `it has more than ${limits.markdown_tokens_max} blocks, marks and lines; a document has at most ${limits.richtext_nodes_max} nodes`,
      );
  }

  bracket(): void {
    this.#brackets += 1;
    if (this.#brackets > limits.markdown_brackets_max)
      throw new DearMarkdown(`it has more than ${limits.markdown_brackets_max} opening brackets`);
  }
}

/** The parser hands this from step to step. */
interface Env {
  effort?: Effort;
}

const { State: BlockState } = parser.block;
parser.block.State = class extends BlockState {
  override push(...token: Parameters<InstanceType<typeof BlockState>['push']>): Token {
    (this.env as Env).effort?.token();
    return super.push(...token);
  }
};
const { State: InlineState } = parser.inline;
parser.inline.State = class extends InlineState {
  override push(...token: Parameters<InstanceType<typeof InlineState>['push']>): Token {
    (this.env as Env).effort?.token();
    return super.push(...token);
  }
};
const { parseLinkLabel } = parser.helpers;
parser.helpers.parseLinkLabel = (state, ...rest) => {
  (state.env as Env).effort?.bracket();
  return parseLinkLabel(state, ...rest);
};

/** The flat list of tokens of a Markdown text; footnotes stand as paragraphs between `footnote_open` and `footnote_close`. @throws DearMarkdown */
export function parseMarkdown(markdown: string): Token[] {
  return parser.parse(markdown, { effort: new Effort() });
}
