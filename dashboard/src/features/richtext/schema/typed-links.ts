import { Extension } from '@tiptap/core';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { isComposing } from '../../../components/keyboard/composing.ts';
import { isValidHref, toHref } from './link-mark.ts';

/** A URL before the cursor. */
export interface UrlMatch {
  href: string;
  /** Start and end, in characters before the cursor. */
  from: number;
  to: number;
}

/** The URL that ends at the cursor and starts with a scheme or "www."; punctuation around it is excluded. */
export function findUrlBefore(text: string): UrlMatch | null {
  const [word = ''] = /\S+$/.exec(text) ?? [];
  const bare = word.replace(/^[([{"'“‘«]+/, '');
  const address = bare.replace(/[.,;:!?"'”’»\]}]+$/, '').replace(/^([^(]*)\)+$/, '$1');
  if (!/^(?:https?:\/\/|www\.)[^\s/]+\.?[^\s]*$/i.test(address)) return null;
  const href = toHref(address);
  if (href === null) return null;
  return { href, from: bare.length, to: bare.length - address.length };
}

/** A Markdown link `[words](url)` before the cursor that lacks only the closing parenthesis. */
export function findMarkdownLinkBefore(text: string): { words: string; href: string; length: number } | null {
  const [source, words, url] = /(?<!!)\[([^[\]]+)\]\((\S+)$/.exec(text) ?? [];
  if (source === undefined || words === undefined || url === undefined) return null;
  const href = toHref(url);
  return href !== null && isValidHref(href) ? { words, href, length: source.length } : null;
}

/** The text before the cursor in its block; null in code, in links and with a selection. */
function textBefore({ selection, schema }: EditorState): string | null {
  const { $from, empty } = selection;
  const isPlain = $from.parent.isTextblock && $from.parent.type.spec.code !== true;
  const marks = $from.marks().map(({ type }) => type);
  if (
    !empty ||
    !isPlain ||
    marks.some((type) => type === schema.marks['link'] || type === schema.marks['code'])
  )
    return null;
  return $from.parent.textBetween(0, $from.parentOffset, '\n', '\uFFFC');
}

function linkUrlBefore(state: EditorState): Transaction | null {
  const text = textBefore(state);
  const match = text === null ? null : findUrlBefore(text);
  const link = state.schema.marks['link'];
  if (match === null || link === undefined) return null;
  const { from: at } = state.selection;
  return state.tr
    .addMark(at - match.from, at - match.to, link.create({ href: match.href }))
    .removeStoredMark(link);
}

/** Links URLs when a space or Enter follows them, and Markdown links when they are closed. */
export const TypedLinks = Extension.create({
  name: 'typedLinks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleKeyDown(view, event) {
          if (event.key !== 'Enter' || isComposing(event)) return false;
          const change = linkUrlBefore(view.state);
          if (change !== null) view.dispatch(change);
          return false; // Enter still breaks the line
        },
        handleTextInput(view, from, _to, input) {
          const { state } = view;
          if (input === ' ') {
            const change = linkUrlBefore(state);
            if (change === null) return false;
            view.dispatch(change.insertText(' ', from));
            return true;
          }
          const text = input === ')' ? textBefore(state) : null;
          const match = text === null ? null : findMarkdownLinkBefore(text);
          const link = state.schema.marks['link'];
          if (match === null || link === undefined) return false;
          const words = state.schema.text(match.words, [link.create({ href: match.href })]);
          view.dispatch(state.tr.replaceWith(from - match.length, from, words).removeStoredMark(link));
          return true;
        },
      },
    }),
  ],
});
