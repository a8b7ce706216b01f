import { entryIn, itemOf } from '../../store/locales/states.ts';
import { combineErrors } from '../../../../contract/errors/api-error.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { storageKey } from '../../../../contract/fields/storage-key.ts';
import { checkIfMatch, entryItem, type LocalizedItem, updatesLive } from '../../../../lifecycle/index.ts';
import { withLocaleInErrors } from '../../../../projects/index.ts';
import { hasLocalizedFields, withOptional } from '../../../fields/locales/own-values.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import type { EntryRecord, EntryValues } from '../../store/schema.ts';
import { createSlugs } from '../values/create-slugs.ts';
import { readListChanges } from '../values/list-changes.ts';
import { type MergedValues, mergeValues, unmergedWarnings } from '../values/merge-values.ts';
import { checkNotEmpty, readDates } from '../validate-dates.ts';
import { checkSentValues, type EntryWrite, withDefaults } from '../validate.ts';
import type { StoredEntry, WriteMode } from '../saved-entry.ts';
import type { AddressedLocales, LocaleInput } from './addressed.ts';
import { keepLostSides, mergeSent } from '../merge-save.ts';
import type { MergedDraft } from '../values/merge-draft.ts';
import { rejectWhileLocaleDue } from './removal-events.ts';
import { type LocaleChange, rowsIn, storeItemChange } from './store.ts';

/** A write of an entry in several locales. */
interface LocalesWrite {
  entryWrite: EntryWrite;
  item: LocalizedItem;
  addressed: AddressedLocales;
  mode: WriteMode;
}

/** A checked change, and how its values are merged into a snapshot. */
interface ReadChange {
  change: LocaleChange;
  merge: (snapshot: EntryValues) => MergedValues;
  /** The draft, then the live snapshot. */
  merged: MergedValues[];
  mergedDraft: MergedDraft | null;
}

/** Validates a write in each addressed locale, and stores the entry that results. @throws the validation errors */
export async function saveInLocales(write: LocalesWrite): Promise<StoredEntry> {
  const { entryWrite, item, addressed, mode } = write;
  const { tx, type, before } = entryWrite;
  await rejectWhileLocaleDue(tx, { type, entry: before }, item);
  const { main, further, list } = addressed;
  const first = await readChange(write, main, (snapshot) => snapshot);
  const rest: ReadChange[] = [];
  for (const input of further)
    rest.push(
      await withLocaleInErrors(input.locale.code, input.prefix, () =>
        // Blocks of a further locale are those that the write of the addressed locale leaves.
        readChange(write, input, (snapshot) => first.merge(snapshot).values),
      ),
    );
  const storedEntry = await storeItemChange(entryWrite, {
    list,
    item,
    changes: [first.change, ...rest.map(({ change }) => change)],
    mergeShared: (values) => first.merge(values).values,
    publishesShared: mode.publishesShared !== false,
  });
  const { locale, isDefault } = main;
  const after = entryIn(storedEntry.entry, {
    item: itemOf(storedEntry.entry, entryWrite.type, list),
    ...{ locale: locale.id, type: entryWrite.type, now: tx.now },
  });
  const lost = {
    item: entryItem(tx.db.releaseId, before.id, isDefault ? null : locale.id),
    ...{ before: first.change.before, after },
  };
  return {
    ...storedEntry,
    warnings: [...storedEntry.warnings, ...unmergedWarnings(first.merged)],
    merge: await keepLostSides(tx, first.mergedDraft, lost),
  };
}

/** Reads and checks the part of a write that concerns one locale. */
async function readChange(
  { entryWrite, item, mode, addressed: { list } }: LocalesWrite,
  { locale, isDefault, isMain, input, prefix }: LocaleInput,
  withShared: (snapshot: EntryValues) => EntryValues,
): Promise<ReadChange> {
  const { tx, before: record } = entryWrite;
  const { isWhole, sendsWhole = false, draftOnly = false, isConditional = true } = mode;
  const type = requiredIn(entryWrite.type, { isMain, isPartial: locale.partial && !isDefault });
  const before = entryIn(record, { item, locale: locale.id, type: entryWrite.type, now: tx.now });
  if (isMain && isConditional) checkRevision(tx.ifMatch, before, item.states.has(locale.id), draftOnly);
  if (!isMain) checkNotEmpty(input);
  const { date, publishAt, unpublishAt, errors } = readDates(tx, before, input);
  const state = { publish: input.publish, publishAt, draftOnly };
  const liveSnapshots = updatesLive(before, state) ? [before.live ?? {}] : [];
  const snapshots = [before.draft, ...liveSnapshots].map(withShared);
  const createsSlugs = record.revision === 0 || input.publish === true || publishAt instanceof Date;
  const options = {
    ...{ mayBeIncomplete: draftOnly, createsSlugs, isWhole: isMain && sendsWhole },
    ...{ snapshots, now: tx.now, locales: list },
  };
  const checked = await checkSentValues(type, sentIn(entryWrite, mode, { isMain, input }), options);
  const { lists } = isMain ? mode : {};
  const listsOf = lists === undefined ? () => ({}) : readListChanges(type, lists, { checked, ...options });
  const combined = combineErrors(errors.length === 0 ? [] : [...checked.errors, ...errors]);
  if (combined !== null) throw combined;
  const sent = input.values ?? {};
  const mergedDraft = isMain ? await mergeSent(type, mode, { sent, checked, before, options }) : null;
  const values = {
    ...clearedIn(entryWrite.type, mode, { isMain, isDefault }),
    ...(mergedDraft?.values ?? checked.values),
  };
  const merge = (snapshot: EntryValues) =>
    mergeValues(snapshot, { ...values, ...listsOf(snapshot) }, type.blocks);
  const { values: draft } = merge(withShared(before.draft));
  const slugsFor = { id: record.id, isMain, values: draft };
  const createdSlugs = createsSlugs
    ? await createOwnSlugs(rowsIn(tx.db, locale.id, isDefault), type, slugsFor)
    : {};
  Object.assign(values, createdSlugs);
  const merged: MergedValues[] = [];
  const change: LocaleChange = {
    ...{ locale, isMain, prefix, type, before, checked },
    translatedFrom: input.translated_from,
    change: {
      merge(snapshot) {
        const result = merge(snapshot);
        merged.push(result);
        return result.values;
      },
      ...{ publish: input.publish, publishedAt: date, publishAt, unpublishAt, draftOnly },
      isWhole: isMain ? isWhole : record.revision === 0,
      createdKeys: Object.keys(createdSlugs),
      inLocale: { id: locale.id, locales: list },
    },
  };
  return { change, merge, merged, mergedDraft };
}

/** Creates the slugs that the locale stores itself. */
async function createOwnSlugs(
  db: ReleaseDb,
  type: TypeShape,
  { id, isMain, values }: { id: string; isMain: boolean; values: EntryValues },
): Promise<EntryValues> {
  return ownSlugs(type, isMain, await createSlugs(db, type, { id, values }));
}

/** The type with the fields that are required in a locale: shared ones are checked once. */
function requiredIn(
  type: TypeShape,
  { isMain, isPartial }: { isMain: boolean; isPartial: boolean },
): TypeShape {
  return withOptional(type, { localized: isPartial, shared: !isMain });
}

/** @throws revision_conflict, which compares with the revisions of the addressed locale */
function checkRevision(
  ifMatch: string | null,
  { revision, live_revision }: EntryRecord,
  exists: boolean,
  draftOnly: boolean,
): void {
  const revisions = draftOnly ? { revision } : { revision, live_revision };
  checkIfMatch(ifMatch, exists ? revisions : null);
}

/** The sent values; a creation adds defaults, in further locales of their own fields. */
function sentIn(
  { type, before }: EntryWrite,
  { fillsDefaults = false }: WriteMode,
  { isMain, input }: Pick<LocaleInput, 'isMain' | 'input'>,
): Record<string, unknown> {
  const values = input.values ?? {};
  if (!fillsDefaults || isMain || before.revision > 0) return values;
  const fields = type.fields.filter(({ options }) => options.localized === true);
  return withDefaults({ ...type, fields }, values);
}

/** The fields that a replacement clears: all in the default locale, its own ones in another. */
function clearedIn(
  type: TypeShape,
  { cleared }: WriteMode,
  { isMain, isDefault }: Pick<LocaleInput, 'isMain' | 'isDefault'>,
): EntryValues {
  if (cleared === undefined || (isMain && isDefault)) return cleared ?? {};
  const own = type.fields.filter(({ options }) => options.localized === true).map(storageKey);
  return Object.fromEntries(own.map((key) => [key, null]));
}

/** The created slugs that belong to a locale: shared ones are created with the addressed locale. */
function ownSlugs(type: TypeShape, isMain: boolean, slugs: EntryValues): EntryValues {
  if (isMain) return slugs;
  const own = type.fields.filter((field) => hasLocalizedFields({ fields: [field], blocks: new Map() }));
  const keys = own.map(storageKey);
  return Object.fromEntries(Object.entries(slugs).filter(([key]) => keys.includes(key)));
}
