import type { TypeRecord } from '../types/schema.ts';
import type { TypeShape } from '../types/lookup.ts';
import type { EntryRecord, EntryShape, EntryValues } from './store/schema.ts';
import { derive } from './store/derive.ts';
import { type PublishableItem, unsaved, withoutDates, withoutReview } from '../../lifecycle/index.ts';

/** An entry before its first write. */
export function newRecord(
  releaseId: string,
  { type, id, now }: { type: TypeRecord; id: string; now: Date },
): EntryRecord {
  return {
    ...unsaved<EntryValues>({}, now),
    _id: `${releaseId}/${id}`,
    id,
    type: type.slug,
    facets: [],
    sorts: {},
    refs: [],
    live_refs: [],
  };
}

/** The entry in another state, with its derived keys. */
export function inState(
  before: EntryRecord,
  state: PublishableItem<EntryValues>,
  type: TypeShape,
): EntryRecord {
  // `state` may contain derived keys of the stored row. `derive` omits them if they are empty.
  const row: EntryRecord = { ...withoutReview(withoutDates(before)), ...state };
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, state_of: _of, ...rest } = row;
  return { ...rest, ...derive(type, state) };
}

/** The entry with the derived keys of its values. */
export function withDerivedKeys(record: EntryRecord, type: EntryShape): EntryRecord {
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, ...rest } = record;
  return { ...rest, ...derive(type, record) };
}

/** Returns the entry after a due change. `state_of`, which releases compare, advances with its revision. */
export function recordAfterDueChange(
  before: EntryRecord,
  dueState: PublishableItem<EntryValues>,
  type: TypeShape,
): EntryRecord {
  const after = inState(before, dueState, type);
  if (before.state_of === undefined) return after;
  const revisions = dueState.revision - before.revision;
  const nextState = { revision: before.state_of.revision + revisions, updated_at: dueState.updated_at };
  return { ...after, state_of: revisions === 0 ? before.state_of : nextState };
}

/** Returns the entry with another end. Releases still compare the state of the write before (specification: ends). */
export function withAnotherEnd(before: EntryRecord, after: EntryRecord): EntryRecord {
  const { state_of = { revision: before.revision, updated_at: before.updated_at }, write_seq } = before;
  return { ...after, state_of, ...(write_seq === undefined ? {} : { write_seq }) };
}
