import { limits } from '../../../../contract/limits.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import type { EntryLocaleRow } from '../locales/row.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import { ifVisible, type VisiblePeriodPath, visiblePeriodProjection } from '../../../../lifecycle/index.ts';

/** A field whose value labels the entries of some types. */
export interface LabelPath {
  key: string;
  types: readonly string[];
}

/** An entry for links. Its live values contain only labels. */
export type LabelledEntry = Pick<EntryRecord, 'id' | 'type' | 'live' | VisiblePeriodPath> &
  Partial<Pick<EntryLocaleRow, 'valid_until' | 'basis'>>;

/** Reads the labels of entries by id. Long texts are cut, and values that readers do not see are omitted. */
export function findLabels(
  db: ReleaseDb,
  {
    ids,
    now,
    labels: paths,
    types,
  }: {
    ids: readonly string[];
    now: Date;
    labels: readonly LabelPath[];
    types?: readonly string[] | undefined;
  },
): Promise<LabelledEntry[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const labels = paths.map(({ key, types }) => [
    key,
    { $cond: [{ $in: ['$type', [...types]] }, labelValue(`$live.${key}`), '$$REMOVE'] },
  ]);
  const live = ifVisible(now, Object.fromEntries(labels), null);
  const localeKeys = db.readsLocaleRows ? { valid_until: 1, basis: 1 } : {};
  const projection = { id: 1, type: 1, ...visiblePeriodProjection, live, ...localeKeys };
  const ofTypes = types === undefined ? {} : { type: { $in: [...types] } };
  return rows(db, entries).find({ id: { $in: [...ids] }, ...ofTypes }, { projection });
}

/** Texts up to the length of a line, and numbers. Other values are no labels. */
function labelValue(path: string) {
  const text = { $substrCP: [path, 0, limits.string_chars_max] };
  const number = { $cond: [{ $isNumber: path }, path, '$$REMOVE'] };
  return { $cond: [{ $eq: [{ $type: path }, 'string'] }, text, number] };
}
