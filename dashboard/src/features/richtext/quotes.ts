import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { quotedText } from '../../../../src/contract/comments.ts';
import type { Quote } from '../editing/comments/context.ts';

const key = new PluginKey<DecorationSet>('quotes');

/** Marks the passages that comments quote. The marks follow edits of the text. */
export const Quotes = Extension.create({
  name: 'quotes',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: { init: () => DecorationSet.empty, apply },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

function apply(tr: Transaction, previous: DecorationSet): DecorationSet {
  const quotes = tr.getMeta(key) as readonly Quote[] | undefined;
  if (quotes === undefined) return tr.docChanged ? previous.map(tr.mapping, tr.doc) : previous;
  if (quotes.length === 0) return DecorationSet.empty;
  const text = readText(tr.doc);
  const marks = quotes.flatMap((quote) => {
    const range = findQuote(text, quote);
    return range === null ? [] : [Decoration.inline(range.from, range.to, { class: 'quote-mark' })];
  });
  return DecorationSet.create(tr.doc, marks);
}

/** Marks other passages. */
export function markQuotes(editor: Editor, quotes: readonly Quote[]): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, quotes).setMeta('addToHistory', false));
}

/** A text with each run of white space as one space, and the position of each character in the document. */
interface TextPositions {
  text: string;
  positions: readonly number[];
}

function readText(doc: Node): TextPositions {
  let text = '';
  const positions: number[] = [];
  const add = (part: string, position: number) => {
    for (let i = 0; i < part.length; i += 1) {
      const isSpace = /\s/.test(part.charAt(i));
      if (isSpace && (text === '' || text.endsWith(' '))) continue;
      text += isSpace ? ' ' : part.charAt(i);
      positions.push(position + i);
    }
  };
  doc.descendants((node, position) => {
    if (node.isTextblock || node.type.name === 'hardBreak') add(' ', position);
    else if (node.isText) add(node.text ?? '', position);
    return true;
  });
  return { text, positions };
}

/** The range of a quoted passage: of several equal ones the one whose surroundings fit best. */
function findQuote({ text, positions }: TextPositions, quote: Quote): { from: number; to: number } | null {
  const exact = quotedText(quote.exact);
  const [prefix, suffix] = [quotedText(quote.prefix), quotedText(quote.suffix)];
  let best = { at: -1, fit: -1 };
  for (let at = text.indexOf(exact); at !== -1; at = text.indexOf(exact, at + 1)) {
    const fit =
      commonEnd(text.slice(0, at).trimEnd(), prefix) +
      commonStart(text.slice(at + exact.length).trimStart(), suffix);
    if (fit > best.fit) best = { at, fit };
  }
  const from = positions[best.at];
  const last = positions[best.at + exact.length - 1];
  return exact === '' || from === undefined || last === undefined ? null : { from, to: last + 1 };
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
