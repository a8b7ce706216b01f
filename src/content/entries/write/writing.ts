import { draftAlone } from '../../../contract/drafts.ts';
import { newId } from '../../../contract/ids.ts';
import { combineErrors, apiError } from '../../../contract/errors/api-error.ts';
import { knownTypes, typeIn, type TypeShape } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { findSingleton } from '../store/repository.ts';
import type { Tx, WriteResult, ReleaseContext, ReleaseInfo } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import {
  callAfter,
  checkIfMatch,
  countEntry,
  updatesLive,
  rejectWhileDue,
} from '../../../lifecycle/index.ts';
import { entryUrl } from '../editor/label.ts';
import { mergeValues, type LaidValues, leftWarnings } from './merge-values.ts';
import { checkSentValues, withDefaults } from './read-values.ts';
import { checkNotEmpty, readDates } from './written-dates.ts';
import { loadEntry } from '../read/reading.ts';
import { newRecord } from '../record.ts';
import { type KnownTargets, referenceResolver } from '../read/resolve.ts';
import { endOfEntrySave, type EntryWarning, type EntryWrite, saveEntry } from './save.ts';
import { writeEntry } from './schedule.ts';
import type { WriteEntry, WrittenEntry } from '../schema.ts';
import { serializeWritten } from '../serialize.ts';

/** A write that is stored. */
export interface SavedEntry {
  /** The release that was written. */
  release: ReleaseInfo;
  type: TypeShape;
  entry: EntryRecord;
  warnings: EntryWarning[];
  isNew: boolean;
  /** What the transaction read of what the entry points at. */
  known: KnownTargets;
}

/** What a write does beside the values that it was sent. */
export interface EntryWriteOptions {
  /** "Save draft" and `draft=true`: what is live stays, and the draft may be incomplete. */
  draftOnly?: boolean;
}

/**
 * Creates an entry of a collection; `publish` makes it live in the same write (specification: custom-content).
 * @throws not_a_collection, the create-validation problems, the date problems
 */
export async function createEntry(
  context: ReleaseContext,
  slug: string,
  sent: WriteEntry,
): Promise<RouteResponse<WrittenEntry>> {
  return writtenAnswer(context, await storeNewEntry(context, slug, sent));
}

/** Does the write without building the response. */
export function storeNewEntry(
  context: ReleaseContext,
  slug: string,
  sent: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  const id = newId('entry', context.now);
  return writeEntry(context, async (tx) => {
    const { type, types } = await requireType(tx, slug, 'collection');
    const before = newRecord(tx.db.releaseId, { type, id, now: tx.now });
    const filled = { ...sent, values: withDefaults(type, sent.values ?? {}) };
    const whole = { isWhole: true, isConditional: false, sendsWhole: true };
    return write({ tx, type, types, before }, filled, { ...whole, ...options });
  });
}

/** Replaces a singleton's draft as a whole, creating it on first save; omitted keys are cleared. @throws not_a_singleton, invalid_parameter */
export async function putSingleton(
  context: ReleaseContext,
  slug: string,
  sent: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  const options = draftAlone(query, sent);
  const id = newId('entry', context.now);
  const saved = await writeEntry(context, async (tx) => {
    const { type, types } = await requireType(tx, slug, 'singleton');
    const before =
      (await findSingleton(tx.db, slug)) ?? newRecord(tx.db.releaseId, { type, id, now: tx.now });
    const cleared = Object.fromEntries(type.fields.map(({ key }) => [key, null]));
    const whole = { isWhole: true, sendsWhole: true, cleared };
    return write({ tx, type, types, before }, sent, { ...whole, ...options });
  });
  return writtenAnswer(context, saved);
}

/** Merges into a singleton, creating it when it was never saved. @throws not_a_singleton, nothing_to_update */
export async function patchSingleton(
  context: ReleaseContext,
  slug: string,
  sent: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  return writtenAnswer(context, await storeInSingleton(context, slug, sent, draftAlone(query, sent)));
}

/** Does the write without building the response. */
export async function storeInSingleton(
  context: ReleaseContext,
  slug: string,
  sent: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  checkNotEmpty(sent);
  const id = newId('entry', context.now);
  return writeEntry(context, async (tx) => {
    const { type, types } = await requireType(tx, slug, 'singleton');
    const before =
      (await findSingleton(tx.db, slug)) ?? newRecord(tx.db.releaseId, { type, id, now: tx.now });
    return write({ tx, type, types, before }, sent, { isWhole: before.revision === 0, ...options });
  });
}

/** Merges into an entry (specification: merge-rules). @throws unknown_entry, nothing_to_update, the validation problems */
export async function patchEntry(
  context: ReleaseContext,
  place: { type: string; entryId: string },
  sent: WriteEntry,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenEntry>> {
  return writtenAnswer(context, await storeEntry(context, place, sent, draftAlone(query, sent)));
}

/** Does the write without building the response. */
export async function storeEntry(
  context: ReleaseContext,
  place: { type: string; entryId: string },
  sent: WriteEntry,
  options: EntryWriteOptions = {},
): Promise<SavedEntry> {
  checkNotEmpty(sent);
  return writeEntry(context, async (tx) => {
    const { type, types } = await requireType(tx, place.type, 'collection');
    const before = await loadEntry(tx, type, place.entryId);
    return write({ tx, type, types, before }, sent, { isWhole: false, ...options });
  });
}

/** Reads a type inside a write. @throws unknown_content_type, not_a_collection, not_a_singleton */
async function requireType(
  tx: Tx<ReleaseContext>,
  slug: string,
  kind: TypeRecord['kind'],
): Promise<{ type: TypeShape; types: TypesBySlug }> {
  const types = await knownTypes(tx);
  const type = typeIn(types, slug);
  if (kind === 'collection' && type.kind === 'singleton')
    throw apiError('not_a_collection', { slug }, { param: 'type' });
  if (kind === 'singleton' && type.kind === 'collection')
    throw apiError('not_a_singleton', { slug }, { param: 'type' });
  return { type: { ...type, blocks: types.blocks }, types };
}

interface WriteMode {
  isWhole: boolean;
  /** Whether blocks are sent whole, and not laid over those that the entry has. */
  sendsWhole?: boolean;
  draftOnly?: boolean;
  /** Whether `If-Match` has a say; not where something new is made (specification: if-match). */
  isConditional?: boolean;
  /** What a replacement clears first. */
  cleared?: EntryValues;
}

async function write(
  writing: EntryWrite & { types: TypesBySlug },
  sent: WriteEntry,
  { isWhole, sendsWhole = false, draftOnly = false, cleared = {}, isConditional = true }: WriteMode,
): Promise<WriteResult<SavedEntry>> {
  const { tx, type, types, before } = writing;
  const isNew = before.revision === 0;
  rejectWhileDue(before.id, before, tx.now);
  if (isConditional) checkIfMatch(tx.ifMatch, isNew ? null : newestOf(before, draftOnly));
  const { date, publishAt, unpublishAt, faults } = readDates(tx, before, sent);
  const changed = { publish: sent.publish, publishAt, draftOnly };
  const snapshots = [before.draft, ...(updatesLive(before, changed) ? [before.live ?? {}] : [])];
  const reading = { mayBeIncomplete: draftOnly, isWhole: sendsWhole, snapshots, now: tx.now };
  const read = await checkSentValues(type, sent.values ?? {}, reading);
  const joined = combineErrors(faults.length === 0 ? [] : [...read.faults, ...faults]);
  if (joined !== null) throw joined;
  const written = { ...cleared, ...read.values };
  const laid: LaidValues[] = []; // the draft, then what is live
  const { targets, ...saved } = await saveEntry(writing, read, {
    merge(values) {
      const merge = mergeValues(values, written, type.blocks);
      laid.push(merge);
      return merge.values;
    },
    publish: sent.publish,
    publishedAt: date,
    publishAt,
    unpublishAt,
    draftOnly,
    isWhole,
  });
  if (isNew) await countEntry(tx);
  const { release } = tx;
  return endOfEntrySave(writing, saved, {
    ...{ release, type, entry: saved.entry, isNew },
    warnings: [...saved.warnings, ...leftWarnings(laid)],
    known: { types, entries: targets },
  });
}

/** A caller who saves a draft must have seen the newest draft; the live revision says nothing about it. */
function newestOf({ revision, live_revision }: EntryRecord, draftOnly: boolean) {
  return draftOnly ? { revision } : { revision, live_revision };
}

/** What the writer is answered, from the release that was written. */
export async function writtenAnswer(
  context: ReleaseContext,
  { release, type, entry, warnings, isNew, known }: SavedEntry,
): Promise<RouteResponse<WrittenEntry>> {
  const item = { type, values: entry.draft };
  const { serve } = await referenceResolver(callAfter(context, release), [item], known);
  const left: EntryWarning[] = [];
  const values = await serve(item, (field) => left.push(leftOut(context, field)));
  const body = serializeWritten(entry, values, [...warnings, ...left], context.now);
  const location = entryUrl(type.kind, type.slug, entry.id);
  return respond(body, { revision: entry.revision, ...(isNew ? { status: 201 as const, location } : {}) });
}

/** What is written is written: what its answer has no room for is null there, and the answer has a warning. */
function leftOut({ bounds }: ReleaseContext, field: string): EntryWarning {
  const message = `${field} is stored, and null in this answer alone: with it the answer would have more than ${bounds.answerBytesMax} bytes.`;
  return { code: 'answer_shortened', message, param: field };
}
