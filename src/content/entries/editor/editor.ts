import { apiError } from '../../../contract/errors/api-error.ts';
import { presentKeys } from '../../fields/keyed-fields.ts';
import { sentValues } from '../../fields/sent-values.ts';
import { haveSameFields } from '../../fields/walk.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import { loadShape, type TypeShape } from '../../types/lookup.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { findEntry, findSingleton } from '../store/repository.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import {
  contextAfterWrite,
  checkIfMatch,
  countOpenThreads,
  isHidden,
  mergeMeta,
  isPendingOutdated,
  itemReview,
  publishedState,
  rejectWhileDue,
} from '../../../lifecycle/index.ts';
import { type AddressedLocale, writeProject, writtenLocale } from '../../../projects/index.ts';
import type { BeginDraft, EditorEntry, SaveDraft } from './editor-schema.ts';
import { editedLocale, editorLocaleKeys } from './editor-locales.ts';
import { targetsOf } from './editor-targets.ts';
import { titleOf } from './label.ts';
import { loadCollection, loadEntry } from '../read/reading.ts';
import { applyDueEntry } from '../write/due-changes.ts';
import { storeRestoredLocale } from '../write/locales/restore-draft.ts';
import type { EntryWrite } from '../write/validate.ts';
import { leftOutWarnings, type RestoredVersion, restoreValues } from '../write/values/restore-values.ts';
import {
  finishEntryWrite,
  storeChange,
  updateEntry,
  updateSingleton,
  addEntry,
} from '../write/write-entry.ts';
import type { SavedEntry } from '../write/saved-entry.ts';
import { writeResponse } from '../write/write-response.ts';

/** Reads an entry for its editor, in any state. @throws unknown_content_type, not_a_collection, unknown_entry */
export async function readDraft(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<RouteResponse<EditorEntry>> {
  const type = await loadCollection(context, location.type);
  return editorForm(context, type, await loadEntry(context, type, location.entryId));
}

/** Reads a singleton for its editor. @throws not_a_singleton, content_not_published before its first save */
export async function readSingletonDraft(
  context: ReleaseContext,
  slug: string,
): Promise<RouteResponse<EditorEntry>> {
  const type = await loadShape(context, slug);
  if (type.kind === 'collection') throw apiError('not_a_singleton', { slug }, { param: 'type' });
  const entry = await findSingleton(context.db, slug);
  if (entry === null) throw apiError('content_not_published', { slug });
  return editorForm(context, type, entry);
}

/** Creates an entry that is only a draft and may be incomplete. @throws as writes do */
export async function beginDraft(
  context: ReleaseContext,
  slug: string,
  { values }: BeginDraft,
): Promise<RouteResponse<EditorEntry>> {
  return formAfter(context, slug, await addEntry(context, slug, { values }, { draftOnly: true }));
}

/** Saves the draft; the live version stays (specification: editing). @throws as writes do, revision_conflict */
export async function saveDraft(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  { values, merge }: SaveDraft,
): Promise<RouteResponse<EditorEntry>> {
  return formAfter(
    context,
    location.type,
    await updateEntry(context, location, { values }, { draftOnly: true, merge }),
  );
}

/** Saves the draft of a singleton. The first save creates it. */
export async function saveSingletonDraft(
  context: ReleaseContext,
  slug: string,
  { values, merge }: SaveDraft,
): Promise<RouteResponse<EditorEntry>> {
  return formAfter(
    context,
    slug,
    await updateSingleton(context, slug, { values }, { draftOnly: true, merge }),
  );
}

/**
 * Restores an older draft as the draft; the live version stays. Fields and blocks that the type no longer takes are
 * omitted with a warning. Links to deleted items are served as null. @throws unknown_entry, revision_conflict
 */
export async function restoreDraft(
  context: ReleaseContext,
  entryId: string,
  version: RestoredVersion,
): Promise<RouteResponse<EditorEntry>> {
  const { type, entry, release, warnings } = await writeProject(
    context,
    async (tx) => {
      const before = await findEntry(tx.db, entryId);
      if (before === null) throw apiError('unknown_entry', { entryId }, { param: 'itemId' });
      const type = await loadShape(tx, before.type);
      const addressed = await writtenLocale(tx);
      if (!addressed.isDefault) return restoreInLocale({ tx, type, before }, addressed, version);
      rejectWhileDue(before.id, before, tx.now);
      checkIfMatch(tx.ifMatch, before);
      const { values } = version;
      const restoredValues = await restoreValues(tx, type, { id: entryId, values, live: before.live });
      const draft = restoredValues.values;
      const checked = { values: draft, links: [], warnings: [], errors: [] };
      const change = {
        merge: () => draft,
        publish: undefined,
        draftOnly: true,
        isWhole: false,
        restores: true,
      };
      const entryWrite = { tx, type, before };
      const save = await storeChange(entryWrite, checked, change);
      const { entry } = save;
      const { release } = tx;
      return finishEntryWrite(entryWrite, save, {
        type,
        entry,
        release,
        warnings: leftOutWarnings(restoredValues),
      });
    },
    applyDueEntry(context),
  );
  const form = await editorForm(contextAfterWrite(context, release), type, entry);
  return warnings.length === 0
    ? form
    : respond({ ...form.body, meta: { warnings } }, { revision: entry.revision });
}

/** Restores an older draft of a further locale. Shared values stay. */
async function restoreInLocale(entryWrite: EntryWrite, addressed: AddressedLocale, version: RestoredVersion) {
  const { save, restoredValues } = await storeRestoredLocale(entryWrite, addressed, version);
  const { type, tx } = entryWrite;
  return finishEntryWrite(entryWrite, save, {
    ...{ type, entry: save.entry, release: tx.release },
    warnings: leftOutWarnings(restoredValues),
  });
}

/** Values of a version of an entry in the form in which they are sent. @throws unknown_entry */
export async function sentVersion(
  context: ReleaseContext,
  entryId: string,
  values: EntryValues,
): Promise<Record<string, unknown>> {
  const entry = await findEntry(context.db, entryId);
  if (entry === null) throw apiError('unknown_entry', { entryId }, { param: 'itemId' });
  return sentValues(await loadShape(context, entry.type), values);
}

/**
 * Returns a function that names the field of a stored value of an entry, also inside a list of blocks; undefined if the
 * type has no such field any more.
 * @throws unknown_entry
 */
export async function versionFields(
  context: ReleaseContext,
  entryId: string,
): Promise<(address: string) => string | undefined> {
  const entry = await findEntry(context.db, entryId);
  if (entry === null) throw apiError('unknown_entry', { entryId }, { param: 'itemId' });
  const { fields } = await loadShape(context, entry.type);
  const keys = new Map(fields.map((field) => [storageKey(field), field.key]));
  return (address) => keys.get(address.split('/')[0] ?? '');
}

/** The editor's form of a saved entry, with the warnings of the write. */
async function formAfter(
  context: ReleaseContext,
  slug: string,
  save: SavedEntry,
): Promise<RouteResponse<EditorEntry>> {
  const after = contextAfterWrite(context, save.release);
  const type = await loadShape(after, slug);
  const { body } = await editorForm(after, type, await loadEntry(after, type, save.entry.id));
  const { body: response, details } = await writeResponse(after, save);
  const meta = { ...response.meta, ...mergeMeta(save.merge) };
  const { status, revision } = details;
  return respond(
    { ...body, ...(Object.keys(meta).length === 0 ? {} : { meta }) },
    { revision: revision ?? body.revision, ...(status === undefined ? {} : { status }) },
  );
}

/** An entry in the form that its editor reads. */
export async function editorForm(
  context: ReleaseContext,
  type: TypeShape,
  record: EntryRecord,
): Promise<RouteResponse<EditorEntry>> {
  const view = editedLocale(context, type, record);
  const entry = view?.entry ?? record;
  const { status, ...state } = publishedState(entry, context.now);
  if (status === 'archived') throw new Error('entries are never archived');
  const live = isHidden(entry, context.now) ? null : entry.live;
  const { draft, pending } = entry;
  const isOutdated =
    isPendingOutdated(entry, context.now) && !haveSameFields(type, draft, pending?.values ?? {});
  const [openThreads, targets] = await Promise.all([
    countOpenThreads(context.db, [entry.id]),
    targetsOf(
      context,
      [draft, ...(live === null ? [] : [live])].map((values) => ({ type, values })),
    ),
  ]);
  const body: EditorEntry = {
    id: entry.id,
    type: type.slug,
    title: titleOf(type, entry.draft, ''),
    status,
    ...state,
    ...(isOutdated ? { publish_at_outdated: true as const } : {}),
    draft: sentValues(type, draft),
    live: live === null ? null : sentValues(type, live),
    ...editorLocaleKeys(context, type, { record, view }),
    review: itemReview(record),
    open_comments: openThreads.get(entry.id) ?? 0,
    targets,
    ...renamedKeys(type),
    release: context.release,
  };
  return respond(body, entry.revision === 0 ? {} : { revision: entry.revision });
}

function renamedKeys({ fields, blocks }: TypeShape): Pick<EditorEntry, 'renamed_keys'> {
  const type = presentKeys(fields);
  const ofBlocks = [...blocks.values()]
    .map((block) => [block.slug, presentKeys(block.fields)] as const)
    .filter(([, keys]) => Object.keys(keys).length > 0);
  const isEmpty = Object.keys(type).length + ofBlocks.length === 0;
  return isEmpty ? {} : { renamed_keys: { type, blocks: Object.fromEntries(ofBlocks) } };
}
