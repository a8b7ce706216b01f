import { storageKey } from '../../../contract/fields/storage-key.ts';
import { newId } from '../../../contract/ids.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import { contextAfterWrite, countEntry, outdatedSources } from '../../../lifecycle/index.ts';
import { writeProject } from '../../../projects/index.ts';
import { splitValues } from '../../fields/locales/own-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { editorForm } from '../editor/editor.ts';
import type { EditorEntry } from '../editor/editor-schema.ts';
import { loadCollection, loadEntry } from '../read/reading.ts';
import { newRecord } from '../record.ts';
import { entryIn, isInLocales, itemOf } from '../store/locales/states.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { type LocaleChange, storeItemChange } from './locales/store.ts';
import type { StoredEntry } from './saved-entry.ts';
import { checkSentValues, type EntryWrite } from './validate.ts';
import { finishEntryWrite, storeChange } from './write-entry.ts';

/**
 * Creates a draft with the values of an entry's draft in each locale; outdated texts stay outdated. Unique fields are empty. Links to deleted items
 * stay, as in the original. @throws unknown_content_type, not_a_collection, unknown_entry, limit_reached
 */
export async function duplicateEntry(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<RouteResponse<EditorEntry>> {
  const id = newId('entry', context.now);
  const { type, entry, release } = await writeProject(context, async (tx) => {
    const type = await loadCollection(tx, location.type);
    const original = await loadEntry(tx, type, location.entryId);
    const before = newRecord(tx.db.releaseId, { type, id, now: tx.now });
    const saved = isInLocales(original)
      ? await storeCopyInLocales({ tx, type, before }, original)
      : await storeCopy({ tx, type, before }, original);
    await countEntry(tx);
    return finishEntryWrite({ tx, type, before }, saved, { type, entry: saved.entry, release: tx.release });
  });
  const { body } = await editorForm(contextAfterWrite(context, release), type, entry);
  return respond(body, { status: 201, revision: body.revision });
}

async function storeCopy(write: EntryWrite, original: EntryRecord): Promise<StoredEntry> {
  const { checked, change } = draftOf(await copyValues(write.type, original.draft));
  return storeChange(write, checked, change);
}

/** Stores a copy with a draft in each locale of an entry. */
async function storeCopyInLocales(
  { tx, type, before }: EntryWrite,
  original: EntryRecord,
): Promise<StoredEntry> {
  const { list } = await tx.locales();
  const item = itemOf(original, type, list);
  const copies: LocaleChange[] = [];
  for (const locale of list) {
    if (!item.states.has(locale.id)) continue;
    const view = entryIn(original, { item, locale: locale.id, type, now: tx.now });
    const draft = draftOf(await copyValues(type, view.draft));
    const olderSources = outdatedSources(item, { list, locale });
    copies.push({ locale, isMain: true, prefix: '', type, before, olderSources, ...draft });
  }
  // A locale that has unique values alone has nothing to copy.
  const withValues = copies.filter(({ checked }) => hasOwnValues(type, checked.values));
  const changes = withValues.length > 0 ? withValues : copies.slice(0, 1);
  const shared = changes[0]?.checked.values ?? {};
  const states = { list, item: itemOf(before, type, list), publishesShared: false };
  return storeItemChange({ tx, type, before }, { ...states, changes, mergeShared: () => shared });
}

function hasOwnValues(type: TypeShape, values: EntryValues): boolean {
  return Object.keys(splitValues(type, values).own).length > 0;
}

/** The write of a draft whose values are those of another entry. */
function draftOf(values: EntryValues): Pick<LocaleChange, 'checked' | 'change'> {
  return {
    checked: { values, links: [], warnings: [], errors: [] },
    change: { merge: () => values, publish: undefined, draftOnly: true, isWhole: false },
  };
}

/** The values without unique fields. "(copy)" is added to the title if the field takes it. */
async function copyValues(type: TypeShape, values: EntryValues): Promise<EntryValues> {
  const keys = type.fields.filter(({ options }) => options.unique !== true).map(storageKey);
  const copy = Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
  const titleField = type.fields.find(({ key }) => key === type.display_field);
  const title = titleField === undefined ? undefined : copy[storageKey(titleField)];
  if (titleField === undefined || typeof title !== 'string' || title === '') return copy;
  const newTitle = `${title} (copy)`;
  const options = { mayBeIncomplete: true, snapshots: [], now: new Date(0) };
  const { errors } = await checkSentValues(type, { [titleField.key]: newTitle }, options);
  return errors.length === 0 ? { ...copy, [storageKey(titleField)]: newTitle } : copy;
}
