import type { EditorEntry } from '../../../../../src/content/entries/editor/editor-schema.ts';
import type { FieldsTogether } from '../../editing/item.ts';
import { flat, idsIn, leafOf } from './flat.ts';
import { meetBlocks } from './meet.ts';
import { isOutline, shared } from './outline.ts';

export { flat, written } from './flat.ts';

/**
 * Takes the blocks of an entry apart, each time that it comes from the service. What stands in the same order as before
 * is the same value, so that nothing is drawn again.
 */
export function flatEntry(): (entry: EditorEntry) => EditorEntry {
  let last: Readonly<Record<string, unknown>> = {};
  return (entry) => {
    const draft = flat(entry.draft);
    for (const [key, value] of Object.entries(draft)) {
      const before = last[key];
      if (isOutline(value) && isOutline(before)) draft[key] = shared(before, value);
    }
    last = draft;
    return { ...entry, draft, live: entry.live === null ? null : flat(entry.live) };
  };
}

/** How the fields of blocks are edited as one. */
export const blocksTogether: FieldsTogether = {
  meet: meetBlocks,
  isSendable(key, held, stored) {
    const leaf = leafOf(key);
    // A new block comes with its place.
    return leaf === null || !held.includes(leaf.top) || idsIn(stored[leaf.top]).has(leaf.id);
  },
};
