import { linkParagraph } from '../html.ts';
import type { ItemLoss } from '../schema.ts';
import { convertShortcodes, type TextContext } from './shortcodes.ts';
import type { WordPressSite } from './site.ts';

/** Maximum nesting of reusable blocks, and maximum characters that they add to a text. */
const reusableDepthMax = 5;
const reusableCharsMax = 1024 * 1024;

/** Blocks that show nothing, or only a line. */
const emptyBlocks = /^(core\/)?(spacer|separator|more|nextpage|page-break)$/;

/** A part of a text. In text outside of blocks, line breaks are visible. */
interface Piece {
  text: string;
  isClassic: boolean;
}

/** Converts the content of a post to HTML: blocks, shortcodes, and the line breaks of the classic editor. */
export function contentToHtml(content: string, context: TextContext): string {
  const reader = new BlockReader(context);
  reader.read(content.replace(/\r\n?/g, '\n'));
  return reader.pieces
    .map(({ text, isClassic }) => {
      const html = convertShortcodes(text, context);
      return linkBareUrls(isClassic ? withLineBreaks(html) : html);
    })
    .join('');
}

/** Removes comments, and divides a text into blocks and text of the classic editor. */
class BlockReader {
  readonly pieces: Piece[] = [];
  readonly #site: WordPressSite;
  readonly #losses: ItemLoss[];
  /** Names of the open blocks. */
  readonly #open: string[] = [];
  #reusableChars = 0;

  constructor({ site, losses }: TextContext) {
    this.#site = site;
    this.#losses = losses;
  }

  read(text: string, depth = 0): void {
    let at = 0;
    for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
      const end = text.indexOf('-->', start + 4);
      if (end === -1) break;
      this.#addText(text.slice(at, start));
      this.#readComment(text.slice(start + 4, end), depth);
      at = end + 3;
    }
    this.#addText(text.slice(at));
  }

  #readComment(comment: string, depth: number): void {
    const [, slash, name = ''] = /^\s*(\/?)wp:([a-z0-9/_-]+)/i.exec(comment) ?? [];
    if (name === '') return;
    if (slash === '/') this.#open.pop();
    else if (!comment.endsWith('/')) this.#open.push(name);
    else if (!this.#inlineReusable(name, comment, depth) && !emptyBlocks.test(name))
      this.#losses.push({ reason: 'dynamic_block', detail: name });
  }

  #inlineReusable(name: string, comment: string, depth: number): boolean {
    if (name !== 'block' && name !== 'core/block') return false;
    const text = this.#site.reusableBlock(/"ref"\s*:\s*(\d+)/.exec(comment)?.[1] ?? '');
    if (text === null || depth === reusableDepthMax) return false;
    this.#reusableChars += text.length;
    if (this.#reusableChars > reusableCharsMax) return false;
    this.read(text, depth + 1);
    return true;
  }

  #addText(text: string): void {
    const name = this.#open.at(-1);
    const isClassic = name === undefined || name === 'freeform' || name === 'core/freeform';
    const last = this.pieces.at(-1);
    if (last !== undefined && last.isClassic === isClassic) last.text += text;
    else this.pieces.push({ text, isClassic });
  }
}

const blockTags = new Set(
  (
    'address article aside blockquote canvas dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section table tbody td tfoot th thead tr ul video audio iframe object'
  ).split(' '),
);
const verbatimTags = new Set(['pre', 'script', 'style', 'textarea']);

/**
 * Makes the line breaks of the classic editor visible: the end of a line is a break, a blank line ends a paragraph. Breaks
 * beside block elements are dropped, and those in `pre` stay.
 */
function withLineBreaks(html: string): string {
  const tokens = html.split(/(<\/?[a-zA-Z][^<>]*>)/);
  let verbatimTag: string | null = null;
  return tokens
    .map((token, i) => {
      if (i % 2 === 1) {
        const isClosing = token.startsWith('</');
        if (verbatimTag === null && !isClosing && verbatimTags.has(tagNameOf(token)))
          verbatimTag = tagNameOf(token);
        else if (isClosing && tagNameOf(token) === verbatimTag) verbatimTag = null;
        return token;
      }
      if (verbatimTag !== null) return token;
      const isAfterBlock = i === 0 || blockTags.has(tagNameOf(tokens[i - 1]));
      const isBeforeBlock = i === tokens.length - 1 || blockTags.has(tagNameOf(tokens[i + 1]));
      const lines = token.split('\n').map((line) => line.trim());
      const isBlank = lines.every((line) => line === '');
      if (lines.length === 1) return token;
      if (isBlank && (isAfterBlock || isBeforeBlock)) return ' ';
      return withBreaks(token, { isAfterBlock, isBeforeBlock });
    })
    .join('');
}

function withBreaks(text: string, { isAfterBlock, isBeforeBlock }: Record<string, boolean>): string {
  // A space stays, because parsers ignore some misplaced tags.
  const start = isAfterBlock && /^\s/.test(text) ? ` ${text.trimStart()}` : text;
  const inner = isBeforeBlock && /\s$/.test(start) ? `${start.trimEnd()} ` : start;
  return inner.replace(/\n[ \t]*\n\s*/g, '<br><br>').replace(/\n/g, '<br>');
}

function tagNameOf(token = ''): string {
  return /^<\/?([a-zA-Z][\w-]*)/.exec(token)?.[1]?.toLowerCase() ?? '';
}

/** WordPress embeds a URL on a line of its own; it becomes a link. */
function linkBareUrls(html: string): string {
  return html.replace(
    /(^|\n|<br>)[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*(?=\n|<br>|$)/g,
    (_all, before: string, url: string) => `${before}${linkParagraph(url.replaceAll('&amp;', '&'))}`,
  );
}
