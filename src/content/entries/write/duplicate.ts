import { writeProject } from '../../../projects/index.ts';
import { newId } from '../../../contract/ids.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryValues } from '../store/schema.ts';
import { type ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { callAfter, countEntry } from '../../../lifecycle/index.ts';
import { editorForm } from '../editor/editor.ts';
import type { EditorEntry } from '../editor/editor-schema.ts';
import { checkSentValues } from './read-values.ts';
import { loadCollection, loadEntry } from '../read/reading.ts';
import { newRecord } from '../record.ts';
import { endOfEntrySave, saveEntry } from './save.ts';

/**
 * A new draft with the draft's values. Unique fields are empty, since no two entries share their values; what the values
 * point at may be gone, as in the original. @throws unknown_content_type, not_a_collection, unknown_entry, limit_reached
 */
export async function duplicateEntry(
  context: ReleaseContext,
  place: { type: string; entryId: string },
): Promise<RouteResponse<EditorEntry>> {
  const id = newId('entry', context.now);
  const { type, entry, release } = await writeProject(context, async (tx) => {
    const type = await loadCollection(tx, place.type);
    const original = await loadEntry(tx, type, place.entryId);
    const draft = await copiedValues(type, original.draft);
    const before = newRecord(tx.db.releaseId, { type, id, now: tx.now });
    const read = { values: draft, links: [], warnings: [], faults: [] };
    const change = { merge: () => draft, publish: undefined, draftOnly: true, isWhole: false };
    const writing = { tx, type, before };
    const saved = await saveEntry(writing, read, change);
    await countEntry(tx);
    return endOfEntrySave(writing, saved, { type, entry: saved.entry, release: tx.release });
  });
  const { body } = await editorForm(callAfter(context, release), type, entry);
  return respond(body, { status: 201, revision: body.revision });
}

async function copiedValues(type: TypeShape, values: EntryValues): Promise<EntryValues> {
  const kept = type.fields.filter(({ options }) => options.unique !== true).map(({ key }) => key);
  const copy = Object.fromEntries(kept.filter((key) => key in values).map((key) => [key, values[key]]));
  const key = type.display_field;
  const label = key === null ? undefined : copy[key];
  if (key === null || typeof label !== 'string' || label === '') return copy;
  const named = `${label} (copy)`;
  const { faults } = await checkSentValues(
    type,
    { [key]: named },
    {
      mayBeIncomplete: true,
      snapshots: [],
      now: new Date(0),
    },
  );
  return faults.length === 0 ? { ...copy, [key]: named } : copy;
}
