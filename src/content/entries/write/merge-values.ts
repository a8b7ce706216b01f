import type { Block } from '../../../contract/fields/blocks.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { EntryValues } from '../store/schema.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { itemsOf, WrittenBlocks } from '../../fields/blocks/written.ts';
import { mergeBlocks } from '../../fields/blocks/merge-blocks.ts';
import { listName, type SentList } from '../../fields/blocks/bounds.ts';

/** A snapshot after a write. */
export interface LaidValues {
  values: EntryValues;
  /** Blocks that the write changes and this snapshot does not have. */
  left: { id: string; at: string }[];
}

/** Lays written values over a snapshot: null clears a field, and blocks are laid over those that are there. */
export function mergeValues(snapshot: EntryValues, written: EntryValues, blocks: BlockShapes): LaidValues {
  const values: EntryValues = { ...snapshot };
  const left: LaidValues['left'] = [];
  for (const [key, value] of Object.entries(written)) {
    if (!(value instanceof WrittenBlocks)) {
      values[key] = value;
      continue;
    }
    const laid = mergeBlocks(snapshot[key] as Block[] | undefined, value, blocks);
    left.push(...laid.left);
    // Changes in place make no list where there is none.
    if ('items' in value.form || snapshot[key] !== undefined) values[key] = laid.list;
  }
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  return { values: Object.fromEntries(filled), left };
}

/** Where a request sent its lists of blocks, by the names of the lists. */
export function sentLists(written: EntryValues): Map<string, SentList> {
  const places = new Map<string, SentList>();
  for (const [key, value] of Object.entries(written)) {
    if (!(value instanceof WrittenBlocks) || !('items' in value.form)) continue;
    places.set(listName(null, key), { at: value.form.at, blockId: undefined });
    for (const item of itemsOf(value.form))
      for (const [inner, list] of Object.entries(item.lists)) {
        const at = list?.at ?? `${item.at}.values.${inner}`;
        places.set(listName(item.id, inner), { at, blockId: item.isNamed ? item.id : undefined });
      }
  }
  return places;
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

/** A remark on a block that a write could not reach everywhere. */
interface LeftWarning {
  code: 'block_not_live' | 'block_not_in_draft';
  message: string;
  param: string;
  block_id: string;
}

/** What a write left out of the draft, and of what is live (specification: blocks). */
export function leftWarnings([draft, live]: readonly LaidValues[]): LeftWarning[] {
  const notInDraft = (draft?.left ?? []).map(({ id, at }) => ({
    code: 'block_not_in_draft' as const,
    message: `${id} is live and not in the draft: it was changed where it is live alone.`,
    param: at,
    block_id: id,
  }));
  const notLive = (live?.left ?? []).map(({ id, at }) => ({
    code: 'block_not_live' as const,
    message: `${id} is not live: it was changed in the draft alone. Publish the entry to show it.`,
    param: at,
    block_id: id,
  }));
  return [...notInDraft, ...notLive];
}
