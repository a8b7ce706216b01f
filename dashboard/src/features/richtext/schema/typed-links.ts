import { Extension } from '@tiptap/core';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { isComposing } from '../../../components/keyboard/composing.ts';
import { isTakenHref, meantHref } from './link-mark.ts';

/** A web address at the end of what was typed, with its place before the cursor, in letters. */
export interface TypedAddress {
  href: string;
  /** How many letters before the cursor it begins and ends. */
  from: number;
  to: number;
}

/** The address that ends at the cursor: with its scheme, or from "www.". Signs of the sentence stay outside. */
export function addressBefore(text: string): TypedAddress | null {
  const [word = ''] = /\S+$/.exec(text) ?? [];
  const bare = word.replace(/^[([{"'“‘«]+/, '');
  const address = bare.replace(/[.,;:!?"'”’»\]}]+$/, '').replace(/^([^(]*)\)+$/, '$1');
  if (!/^(?:https?:\/\/|www\.)[^\s/]+\.?[^\s]*$/i.test(address)) return null;
  const href = meantHref(address);
  if (href === null) return null;
  return { href, from: bare.length, to: bare.length - address.length };
}

/** `[words](address)` that the next sign, a closing bracket, completes. */
export function markdownLinkBefore(text: string): { words: string; href: string; length: number } | null {
  const [whole, words, address] = /(?<!!)\[([^[\]]+)\]\((\S+)$/.exec(text) ?? [];
  if (whole === undefined || words === undefined || address === undefined) return null;
  const href = meantHref(address);
  return href !== null && isTakenHref(href) ? { words, href, length: whole.length } : null;
}

/** The plain text before the cursor in its block; null where links make no sense. */
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

function linked(state: EditorState): Transaction | null {
  const text = textBefore(state);
  const found = text === null ? null : addressBefore(text);
  const link = state.schema.marks['link'];
  if (found === null || link === undefined) return null;
  const { from: at } = state.selection;
  return state.tr
    .addMark(at - found.from, at - found.to, link.create({ href: found.href }))
    .removeStoredMark(link);
}

/** Links addresses while they are typed: at the space or the line end after them, and `[words](address)`. */
export const TypedLinks = Extension.create({
  name: 'typedLinks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleKeyDown(view, event) {
          if (event.key !== 'Enter' || isComposing(event)) return false;
          const change = linked(view.state);
          if (change !== null) view.dispatch(change);
          return false; // the line ends all the same
        },
        handleTextInput(view, from, _to, sign) {
          const { state } = view;
          if (sign === ' ') {
            const change = linked(state);
            if (change === null) return false;
            view.dispatch(change.insertText(' ', from));
            return true;
          }
          const text = sign === ')' ? textBefore(state) : null;
          const found = text === null ? null : markdownLinkBefore(text);
          const link = state.schema.marks['link'];
          if (found === null || link === undefined) return false;
          const words = state.schema.text(found.words, [link.create({ href: found.href })]);
          view.dispatch(state.tr.replaceWith(from - found.length, from, words).removeStoredMark(link));
          return true;
        },
      },
    }),
  ],
});
