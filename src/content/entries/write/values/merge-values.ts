import { fieldStoredAs } from '../../../../contract/fields/storage-key.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import { limits } from '../../../../contract/limits.ts';
import { listKey, type SentList } from '../../../fields/blocks/bounds.ts';
import { mergeBlocks } from '../../../fields/blocks/merge-blocks.ts';
import { itemsOf, WrittenBlocks } from '../../../fields/blocks/written.ts';
import type { BlockShapes } from '../../../fields/walk.ts';
import type { EntryValues } from '../../store/schema.ts';

/** A snapshot after a write. */
export interface MergedValues {
  values: EntryValues;
  /** Blocks that the write changes and that this snapshot does not contain. */
  unmatched: { id: string; at: string }[];
}

/** Merges sent values into a snapshot: null clears a field, and blocks are merged by their ids. */
export function mergeValues(snapshot: EntryValues, sent: EntryValues, blocks: BlockShapes): MergedValues {
  const values: EntryValues = { ...snapshot };
  const unmatched: MergedValues['unmatched'] = [];
  for (const [key, value] of Object.entries(sent)) {
    if (!(value instanceof WrittenBlocks)) {
      values[key] = value;
      continue;
    }
    const merge = mergeBlocks(snapshot[key] as Block[] | undefined, value, blocks);
    unmatched.push(...merge.unmatched);
    // Changes of single blocks create no list.
    if ('items' in value.form || snapshot[key] !== undefined) values[key] = merge.list;
  }
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  return { values: Object.fromEntries(filled), unmatched };
}

/** The paths of the lists of blocks in a request, by the names of the lists. */
export function sentLists(sent: EntryValues, blocks: BlockShapes): Map<string, SentList> {
  const lists = new Map<string, SentList>();
  for (const [key, value] of Object.entries(sent)) {
    if (!(value instanceof WrittenBlocks) || !('items' in value.form)) continue;
    lists.set(listKey(null, key), { at: value.form.at, blockId: undefined });
    for (const item of itemsOf(value.form))
      for (const [inner, list] of Object.entries(item.lists)) {
        const field = fieldStoredAs(blocks.get(item.block)?.fields ?? [], inner);
        const at = list?.at ?? `${item.at}.values.${field?.key ?? inner}`;
        lists.set(listKey(item.id, inner), { at, blockId: item.isNamed ? item.id : undefined });
      }
  }
  return lists;
}

/** @throws invalid_field_value when all values together are larger than an entry may be. */
export function checkSize(values: EntryValues): void {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= limits.entry_values_bytes_max) return;
  const expected = `at most ${limits.entry_values_bytes_max} bytes in all`;
  throw apiError(
    'invalid_field_value',
    { name: 'values', why: `they must be ${expected}` },
    { param: 'values', expected, got: `${bytes} bytes` },
  );
}

interface UnmergedWarning {
  code: 'block_not_live' | 'block_not_in_draft';
  message: string;
  param: string;
  block_id: string;
}

/** Warnings of blocks that a write changed in only one of the two snapshots (specification: blocks). */
export function unmergedWarnings([draft, live]: readonly MergedValues[]): UnmergedWarning[] {
  const notInDraft = (draft?.unmatched ?? []).map(({ id, at }) => ({
    code: 'block_not_in_draft' as const,
    message: `${id} is live and not in the draft: it was changed where it is live alone.`,
    param: at,
    block_id: id,
  }));
  const notLive = (live?.unmatched ?? []).map(({ id, at }) => ({
    code: 'block_not_live' as const,
    message: `${id} is not live: it was changed in the draft alone. Publish the entry to show it.`,
    param: at,
    block_id: id,
  }));
  return [...notInDraft, ...notLive];
}
