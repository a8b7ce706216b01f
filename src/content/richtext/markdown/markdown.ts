import type { Token } from 'markdown-it';
import { type ConversionLoss, ConversionLosses } from '../html/losses.ts';
import { atLeastOne, blocksOf, flatten, itemOf, trimmed } from '../html/html-blocks.ts';
import { inlineNodes } from './markdown-inline.ts';
import type { InlineDraft } from '../html/open-marks.ts';
import type { Conversion } from '../html/tag-reader.ts';
import type { HtmlTargets } from '../html/targets.ts';
import { parseMarkdown } from './markdown-parser.ts';
import { CodeBlockAttributes } from '../schema.ts';

const tones: Readonly<Record<string, string>> = {
  NOTE: 'info',
  IMPORTANT: 'info',
  TIP: 'success',
  WARNING: 'warning',
  CAUTION: 'danger',
};

/**
 * Converts Markdown (CommonMark with tables, strikethrough, bare URLs and the callouts of GitHub) to nodes that the
 * caller must validate. `losses` has one sentence for each kind of content that was lost.
 * @throws InputTooComplex
 */
export function markdownToNodes(
  markdown: string,
  targets: HtmlTargets,
): { nodes: InlineDraft[]; losses: string[] } {
  const losses = new ConversionLosses();
  const tokens = parseMarkdown(markdown);
  const nodes = new BlockReader(tokens, { losses, targets }).blocks();
  return { nodes, losses: losses.sentences() };
}

/** Walks the flat list of tokens, in which every block has an opening and a closing token. */
class BlockReader {
  readonly #tokens: readonly Token[];
  readonly #conversion: Conversion;
  readonly #losses: ConversionLosses;
  #at = 0;

  constructor(tokens: readonly Token[], conversion: Conversion) {
    this.#tokens = tokens;
    this.#conversion = conversion;
    this.#losses = conversion.losses;
  }

  /** Reads the blocks up to the closing token of the enclosing block. */
  blocks(): InlineDraft[] {
    const nodes: InlineDraft[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.nesting === -1) return nodes;
      nodes.push(...this.#block(token));
    }
  }

  #block(token: Token): InlineDraft[] {
    const line = (token.map?.[0] ?? 0) + 1;
    switch (token.type) {
      case 'footnote_open':
        this.#losses.add('footnote', line);
        return this.blocks();
      case 'paragraph_open':
      case 'thead_open':
      case 'tbody_open':
        return this.blocks();
      case 'inline':
        return this.#inline(token, line);
      case 'heading_open':
        return this.#heading(Number(token.tag.slice(1)), line);
      case 'bullet_list_open':
        return [{ type: 'bulletList', content: this.blocks() }];
      case 'ordered_list_open': {
        const start = token.attrGet('start');
        const attrs = start === null ? {} : { attrs: { start: Number(start) } };
        return [{ type: 'orderedList', ...attrs, content: this.blocks() }];
      }
      case 'list_item_open':
        return [this.#item(line)];
      case 'blockquote_open':
        return [quoteOrCallout(this.blocks())];
      case 'table_open':
        return [{ type: 'table', content: this.blocks() }];
      case 'tr_open':
        return [{ type: 'tableRow', content: this.blocks() }];
      case 'th_open':
      case 'td_open':
        if (token.type === 'th_open' && token.attrGet('style') !== null) this.#losses.add('alignment', line);
        return [
          {
            type: token.type === 'th_open' ? 'tableHeader' : 'tableCell',
            content: atLeastOne(this.blocks()),
          },
        ];
      case 'hr':
        return [{ type: 'horizontalRule' }];
      case 'fence':
      case 'code_block':
        return [this.#code(token, line)];
      default:
        throw new RangeError(`markdown token ${token.type}`);
    }
  }

  #inline(token: Token, line: number): InlineDraft[] {
    const onLoss = (loss: ConversionLoss) => this.#losses.add(loss, line);
    return blocksOf(inlineNodes(token.children ?? [], this.#conversion, line), { onLoss });
  }

  #heading(level: number, line: number): InlineDraft[] {
    const { text, images } = flatten(this.blocks());
    if (images.length > 0) this.#losses.add('image_place', line);
    return [{ type: 'heading', attrs: { level }, content: text }, ...images];
  }

  #item(line: number): InlineDraft {
    const content = this.blocks();
    const [first] = content;
    if (/^\[[ xX]\] /.test(first?.content?.[0]?.text ?? '')) this.#losses.add('task', line);
    return itemOf(content);
  }

  #code({ info, content }: Token, line: number): InlineDraft {
    const [word = '', ...rest] = info.trim().split(/\s+/);
    const isName = new RegExp(CodeBlockAttributes.properties.language.pattern ?? '').test(word);
    if (rest.length > 0 || (word !== '' && !isName)) this.#losses.add('code_info', line);
    const text = content.replace(/\n$/, '');
    return {
      type: 'codeBlock',
      ...(isName ? { attrs: { language: word } } : {}),
      ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
    };
  }
}

/** Returns a callout if the quotation starts with a marker such as [!NOTE], else a blockquote. */
function quoteOrCallout(content: InlineDraft[]): InlineDraft {
  const [first, ...rest] = content;
  const [firstNode, ...others] = first?.content ?? [];
  const [marker, word = ''] = /^\[!([A-Za-z]+)\](?:\s+|$)/.exec(firstNode?.text ?? '') ?? [];
  const tone = tones[word.toUpperCase()];
  if (firstNode === undefined || marker === undefined || tone === undefined) {
    return { type: 'blockquote', content: atLeastOne(content) };
  }
  const text = { ...firstNode, text: firstNode.text?.slice(marker.length) ?? '' };
  const line = trimmed([text, ...others]);
  const blocks = line.length > 0 ? [{ type: 'paragraph', content: line }, ...rest] : rest;
  return { type: 'callout', attrs: { tone }, content: atLeastOne(blocks) };
}
