import type { EditorEntry } from '../../../../../src/content/entries/editor/editor-schema.ts';
import type { MergedFields } from '../../editing/item.ts';
import { flattenBlocks, collectIds, parseLeafKey } from './flatten.ts';
import { mergeBlocks } from './merge-blocks.ts';
import { isOutline, reuseItems } from './outline.ts';

export { flattenBlocks, buildBaseBody, buildSaveBody } from './flatten.ts';

/** Flattens the blocks of each response of the service. Unchanged items keep their identity, so rows don't render again. */
export function createEntryFlattener(): (entry: EditorEntry) => EditorEntry {
  let last: Readonly<Record<string, unknown>> = {};
  return (entry) => {
    const draft = flattenBlocks(entry.draft);
    for (const [key, value] of Object.entries(draft)) {
      const before = last[key];
      if (isOutline(value) && isOutline(before)) draft[key] = reuseItems(before, value);
    }
    last = draft;
    const { live, fallback_draft: fallback } = entry;
    return {
      ...entry,
      draft,
      live: live === null ? null : flattenBlocks(live),
      ...(fallback === undefined ? {} : { fallback_draft: flattenBlocks(fallback) }),
    };
  };
}

/** How the draft store merges and saves the fields of blocks. */
export const mergedBlocks: MergedFields = {
  merge: mergeBlocks,
  isSendable(key, unsendable, stored) {
    const leaf = parseLeafKey(key);
    // The values of a new block are sent with the order of its list.
    return leaf === null || !unsendable.includes(leaf.top) || collectIds(stored[leaf.top]).has(leaf.id);
  },
};
