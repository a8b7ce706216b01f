import type { LocaleRecord } from '../../../../core/context/index.ts';
import { noChangeTags } from '../../../../contract/events/cache-tags.ts';
import { ApiError, apiError } from '../../../../contract/errors/api-error.ts';
import { fieldStoredAs } from '../../../../contract/fields/storage-key.ts';
import {
  changeLocalizedItem,
  checkLocaleRowBytes,
  entryItem,
  findVersionUpTo,
  type LocalizedItem,
  localeWarnings,
  type OwnValues,
  type Readership,
  saveVersions,
  type TextSource,
  withoutReview,
  withTextSources,
  contentWriteSeq,
  countLocaleRows,
} from '../../../../lifecycle/index.ts';
import { errorInLocale, withLocaleInErrors } from '../../../../projects/index.ts';
import { withBlocksOf } from '../../../fields/blocks/hidden-blocks.ts';
import { joinValues, localizedAddresses, splitValues } from '../../../fields/locales/own-values.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localeChangeTags } from '../../change-tags.ts';
import { withDerivedKeys } from '../../record.ts';
import { withRemainingClashes } from '../../store/locales/clashes.ts';
import { storeLocaleRows } from '../../store/locales/repository.ts';
import { type EntryLocaleRow, rowCountOf, rowsOf } from '../../store/locales/row.ts';
import { entryIn, withItem } from '../../store/locales/states.ts';
import { textsOf, withTranslation } from '../../store/locales/translation.ts';
import { findHolderOfUnique, insertEntry, replaceEntry } from '../../store/repository.ts';
import type { EntryRecord, EntryValues } from '../../store/schema.ts';
import { emitLocaleEvent } from './events.ts';
import { checkSize } from '../values/merge-values.ts';
import { type CheckedValues, type EntryChange, type EntryWrite, validateChange } from '../validate.ts';
import type { EntryWarning, StoredEntry } from '../saved-entry.ts';
import { WriteTargets } from '../write-targets.ts';

/** A checked change of an entry in one locale. */
export interface LocaleChange {
  locale: LocaleRecord;
  isMain: boolean;
  prefix: string;
  /** The type with the fields that are required in this locale. */
  type: TypeShape;
  /** The entry in this locale before the write, as if it had only this locale. */
  before: EntryRecord;
  checked: CheckedValues;
  change: EntryChange;
  /** The revision of the source from which the texts were written; absent for the newest one. */
  translatedFrom?: number | undefined;
  /** What some of the texts were written from, by address, in place of the newest revision. */
  olderSources?: Readonly<Record<string, TextSource>>;
  /** The revision of the version that is restored. */
  restoredFrom?: number | undefined;
}

interface LocaleChanges {
  list: readonly LocaleRecord[];
  item: LocalizedItem;
  /** The first one is that of the response. */
  changes: readonly LocaleChange[];
  /** Merges the shared values of the write into all values of a snapshot. */
  mergeShared: (values: EntryValues) => EntryValues;
  publishesShared: boolean;
}

/** What decides how readers see an entry. */
export function readershipOf(list: readonly LocaleRecord[], type: TypeShape): Readership {
  return {
    list,
    addressesOf: (shared) => localizedAddresses(type, shared),
    sharedIn: (shared, locale) => withBlocksOf(type, shared, locale),
  };
}

/** Computes the next states of an entry, validates them, and stores them with versions and one event. @throws the validation errors */
export async function storeItemChange(
  { tx, type, before }: EntryWrite,
  { list, item, changes, mergeShared, publishesShared }: LocaleChanges,
): Promise<StoredEntry> {
  const { now } = tx;
  const [main] = changes;
  if (main === undefined) throw new Error('a write addresses a locale');
  const toShared = (values: OwnValues) => splitValues(type, mergeShared(joinValues(type, values, {}))).shared;
  const beforeById = new Map(
    changes.map(({ locale, change, isMain }) => {
      const base = isMain ? item.shared : sharedAfter(item, toShared);
      return [locale.id, { ...change, merge: ownMerge(type, { item, id: locale.id, base, change }) }];
    }),
  );
  const change = { locales: beforeById, mergeShared: toShared, publishesShared };
  const { releaseId } = tx.db;
  const result = await changeLocalizedItem(
    tx,
    { item, reviewed: before, releaseId },
    { change, readership: readershipOf(list, type) },
  );
  const viewAfter = (locale: string) => entryIn(before, { item: result.after, locale, type, now });
  const writeTargets = new WriteTargets({ type, values: viewAfter(main.locale.id).draft });
  const warnings: EntryWarning[] = [];
  for (const one of changes) {
    const code = one.isMain ? null : one.locale.code;
    const write = { tx: writeTargets.within(tx), type: one.type, before: one.before };
    const links = await withLocaleInErrors(code, one.prefix, () =>
      validateChange(write, one.checked, viewAfter(one.locale.id), one.change),
    );
    warnings.push(...one.checked.warnings, ...links);
  }
  const nameOf = (key: string) => fieldStoredAs(type.fields, key)?.key ?? key;
  warnings.push(...localeWarnings(result, { list, changes, nameOf }));
  const targets = writeTargets.without(before.id);
  const texts = [...textsOf(type, result.after.shared, null).keys()];
  const valuesAt = valuesOfRevisions({ tx, type, before });
  const writtenItem = { list, before: item, after: result.after, texts, valuesAt };
  const itemAfter = await withTextSources(writtenItem, changes);
  if (result.after === item) return { entry: before, warnings, targets, verbs: [], beginsVersion: false };

  const reviewedWrite = { tx, type, before: { ...withoutReview(before), ...result.reviewed } };
  const after = await withPathInErrors(changes, () => storeItem(reviewedWrite, { list, item: itemAfter }));
  const beginsVersion = await saveVersions(
    tx,
    changes.map(({ locale, ...one }) => {
      const history = entryItem(releaseId, before.id, locale === list[0] ? null : locale.id);
      return { item: history, before: one.before, after: viewAfter(locale.id), change: one.change };
    }),
  );
  const tags = localeChangeTags(tx, { before: item, after: result.after, entry: after });
  const { verb } = result.notice;
  if (verb !== null || tags !== noChangeTags) tx.invalidate('content', tags);
  const transition = { before: item, after: result.after, notice: result.notice, at: now };
  await emitLocaleEvent(tx, { type, list, record: after, ...transition });
  const isChanged = ({ locale, before: state }: LocaleChange) =>
    viewAfter(locale.id).revision !== state.revision;
  const { locale, before: stateBefore } = changes.find(isChanged) ?? main;
  // A new locale is a change of the entry.
  const audited = { before: { ...stateBefore, revision: before.revision }, after: viewAfter(locale.id) };
  return { entry: after, warnings, targets, verbs: verb === null ? [] : [verb], beginsVersion, audited };
}

/** Names the value by its place in the body, in errors about a locale that the write addresses below `locales`. */
async function withPathInErrors<T>(changes: readonly LocaleChange[], store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const change = changes.find(({ locale, isMain }) => !isMain && locale.code === thrown.hints.locale);
    throw change === undefined ? thrown : errorInLocale(thrown, change.locale.code, change.prefix);
  }
}

/** Returns a function that reads the own values of a locale at an earlier revision; null means the default locale. */
function valuesOfRevisions({ tx, type, before }: EntryWrite) {
  return async (localeId: string | null, revision: number): Promise<OwnValues> => {
    const version = await findVersionUpTo(tx.db, entryItem(tx.db.releaseId, before.id, localeId), revision);
    return splitValues(type, (version?.values ?? {}) as EntryValues).own;
  };
}

interface ItemToStore {
  list: readonly LocaleRecord[];
  item: LocalizedItem;
  /** Whether a date was applied: its result is one state in all releases, so it is no new write. */
  isDue?: boolean;
}

/** Stores an entry with its states and rows. @throws field_value_taken with the locale */
export async function storeItem(write: EntryWrite, states: ItemToStore): Promise<EntryRecord> {
  const { tx, type, before } = write;
  const { after, rows } = await prepareItem(write, states, tx.checksUniques);
  countLocaleRows(tx, rows.length - rowCountOf(before, { shape: type, list: states.list }));
  if (before.revision === 0) await insertEntry(tx.db, after);
  else if (!(await replaceEntry(tx.db, before, after)))
    throw new Error(`entry ${after.id} changed inside its transaction`);
  await storeLocaleRows(tx.db, { before, rows });
  return after;
}

/** Stores a deleted entry again, with other states. @throws field_value_taken with the locale */
export async function insertItem(write: EntryWrite, states: ItemToStore): Promise<void> {
  const { after, rows } = await prepareItem(write, states, true);
  countLocaleRows(write.tx, rows.length);
  await insertEntry(write.tx.db, after);
  await storeLocaleRows(write.tx.db, { before: after, rows });
}

async function prepareItem(
  { tx, type, before }: EntryWrite,
  { list, item, isDue = false }: ItemToStore,
  checksUniques: boolean,
): Promise<{ after: EntryRecord; rows: EntryLocaleRow[] }> {
  const { now } = tx;
  const scope = { shape: type, list, now };
  const defaultId = list[0]?.id ?? '';
  const written = withItem(before, item, { shape: type, defaultId, now });
  const record = await withRemainingClashes(tx.db, { before, after: written }, scope);
  const derivedRecord = withTranslation(withDerivedKeys(record, type), type, list);
  const after = isDue ? derivedRecord : { ...derivedRecord, write_seq: await contentWriteSeq(tx) };
  const rows = rowsOf(after, scope);
  const ownDrafts = Object.values(after.locales ?? {}).map((state) => state.draft);
  checkSize({ draft: after.draft, locales: ownDrafts });
  checkLocaleRowBytes(rows);
  if (checksUniques) await checkUniquesIn(tx, { type, after, rows, list });
  return { after, rows };
}

/** Shared values as the write leaves them, for the blocks of further locales. */
function sharedAfter({ shared }: LocalizedItem, merge: (values: OwnValues) => OwnValues) {
  return { draft: merge(shared.draft), live: shared.live === null ? null : merge(shared.live) };
}

/** Merges written values into the own values of a locale; lists of blocks are those of the same snapshot. */
function ownMerge(
  type: TypeShape,
  {
    item,
    id,
    base,
    change,
  }: { item: LocalizedItem; id: string; base: LocalizedItem['shared']; change: EntryChange },
): (own: OwnValues) => OwnValues {
  const live = item.states.get(id)?.live;
  return (own) => {
    const shared = own === live ? (base.live ?? {}) : base.draft;
    return splitValues(type, change.merge(joinValues(type, shared, own))).own;
  };
}

/** @throws field_value_taken with the first field whose value another entry has, and the locale */
async function checkUniquesIn(
  { db }: EntryWrite['tx'],
  {
    type,
    after,
    rows,
    list,
  }: { type: TypeShape; after: EntryRecord; rows: readonly EntryLocaleRow[]; list: readonly LocaleRecord[] },
): Promise<void> {
  for (const { uniques, locale: id } of [{ uniques: after.uniques, locale: null }, ...rows]) {
    if (uniques === undefined) continue;
    const locale = list.find((one) => one.id === id);
    const reader = locale === undefined ? db : db.inLocale({ ...readAll, chain: [locale.id] });
    const holder = await findHolderOfUnique(reader, { type: type.slug, uniques, ownId: after.id });
    if (holder === null) continue;
    const takenUnique = uniques.find((unique) => holder.uniques?.includes(unique)) ?? '';
    const key = takenUnique.slice(0, takenUnique.indexOf('='));
    const name = fieldStoredAs(type.fields, key)?.key ?? key;
    const code = locale?.code ?? list[0]?.code ?? '';
    throw apiError('field_value_taken', { name }, { param: name, locale: code });
  }
}

/** Rows of a locale as they are stored. */
const readAll = { isDefault: false, mode: 'fields', now: new Date(0) } as const;

/** The handle that reads the rows of a locale; documents for the default locale. */
export function rowsIn(db: EntryWrite['tx']['db'], id: string, isDefault: boolean) {
  return isDefault ? db : db.inLocale({ ...readAll, chain: [id] });
}
