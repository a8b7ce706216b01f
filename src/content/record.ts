import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryRecord, EntryValues } from '../entries/schema.ts';
import { derive } from '../entries/service.ts';
import type { PublishedSnapshot } from '../publishing/schema.ts';
import { unsaved } from '../publishing/service.ts';

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

/** The entry in another state, with all that is kept beside its snapshots. */
export function inState(
  before: EntryRecord,
  state: PublishedSnapshot<EntryValues>,
  type: TypeRecord,
): EntryRecord {
  const { uniques: _uniques, ...kept } = before;
  return { ...kept, ...state, ...derive(type, state.draft, state.live) };
}
