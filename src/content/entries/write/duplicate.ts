import { storageKey } from '../../../contract/fields/storage-key.ts';
import { newId } from '../../../contract/ids.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import { contextAfterWrite, countEntry } from '../../../lifecycle/index.ts';
import { writeProject } from '../../../projects/index.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { editorForm } from '../editor/editor.ts';
import type { EditorEntry } from '../editor/editor-schema.ts';
import { loadCollection, loadEntry } from '../read/reading.ts';
import { newRecord } from '../record.ts';
import type { EntryValues } from '../store/schema.ts';
import { checkSentValues } from './validate.ts';
import { finishEntryWrite, storeChange } from './write-entry.ts';

/**
 * Creates a draft with the values of an entry's draft. Unique fields are empty. Links to deleted items stay, as in the
 * original. @throws unknown_content_type, not_a_collection, unknown_entry, limit_reached
 */
export async function duplicateEntry(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<RouteResponse<EditorEntry>> {
  const id = newId('entry', context.now);
  const { type, entry, release } = await writeProject(context, async (tx) => {
    const type = await loadCollection(tx, location.type);
    const original = await loadEntry(tx, type, location.entryId);
    const draft = await copyValues(type, original.draft);
    const before = newRecord(tx.db.releaseId, { type, id, now: tx.now });
    const checked = { values: draft, links: [], warnings: [], errors: [] };
    const change = { merge: () => draft, publish: undefined, draftOnly: true, isWhole: false };
    const saved = await storeChange({ tx, type, before }, checked, change);
    await countEntry(tx);
    return finishEntryWrite({ tx, type, before }, saved, { type, entry: saved.entry, release: tx.release });
  });
  const { body } = await editorForm(contextAfterWrite(context, release), type, entry);
  return respond(body, { status: 201, revision: body.revision });
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
