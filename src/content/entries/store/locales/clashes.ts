import { isDeepStrictEqual } from 'node:util';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import type { LocaleState } from '../../../../lifecycle/index.ts';
import type { EntryRecord } from '../schema.ts';
import { findUniqueHolders } from './repository.ts';
import { type EntryLocaleRow, type RowScope, rowsOf } from './row.ts';

/**
 * Entries in a form in which no two of them serve one unique value in a locale. A job can't reject a value that falls
 * back, so its entry serves none there (`clashes`).
 */
export async function withoutClashes(
  db: ReleaseDb,
  records: readonly EntryRecord[],
  scope: RowScope,
): Promise<EntryRecord[]> {
  const fresh = records.map(withoutStoredClashes);
  if (!scope.shape.fields.some(({ options }) => options.unique === true)) return fresh;
  const newRows = fresh.flatMap((record) => rowsOf(record, scope));
  const holders = await holdersOf(db, newRows);
  const clashes = new Map<string, Set<string>>();
  const values = newRows.flatMap((row) => (row.uniques ?? []).map((unique) => uniqueValue(row, unique)));
  const ownFirst = [...values.filter(({ isOwn }) => isOwn), ...values.filter(({ isOwn }) => !isOwn)];
  for (const { row, unique, key } of ownFirst) {
    const holderKey = `${row.locale} ${unique}`;
    const holder = holders.get(holderKey) ?? row.id;
    holders.set(holderKey, holder);
    if (holder === row.id) continue;
    const clashingKeys = clashes.get(row.key) ?? new Set();
    clashes.set(row.key, clashingKeys.add(key));
  }
  return clashes.size === 0 ? fresh : fresh.map((record) => withClashes(record, clashes));
}

/**
 * An entry after a write, with the clashes that remain: those of values that still fall back, and of own values that the
 * write left alone. The write is rejected for any other value that another entry has.
 */
export async function withRemainingClashes(
  db: ReleaseDb,
  { before, after }: { before: EntryRecord; after: EntryRecord },
  scope: RowScope,
): Promise<EntryRecord> {
  if (Object.values(after.locales ?? {}).every(({ clashes }) => clashes === undefined)) return after;
  const [checked = after] = await withoutClashes(db, [after], scope);
  return mapStates(after, ({ clashes: storedKeys = [], ...state }, id) => {
    const presentKeys = checked.locales?.[id]?.clashes ?? [];
    const clashes = storedKeys.filter(
      (key) => presentKeys.includes(key) && !hasNewValue(before.locales?.[id], state, key),
    );
    return clashes.length === 0 ? state : { ...state, clashes };
  });
}

/** Whether a locale has other own values at an address than before, and needs no fallback there. */
function hasNewValue(before: LocaleState | undefined, after: LocaleState, key: string): boolean {
  const [valuesBefore, values] = [before, after].map((state) =>
    [state?.draft, state?.live, state?.pending?.values].flatMap((one) =>
      one == null ? [] : [one[key] ?? null],
    ),
  );
  return values?.includes(null) === false && !isDeepStrictEqual(valuesBefore, values);
}

/** A unique value of a row, with its field and whether it is the entry's own, not that of a fallback. */
function uniqueValue(row: EntryLocaleRow, unique: string) {
  const key = unique.slice(0, unique.indexOf('='));
  const isOwn = row.fallbacks?.[key] === undefined && row.draft_fallbacks?.[key] === undefined;
  return { row, unique, key, isOwn };
}

/** The entries outside of these rows that have one of their unique values in the locale. */
async function holdersOf(db: ReleaseDb, newRows: readonly EntryLocaleRow[]): Promise<Map<string, string>> {
  const holders = new Map<string, string>();
  const ids = [...new Set(newRows.map(({ id }) => id))];
  for (const locale of new Set(newRows.map((row) => row.locale))) {
    const ofLocale = newRows.filter((row) => row.locale === locale);
    const uniques = ofLocale.flatMap((row) => row.uniques ?? []);
    const [type] = ofLocale.map((row) => row.type);
    if (uniques.length === 0 || type === undefined) continue;
    const holderRows = await findUniqueHolders(db, { locale, type, uniques, exceptIds: ids });
    for (const { id, uniques: values = [] } of holderRows)
      for (const unique of values) holders.set(`${locale} ${unique}`, id);
  }
  return holders;
}

function withoutStoredClashes(record: EntryRecord): EntryRecord {
  return mapStates(record, ({ clashes: _clashes, ...state }) => state);
}

function withClashes(record: EntryRecord, clashes: ReadonlyMap<string, ReadonlySet<string>>): EntryRecord {
  return mapStates(record, (state, id) => {
    const keys = clashes.get(`${record.id}/${id}`);
    return keys === undefined ? state : { ...state, clashes: [...keys] };
  });
}

function mapStates(
  record: EntryRecord,
  change: (state: LocaleState, id: string) => LocaleState,
): EntryRecord {
  if (record.locales === undefined) return record;
  const states = Object.entries(record.locales).map(([id, state]) => [id, change(state, id)] as const);
  return { ...record, locales: Object.fromEntries(states) };
}
