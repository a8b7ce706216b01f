import { limits } from '../../../../contract/limits.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import { ifVisible, type StayPath, stayProjection } from '../../../../lifecycle/index.ts';

/** A field whose value labels the entries of some types. */
export interface LabelPath {
  key: string;
  types: readonly string[];
}

/** An entry as links show it: of what is live the fields that label it alone. */
export type LabelledEntry = Pick<EntryRecord, 'id' | 'type' | 'live' | StayPath>;

/**
 * Entries by their ids, with nothing of what they hold but their labels, the beginning of long ones; of what readers do
 * not see not even those.
 */
export function findLabels(
  db: ReleaseDb,
  { ids, now, places }: { ids: readonly string[]; now: Date; places: readonly LabelPath[] },
): Promise<LabelledEntry[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const labels = places.map(({ key, types }) => [
    key,
    { $cond: [{ $in: ['$type', [...types]] }, beginningOf(`$live.${key}`), '$$REMOVE'] },
  ]);
  const live = ifVisible(now, Object.fromEntries(labels), null);
  const projection = { id: 1, type: 1, ...stayProjection, live };
  return rows(db, entries).find({ id: { $in: [...ids] } }, { projection });
}

/** Texts as far as a line of text goes, and numbers; nothing else is a label. */
function beginningOf(path: string) {
  const text = { $substrCP: [path, 0, limits.string_chars_max] };
  const number = { $cond: [{ $isNumber: path }, path, '$$REMOVE'] };
  return { $cond: [{ $eq: [{ $type: path }, 'string'] }, text, number] };
}
