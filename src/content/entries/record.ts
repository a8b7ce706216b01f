import type { TypeRecord } from '../types/schema.ts';
import type { TypeShape } from '../types/lookup.ts';
import type { EntryRecord, EntryValues } from './store/schema.ts';
import { derive } from './store/derive.ts';
import { type PublishedSnapshot, unsaved, withoutDates } from '../../lifecycle/index.ts';

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
  state: PublishedSnapshot<EntryValues>,
  type: TypeShape,
): EntryRecord {
  // `state` is made from the stored row and may contain its derived keys, which `derive` omits where they are empty.
  const row: EntryRecord = { ...withoutDates(before), ...state };
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, state_of: _of, ...kept } = row;
  return { ...kept, ...derive(type, state) };
}

/** The entry as its dates leave it. What distinguishes its state between releases moves as its revision does. */
export function recordAfterDueChange(
  before: EntryRecord,
  dueState: PublishedSnapshot<EntryValues>,
  type: TypeShape,
): EntryRecord {
  const after = inState(before, dueState, type);
  if (before.state_of === undefined) return after;
  const by = dueState.revision - before.revision;
  const nextState = { revision: before.state_of.revision + by, updated_at: dueState.updated_at };
  return { ...after, state_of: by === 0 ? before.state_of : nextState };
}

/** The entry with another end. Between releases it is still in the state of the write before (specification: ends). */
export function withAnotherEnd(before: EntryRecord, after: EntryRecord): EntryRecord {
  const { state_of = { revision: before.revision, updated_at: before.updated_at }, write_seq } = before;
  return { ...after, state_of, ...(write_seq === undefined ? {} : { write_seq }) };
}
