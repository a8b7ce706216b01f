import { fieldStoredAs } from '../../../contract/fields/storage-key.ts';
import type { UnnormalizedValue } from '../../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { toNfc } from '../../../contract/text/nfc.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { derive, snapshotsOf } from '../../entries/store/derive.ts';
import { findHolderOfUnique, replaceEntries } from '../../entries/store/repository.ts';
import type { EntryRecord, EntryValues } from '../../entries/store/schema.ts';
import { normalizedValues } from '../../fields/normalized-values.ts';
import type { TypeShape } from '../lookup.ts';

/** Normalizes entries inside the transaction that read them. @returns unique values that were not normalized */
export async function normalizeEntries(
  db: ReleaseDb,
  type: TypeShape,
  entries: readonly EntryRecord[],
): Promise<{ unnormalized: UnnormalizedValue[]; isChanged: boolean }> {
  const unnormalized: UnnormalizedValue[] = [];
  const swappedEntries = new Map<string, EntryRecord>();
  let batch: EntryRecord[] = [];
  let isChanged = false;
  const store = async () => {
    await replaceEntries(db, batch);
    batch = [];
  };
  for (const row of entries) {
    const entry = swappedEntries.get(row.id) ?? row;
    const normalized = withSnapshots(type, entry, (values) => normalizedValues(type, values));
    if (isDeepStrictEqual(entry, normalized)) continue;
    isChanged = true;
    if (newUniques(entry, normalized).length === 0) {
      batch.push(normalized);
      continue;
    }
    await store(); // the next step reads the other entries
    unnormalized.push(...(await normalizeReserving(db, type, { entry, normalized, swappedEntries })));
  }
  await store();
  return { unnormalized, isChanged };
}

/** Stores an entry whose unique values change. If two entries would share a value, the older entry gets it in NFC. */
async function normalizeReserving(
  db: ReleaseDb,
  type: TypeShape,
  {
    entry,
    normalized,
    swappedEntries,
  }: { entry: EntryRecord; normalized: EntryRecord; swappedEntries: Map<string, EntryRecord> },
): Promise<UnnormalizedValue[]> {
  const unnormalized: UnnormalizedValue[] = [];
  const scope = { release_id: db.releaseId, type: type.slug };
  const unchangedFields: string[] = [];
  for (const unique of newUniques(entry, normalized)) {
    const holder = await findHolderOfUnique(db, { type: type.slug, uniques: [unique], ownId: entry.id });
    if (holder === null) continue;
    const field = unique.slice(0, unique.indexOf('=')); // its storage key
    const name = fieldStoredAs(type.fields, field)?.key ?? field;
    if (isOlder(entry, holder)) {
      const value = unique.slice(field.length + 1);
      swappedEntries.set(holder.id, await giveOlderForm(db, type, { entry, holder, field, value }));
      unnormalized.push({ ...scope, id: holder.id, field: name, holder: entry.id });
    } else {
      unchangedFields.push(field);
      unnormalized.push({ ...scope, id: entry.id, field: name, holder: holder.id });
    }
  }
  const normalizedEntry = withSnapshots(type, entry, (values) => ({
    ...normalizedValues(type, values),
    ...pickValues(values, unchangedFields),
  }));
  await replaceEntries(db, [normalizedEntry]);
  return unnormalized;
}

/** Gives the younger entry the form of the older one, so that the older one can have the value in NFC. */
async function giveOlderForm(
  db: ReleaseDb,
  type: TypeShape,
  { entry, holder, field, value }: { entry: EntryRecord; holder: EntryRecord; field: string; value: string },
): Promise<EntryRecord> {
  const forms = snapshotsOf(entry).map((values) => values[field]);
  const unnormalizedForm = forms.find(
    (each) => typeof each === 'string' && each !== value && toNfc(each) === value,
  );
  const { uniques: _uniques, ...unreserved } = entry;
  await replaceEntries(db, [unreserved]); // the unique index allows one holder of a value
  const swapped = withSnapshots(
    type,
    { ...holder, uniques: [...(holder.uniques ?? []), `${field}=${String(unnormalizedForm)}`] },
    (values) => (values[field] === value ? { ...values, [field]: unnormalizedForm } : values),
  );
  await replaceEntries(db, [swapped]);
  return swapped;
}

/** The entry with changed snapshots and their derived keys. Unique values that it had not reserved stay unreserved. */
function withSnapshots(
  type: TypeShape,
  entry: EntryRecord,
  change: (values: EntryValues) => EntryValues,
): EntryRecord {
  const { uniques: storedUniques = [], block_uses: _uses, equals_live: _equal, pending, ...rest } = entry;
  const draft = change(entry.draft);
  const live = entry.live === null ? null : change(entry.live);
  const scheduled = pending === undefined ? {} : { pending: { ...pending, values: change(pending.values) } };
  const snapshots = { draft, live, ...scheduled };
  const { uniques = [], ...derived } = derive(type, { ...rest, ...snapshots });
  const reserved = uniques.filter((unique) =>
    storedUniques.some((each) => each === unique || toNfc(each) === unique),
  );
  return { ...rest, ...snapshots, ...derived, ...(reserved.length > 0 ? { uniques: reserved } : {}) };
}

function newUniques({ uniques: before = [] }: EntryRecord, { uniques: after = [] }: EntryRecord): string[] {
  return after.filter((unique) => !before.includes(unique));
}

function isOlder(entry: EntryRecord, other: EntryRecord): boolean {
  const age = entry.created_at.getTime() - other.created_at.getTime();
  return age === 0 ? entry.id < other.id : age < 0;
}

function pickValues(values: EntryValues, keys: readonly string[]): EntryValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}
