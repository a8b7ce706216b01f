import MarkdownIt, { type Token } from 'markdown-it';
import { limits } from '../../../contract/limits.ts';
import { InputTooComplex } from '../too-complex.ts';

const parser = new MarkdownIt('default', { html: true, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
for (const scheme of ['ftp:', '//']) parser.linkify.add(scheme, null);
// `isHref` checks URLs later, so that rejected ones cause a warning.
parser.validateLink = () => true;
export const parserUtils = parser.utils;

// Without this rule, "[^1]: word" would define a link and disappear. Indented lines below it belong to the footnote.
parser.block.ruler.before(
  'reference',
  'footnote',
  (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
    const [label] = /^\[\^[^\]\s]+\]:/.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
    if (label === undefined) return false;
    if (silent) return true;
    const openToken = state.push('footnote_open', 'p', 1);
    const firstIndex = state.tokens.length;
    readNote(state, startLine, endLine, start + label.length);
    openToken.map = [startLine, state.line];
    labelNote(state, firstIndex, label, startLine);
    state.push('footnote_close', 'p', -1);
    return true;
  },
  { alt: ['paragraph'] },
);

type BlockParserState = InstanceType<typeof parser.block.State>;

/** Parses the blocks of a footnote as if its first line were indented like the lines below it. */
function readNote(state: BlockParserState, startLine: number, endLine: number, textStart: number): void {
  const { bMarks, tShift, sCount, blkIndent } = state;
  const savedLine = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  const line = state.src.slice(textStart, state.eMarks[startLine]);
  state.blkIndent += 4;
  bMarks[startLine] = textStart;
  tShift[startLine] = line.length - line.trimStart().length;
  sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  state.blkIndent = blkIndent;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = savedLine;
}

/** Inserts the label before the text of a footnote. Deeply indented paragraphs of a footnote are text, not code. */
function labelNote(state: BlockParserState, firstIndex: number, label: string, line: number): void {
  for (const token of state.tokens.slice(firstIndex)) {
    if (token.type !== 'code_block') continue;
    token.type = 'inline';
    token.children = [];
    token.content = token.content.trim();
  }
  const firstToken = state.tokens[firstIndex];
  const inline = firstToken?.type === 'paragraph_open' ? state.tokens[firstIndex + 1] : firstToken;
  if (inline?.type === 'inline') {
    inline.content = `${label} ${inline.content}`;
    return;
  }
  const token = new state.Token('inline', '', 0);
  Object.assign(token, { content: label, map: [line, line + 1], children: [] });
  state.tokens.splice(firstIndex, 0, token);
}

// HTML blocks are parsed as lines of text with inline tags, because their text can contain Markdown.
parser.core.ruler.before('inline', 'html_text', (state) => {
  for (const token of state.tokens) {
    if (token.type !== 'html_block') continue;
    token.type = 'inline';
    token.children = [];
    token.content = token.content.trim();
  }
});

/** For each line of text, the elements without a closing tag, so that each closing tag is searched for once. */
const unclosedElements = new WeakMap<object, Set<string>>();

// The contents of these elements are not Markdown: scripts are removed, preformatted text is unchanged.
parser.inline.ruler.before('html_inline', 'html_raw', (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  const opening = state.src.slice(state.pos, state.pos + 10);
  const name = /^<(script|style|template|pre)(?=[\s>])/i.exec(opening)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  const unclosed = unclosedElements.get(state) ?? new Set();
  unclosedElements.set(state, unclosed);
  if (unclosed.has(name)) return false;
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = state.pos;
  const closingTag = closing.exec(state.src);
  const end = closingTag === null ? -1 : state.src.indexOf('>', closingTag.index);
  if (end < 0 || end >= state.posMax) {
    unclosed.add(name);
    return false;
  }
  if (!silent) {
    const token = state.push(name === 'pre' ? 'html_pre' : 'html_hidden', '', 0);
    token.content = state.src.slice(state.pos, end + 1);
  }
  state.pos = end + 1;
  return true;
});

/**
 * Counts the cost of parsing one text. Parsing time grows with the tokens and with the brackets that can start a link;
 * parsing stops when either count exceeds what a document of 5,000 nodes can have.
 */
class Effort {
  #tokens = 0;
  #brackets = 0;

  token(): void {
    this.#tokens += 1;
    if (this.#tokens > limits.markdown_tokens_max)
      throw new InputTooComplex(
        `it has more than ${limits.markdown_tokens_max} blocks, marks and lines; a document has at most ${limits.richtext_nodes_max} nodes`,
      );
  }

  bracket(): void {
    this.#brackets += 1;
    if (this.#brackets > limits.markdown_brackets_max)
      throw new InputTooComplex(`it has more than ${limits.markdown_brackets_max} opening brackets`);
  }
}

/** State that the parser passes from rule to rule. */
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

/**
 * Parses Markdown to a flat list of tokens. The blocks of a footnote are between `footnote_open` and `footnote_close`.
 * @throws InputTooComplex
 */
export function parseMarkdown(markdown: string): Token[] {
  return parser.parse(markdown, { effort: new Effort() });
}
