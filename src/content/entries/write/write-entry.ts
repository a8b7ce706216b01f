import { keyStoredAs, storageKey } from '../../../contract/fields/storage-key.ts';
import { readDraftOnly } from '../../../contract/drafts.ts';
import { apiError, combineErrors } from '../../../contract/errors/api-error.ts';
import { noChangeTags } from '../../../contract/events/cache-tags.ts';
import { newId } from '../../../contract/ids.ts';
import {
  type LocaleRecord,
  type ReleaseContext,
  type Tx,
  type WriteResult,
} from '../../../core/context/index.ts';
import type { RouteResponse } from '../../../core/http/index.ts';
import {
  changeItem,
  checkIfMatch,
  checkTranslatedFrom,
  countEntry,
  finishSave,
  type MergeRequest,
  hiddenWarning,
  entryItem,
  rejectWhileDue,
  saveVersion,
  updatesLive,
  withCreationDates,
  contentWriteSeq,
} from '../../../lifecycle/index.ts';
import { writesLocalesOnly, writeProject, writtenLocale } from '../../../projects/index.ts';
import { loadTypesInWrite, typeIn, type TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import { entryChangeTags } from '../change-tags.ts';
import { loadEntry } from '../read/reading.ts';
import { inState, newRecord, withAnotherEnd } from '../record.ts';
import type { WriteEntry, WrittenEntry } from '../schema.ts';
import { entryIn, itemOf } from '../store/locales/states.ts';
import { withTranslation } from '../store/locales/translation.ts';
import { findSingleton, insertEntry, replaceEntry } from '../store/repository.ts';
import type { EntryRecord } from '../store/schema.ts';
import { applyDueEntry } from './due-changes.ts';
import { auditedEntry, emitEntryEvent } from './entry-events.ts';
import { addressedLocales, usesLocaleStates, type WrittenLocale } from './locales/addressed.ts';
import { rejectWhileLocaleDue } from './locales/removal-events.ts';
import { saveInLocales } from './locales/save.ts';
import { storeItemChange } from './locales/store.ts';
import { keepLostSides, mergeSent } from './merge-save.ts';
import { type ListChanges, readListChanges } from './values/list-changes.ts';
import { checkSize, type MergedValues, mergeValues, unmergedWarnings } from './values/merge-values.ts';
import { checkNotEmpty, readDates } from './validate-dates.ts';
import { createSlugs } from './values/create-slugs.ts';
import {
  type CheckedValues,
  checkSentValues,
  checkUniques,
  type EntryChange,
  type EntryWrite,
  validateChange,
  withDefaults,
} from './validate.ts';
import type { EntryWarning, SavedEntry, StoredEntry, WriteMode } from './saved-entry.ts';
import { writeResponse } from './write-response.ts';
import { WriteTargets } from './write-targets.ts';

export interface EntryWriteOptions {
  /** Save the draft only, as `draft=true` does: the live version stays, and the draft may be incomplete. */
  draftOnly?: boolean;
  /** Items to add to or remove from list fields. */
  lists?: ListChanges;
  /** Merges the values with the stored draft. */
  merge?: MergeRequest | undefined;
  /** Rejects the write in its transaction, before it changes the entry. */
  check?: (before: EntryRecord, list: readonly LocaleRecord[]) => void;
}

/**
 * Creates an entry of a collection. `publish` makes it live in the same write (specification: custom-content).
 * @throws not_a_collection, the validation errors, the date errors
 */
export async function createEntry(
  context: ReleaseContext,
  slug: string,
  input: WriteEntry,
): Promise<RouteResponse<WrittenEntry>> {
  return writeResponse(context, await addEntry(context, slug, input));
}

/** Creates an entry without building the response. */
export function addEntry(
  context: ReleaseContext,
  slug: string,
  input: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  const id = context.creation?.id ?? newId('entry', context.now);
  return writeProject(
    context,
    async (tx) => {
      const { type, types } = await requireType(tx, slug, 'collection');
      const before = newRecord(tx.db.releaseId, { type, id, now: tx.now });
      const filled = { ...input, values: withDefaults(type, input.values ?? {}) };
      const mode = { isWhole: true, isConditional: false, sendsWhole: true, fillsDefaults: true };
      return saveInput({ tx, type, types, before }, filled, { ...mode, ...options });
    },
    applyDueEntry(context),
  );
}

/** Updates an entry with the sent fields (specification: merge-rules). @throws unknown_entry, nothing_to_update, the validation errors */
export async function patchEntry(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  input: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  return writeResponse(context, await updateEntry(context, location, input, readDraftOnly(query, input)));
}

/** Updates an entry without building the response. */
export async function updateEntry(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  input: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  if (options.lists === undefined) checkNotEmpty(input);
  return writeProject(
    context,
    async (tx) => {
      const { type, types } = await requireType(tx, location.type, 'collection');
      const before = await loadEntry(tx, type, location.entryId);
      return saveInput({ tx, type, types, before }, input, { isWhole: false, ...options });
    },
    applyDueEntry(context),
  );
}

/** Replaces a singleton's draft and clears omitted fields. The first save creates it. @throws not_a_singleton, invalid_parameter */
export async function putSingleton(
  context: ReleaseContext,
  slug: string,
  input: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  const options = readDraftOnly(query, input);
  const id = newId('entry', context.now);
  const result = await writeProject(
    context,
    async (tx) => {
      const { type, types } = await requireType(tx, slug, 'singleton');
      const before = await loadSingleton(tx, type, id);
      const cleared = Object.fromEntries(type.fields.map((field) => [storageKey(field), null]));
      const mode = { isWhole: true, sendsWhole: true, cleared };
      return saveInput({ tx, type, types, before }, input, { ...mode, ...options });
    },
    applyDueEntry(context),
  );
  return writeResponse(context, result);
}

/** Updates a singleton with the sent fields. The first save creates it. @throws not_a_singleton, nothing_to_update */
export async function patchSingleton(
  context: ReleaseContext,
  slug: string,
  input: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  return writeResponse(context, await updateSingleton(context, slug, input, readDraftOnly(query, input)));
}

/** Updates a singleton without building the response. */
export async function updateSingleton(
  context: ReleaseContext,
  slug: string,
  input: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  checkNotEmpty(input);
  const id = context.creation?.id ?? newId('entry', context.now);
  return writeProject(
    context,
    async (tx) => {
      const { type, types } = await requireType(tx, slug, 'singleton');
      const before = await loadSingleton(tx, type, id);
      return saveInput({ tx, type, types, before }, input, { isWhole: before.revision === 0, ...options });
    },
    applyDueEntry(context),
  );
}

/** Reads a type inside a write. @throws unknown_content_type, not_a_collection, not_a_singleton */
async function requireType(
  tx: Tx<ReleaseContext>,
  slug: string,
  kind: TypeRecord['kind'],
): Promise<{ type: TypeShape; types: TypesBySlug }> {
  const types = await loadTypesInWrite(tx);
  const type = typeIn(types, slug);
  if (kind === 'collection' && type.kind === 'singleton')
    throw apiError('not_a_collection', { slug }, { param: 'type' });
  if (kind === 'singleton' && type.kind === 'collection')
    throw apiError('not_a_singleton', { slug }, { param: 'type' });
  return { type: { ...type, blocks: types.blocks }, types };
}

/** The singleton's entry, or a new one with this id. */
async function loadSingleton(tx: Tx<ReleaseContext>, type: TypeShape, id: string): Promise<EntryRecord> {
  return (await findSingleton(tx.db, type.slug)) ?? newRecord(tx.db.releaseId, { type, id, now: tx.now });
}

/** Validates the input, and saves the entry that results. */
async function saveInput(
  entryWrite: EntryWrite & { types: TypesBySlug },
  input: WriteEntry,
  mode: WriteMode & Pick<EntryWriteOptions, 'check'>,
): Promise<WriteResult<SavedEntry>> {
  const { tx, type, types, before } = entryWrite;
  const { release } = tx;
  const isNew = before.revision === 0;
  const itemIn = (list: readonly LocaleRecord[]) => itemOf(before, type, list);
  const addressed = await addressedLocales(entryWrite, input, itemIn);
  mode.check?.(before, (await tx.locales()).list);
  const responseLocale = await writtenLocaleOf(tx, input);
  const { publish_shared: publishesShared = !writesLocalesOnly(tx) } = input;
  const { targets, ...save } =
    addressed === null
      ? await saveDefault(entryWrite, input, mode)
      : await saveInLocales({
          ...{ entryWrite, addressed, item: itemIn(addressed.list) },
          mode: { ...mode, publishesShared },
        });
  if (isNew) await countEntry(tx);
  return finishEntryWrite(entryWrite, save, {
    ...{ release, type, entry: save.entry, isNew, written: responseLocale },
    ...{ warnings: save.warnings, merge: save.merge },
    preload: { types, entries: targets },
  });
}

/** The locale that the response of a write is about; null if the request names none. */
async function writtenLocaleOf(tx: Tx<ReleaseContext>, input: WriteEntry): Promise<WrittenLocale | null> {
  return tx.writtenLocale === undefined && input.locales === undefined ? null : writtenLocale(tx);
}

/** Saves an entry that has the default locale alone. */
async function saveDefault(entryWrite: EntryWrite, input: WriteEntry, mode: WriteMode): Promise<StoredEntry> {
  const { tx, type, before } = entryWrite;
  const { isWhole, sendsWhole = false, draftOnly = false, lists, cleared = {}, isConditional = true } = mode;
  const isNew = before.revision === 0;
  const { translated_from: translatedFrom } = input;
  checkTranslatedFrom(undefined, { isDefault: true, translatedFrom, prefix: '' });
  rejectWhileDue(before.id, before, tx.now);
  if (isConditional) checkIfMatch(tx.ifMatch, isNew ? null : revisionsOf(before, draftOnly));
  const { date, publishAt, unpublishAt, errors } = readDates(tx, before, input);
  const state = { publish: input.publish, publishAt, draftOnly };
  const snapshots = [before.draft, ...(updatesLive(before, state) ? [before.live ?? {}] : [])];
  const createsSlugs = isNew || input.publish === true || publishAt instanceof Date;
  const inLocale = await defaultLocaleOf(tx, type);
  const options = {
    mayBeIncomplete: draftOnly,
    createsSlugs,
    isWhole: sendsWhole,
    snapshots,
    now: tx.now,
    projectId: tx.project.id,
    locales: inLocale?.locales,
  };
  const checked = await checkSentValues(type, input.values ?? {}, options);
  const listsOf = lists === undefined ? () => ({}) : readListChanges(type, lists, { checked, ...options });
  const combined = combineErrors(errors.length === 0 ? [] : [...checked.errors, ...errors]);
  if (combined !== null) throw combined;
  const sent = input.values ?? {};
  const merge = await mergeSent(type, mode, { sent, checked, before, options });
  const values = { ...cleared, ...(merge?.values ?? checked.values) };
  const createdKeys: string[] = [];
  if (createsSlugs) {
    const { values: draft } = mergeValues(before.draft, { ...values, ...listsOf(before.draft) }, type.blocks);
    const slugs = await createSlugs(tx.db, type, { id: before.id, values: draft });
    Object.assign(values, slugs);
    createdKeys.push(...Object.keys(slugs));
  }
  const merged: MergedValues[] = []; // the draft, then the live snapshot
  const storedEntry = await storeChange(entryWrite, checked, {
    merge(snapshot) {
      const result = mergeValues(snapshot, { ...values, ...listsOf(snapshot) }, type.blocks);
      merged.push(result);
      return result.values;
    },
    publish: input.publish,
    publishedAt: date,
    publishAt,
    unpublishAt,
    draftOnly,
    isWhole,
    createdKeys,
    inLocale,
  });
  const warnings = [...storedEntry.warnings, ...unmergedWarnings(merged)];
  const item = entryItem(tx.db.releaseId, before.id);
  return {
    ...storedEntry,
    warnings,
    merge: await keepLostSides(tx, merge, { item, before, after: storedEntry.entry }),
  };
}

/** The default locale, in which a write of a type with blocks is validated; undefined if the project has no other. */
async function defaultLocaleOf(tx: Tx<ReleaseContext>, type: TypeShape): Promise<EntryChange['inLocale']> {
  if (!type.fields.some((field) => field.type === 'blocks')) return undefined;
  const { list: locales } = await tx.locales();
  const [first] = locales;
  return first === undefined || locales.length === 1 ? undefined : { id: first.id, locales };
}

/** The revisions that `If-Match` may name. For a saved draft the live revision doesn't count. */
function revisionsOf({ revision, live_revision }: EntryRecord, draftOnly: boolean) {
  return draftOnly ? { revision } : { revision, live_revision };
}

/** Computes the next state of the entry, validates it, and stores it with its version and events. @throws the validation errors */
export async function storeChange(
  { tx, type, before }: EntryWrite,
  checked: CheckedValues,
  change: EntryChange,
): Promise<StoredEntry> {
  if (await usesLocaleStates(tx, type, before))
    return storeDefaultChange({ tx, type, before }, checked, change);
  const { releaseId } = tx.db;
  const changed = await changeItem(tx, before, { ...change, releaseId });
  const { after: state, verbs, isChanged, isEndOnly, hiddenUntil } = changed;
  const writeTargets = new WriteTargets({ type, values: state.draft });
  const links = await validateChange({ tx: writeTargets.within(tx), type, before }, checked, state, change);
  const targets = writeTargets.without(before.id);
  const warnings: EntryWarning[] = [...checked.warnings, ...links];
  if (hiddenUntil !== null) warnings.push(hiddenWarning(hiddenUntil));
  if (!isChanged) return { entry: before, warnings, targets, verbs, beginsVersion: false };

  checkSize(state.draft);
  const writeSeq = await contentWriteSeq(tx);
  const changedRecord: EntryRecord = isEndOnly
    ? withAnotherEnd(before, inState(before, state, type))
    : { ...inState(before, withCreationDates(tx, state), type), write_seq: writeSeq };
  const after = withTranslation(changedRecord, type, (await tx.locales()).list);
  if (tx.checksUniques) await checkUniques(tx.db, type, after);
  if (before.revision === 0) await insertEntry(tx.db, after);
  else if (!(await replaceEntry(tx.db, before, after)))
    throw new Error(`entry ${after.id} changed inside its transaction`);
  const beginsVersion = await saveVersion(tx, {
    item: entryItem(tx.db.releaseId, after.id),
    before,
    after,
    change,
  });
  const tags = entryChangeTags(tx, { before, after });
  if (verbs.length > 0 || tags !== noChangeTags) tx.invalidate('content', tags); // readers don't notice a draft
  for (const verb of verbs) await emitEntryEvent(tx, { type, entry: after, verb });
  return { entry: after, warnings, targets, verbs, beginsVersion };
}

/** Changes the default locale of an entry that has others. */
async function storeDefaultChange(
  { tx, type, before: record }: EntryWrite,
  checked: CheckedValues,
  change: EntryChange,
): Promise<StoredEntry> {
  const { list } = await tx.locales();
  const [locale] = list;
  if (locale === undefined) throw new Error('a project has a default locale');
  const item = itemOf(record, type, list);
  await rejectWhileLocaleDue(tx, { type, entry: record }, item);
  const before = entryIn(record, { item, locale: locale.id, type, now: tx.now });
  return storeItemChange(
    { tx, type, before: record },
    {
      ...{ list, item, mergeShared: (values) => change.merge(values), publishesShared: true },
      changes: [{ locale, isMain: true, prefix: '', type, before, checked, change }],
    },
  );
}

/** Ends the work of a save with its audit row. */
export async function finishEntryWrite<T>(
  { tx, type, before }: EntryWrite,
  {
    entry,
    verbs,
    beginsVersion,
    audited = { before, after: entry },
    merge,
  }: Pick<StoredEntry, 'entry' | 'verbs' | 'beginsVersion' | 'audited' | 'merge'>,
  result: T,
): Promise<WriteResult<T>> {
  const keepsVersions = (merge?.keptVersions.length ?? 0) > 0;
  if (entry === before && !keepsVersions) return tx.unchanged(result);
  const reviewed = { before, after: entry };
  const save = { ...audited, reviewed, verbs, beginsVersion: beginsVersion || keepsVersions };
  const fieldKey = (key: string) => keyStoredAs(type, key);
  return finishSave(tx, { group: 'entry', ...auditedEntry(tx, type, entry), ...save, fieldKey }, result);
}
