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

/** Normalizes entries inside the transaction that read them. @returns the unique values that stay as they were. */
export async function normalizeEntries(
  db: ReleaseDb,
  type: TypeShape,
  entries: readonly EntryRecord[],
): Promise<{ left: UnnormalizedValue[]; isChanged: boolean }> {
  const left: UnnormalizedValue[] = [];
  const swapped = new Map<string, EntryRecord>();
  let plain: EntryRecord[] = [];
  let isChanged = false;
  const store = async () => {
    await replaceEntries(db, plain);
    plain = [];
  };
  for (const row of entries) {
    const entry = swapped.get(row.id) ?? row;
    const normalized = withSnapshots(type, entry, (values) => normalizedValues(type, values));
    if (isDeepStrictEqual(entry, normalized)) continue;
    isChanged = true;
    if (newUniques(entry, normalized).length === 0) {
      plain.push(normalized);
      continue;
    }
    await store(); // what follows reads the other entries
    left.push(...(await normalizeReserving(db, type, { entry, normalized, swapped })));
  }
  await store();
  return { left, isChanged };
}

/** Stores an entry whose unique values change; of two entries that would share one, the older entry gets it in NFC. */
async function normalizeReserving(
  db: ReleaseDb,
  type: TypeShape,
  {
    entry,
    normalized,
    swapped,
  }: { entry: EntryRecord; normalized: EntryRecord; swapped: Map<string, EntryRecord> },
): Promise<UnnormalizedValue[]> {
  const left: UnnormalizedValue[] = [];
  const place = { release_id: db.releaseId, type: type.slug };
  const keeping: string[] = [];
  for (const unique of newUniques(entry, normalized)) {
    const holder = await findHolderOfUnique(db, { type: type.slug, uniques: [unique], ownId: entry.id });
    if (holder === null) continue;
    const field = unique.slice(0, unique.indexOf('=')); // its storage key
    const name = fieldStoredAs(type.fields, field)?.key ?? field;
    if (isOlder(entry, holder)) {
      const value = unique.slice(field.length + 1);
      swapped.set(holder.id, await giveOlderForm(db, type, { entry, holder, field, value }));
      left.push({ ...place, id: holder.id, field: name, holder: entry.id });
    } else {
      keeping.push(field);
      left.push({ ...place, id: entry.id, field: name, holder: holder.id });
    }
  }
  const stored = withSnapshots(type, entry, (values) => ({
    ...normalizedValues(type, values),
    ...picked(values, keeping),
  }));
  await replaceEntries(db, [stored]);
  return left;
}

/** Gives the younger entry the form that the older one had, so that the older one can have the value in NFC. */
async function giveOlderForm(
  db: ReleaseDb,
  type: TypeShape,
  { entry, holder, field, value }: { entry: EntryRecord; holder: EntryRecord; field: string; value: string },
): Promise<EntryRecord> {
  const forms = snapshotsOf(entry).map((values) => values[field]);
  const form = forms.find((one) => typeof one === 'string' && one !== value && toNfc(one) === value);
  const { uniques: _uniques, ...unreserved } = entry;
  await replaceEntries(db, [unreserved]); // two entries never have a value reserved at the same time
  const swapped = withSnapshots(
    type,
    { ...holder, uniques: [...(holder.uniques ?? []), `${field}=${String(form)}`] },
    (values) => (values[field] === value ? { ...values, [field]: form } : values),
  );
  await replaceEntries(db, [swapped]);
  return swapped;
}

/** The entry with other snapshots and what is derived from them. Values that it had not reserved stay unreserved. */
function withSnapshots(
  type: TypeShape,
  entry: EntryRecord,
  change: (values: EntryValues) => EntryValues,
): EntryRecord {
  const { uniques: stored = [], block_uses: _uses, equals_live: _equal, pending, ...kept } = entry;
  const draft = change(entry.draft);
  const live = entry.live === null ? null : change(entry.live);
  const scheduled = pending === undefined ? {} : { pending: { ...pending, values: change(pending.values) } };
  const snapshots = { draft, live, ...scheduled };
  const { uniques = [], ...derived } = derive(type, snapshots);
  const reserved = uniques.filter((unique) => stored.some((one) => one === unique || toNfc(one) === unique));
  return { ...kept, ...snapshots, ...derived, ...(reserved.length > 0 ? { uniques: reserved } : {}) };
}

function newUniques({ uniques: before = [] }: EntryRecord, { uniques: after = [] }: EntryRecord): string[] {
  return after.filter((unique) => !before.includes(unique));
}

function isOlder(entry: EntryRecord, other: EntryRecord): boolean {
  const age = entry.created_at.getTime() - other.created_at.getTime();
  return age === 0 ? entry.id < other.id : age < 0;
}

function picked(values: EntryValues, keys: readonly string[]): EntryValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}
