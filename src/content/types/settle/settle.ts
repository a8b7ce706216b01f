import { writeProject } from '../../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { assignSlots } from '../../entries/store/sort-slots.ts';
import { deleteEntries, replaceEntries } from '../../entries/store/repository.ts';
import { derive } from '../../entries/store/derive.ts';
import { deleteLocaleRows } from '../../entries/store/locales/repository.ts';
import { ownValuesWithout, replaceRowsInLocales } from './locale-values.ts';
import { matchBatch } from './present-locales.ts';
import { findBatch } from '../../entries/store/queries/batch-repository.ts';
import type { EntryRecord, EntryValues } from '../../entries/store/schema.ts';
import {
  type Tx,
  type WriteResult,
  type NotInTransaction,
  type ReleaseWriter,
} from '../../../core/context/index.ts';
import {
  countRemoval,
  discardLocaleRowCount,
  dropVersions,
  entryItem,
  isReleaseReady,
  putEntriesInTrash,
} from '../../../lifecycle/index.ts';
import { emitRemoval } from '../../entries/write/locales/removal-events.ts';
import { trashedEntry } from '../../entries/write/trashed-entry.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findBlocks } from '../blocks/repository.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import type { TypeShape } from '../lookup.ts';
import { findType, removeType, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import { afterPass, clearedKeys, isPassDone, passName, giveUpExpired } from './removed-state.ts';

/** Maximum entries updated in one transaction. Batches of large entries are smaller. */
const batchSize = 100;

/** The progress of a pass over a type's entries. After a change of the definition it starts again. */
interface Pass {
  name: string;
  /** The id of the last updated entry. */
  after: string;
}

/**
 * Updates the entries of a type: takes removed fields out of indexes, clears their values after `kept_until`, puts
 * restored fields back, and fills new sort slots. Deletes all entries of a deleted type. Each step is one transaction
 * and can be repeated or run twice at once.
 * @param endsAt - the time to stop, on the clock of `performance.now()`
 * @returns whether it is complete
 */
export async function settleType(
  writer: ReleaseWriter & NotInTransaction,
  slug: string,
  endsAt = Infinity,
): Promise<boolean> {
  let pass: Pass | null = { name: '', after: '' };
  while (pass !== null && performance.now() < endsAt) {
    const from: Pass = pass;
    pass = await writeProject(writer, (tx) => settleBatch(tx, slug, from));
  }
  return pass === null;
}

/** Whether all entries match the definition. */
export function isSettled(
  type: Pick<TypeRecord, 'removed' | 'sort_slots' | 'has_restored_fields' | 'stale_rows'>,
): boolean {
  return isPassDone(type) && type.stale_rows === undefined && type.sort_slots.every(({ ready }) => ready);
}

async function settleBatch(
  tx: Tx<ReleaseWriter>,
  slug: string,
  pass: Pass,
): Promise<WriteResult<Pass | null>> {
  if (!(await isReleaseReady(tx.db, tx.db.releaseId))) return tx.unchanged(null); // the release is being deleted
  const storedType = await findType(tx.db, slug);
  if (storedType === null) return tx.unchanged(null);
  const { deleted_at: deletedAt } = storedType;
  if (deletedAt !== undefined) return removeBatch(tx, storedType, deletedAt);
  const type = giveUpExpired(storedType, tx.now);
  if (isSettled(type)) return tx.unchanged(null);
  if (type !== storedType) await replaceType(tx.db, { ...type, is_settled: false });
  const name = passName(type);
  const after = pass.name === name ? pass.after : '';
  const { entries: batch, isLast } = await findBatch(tx.db, slug, after, batchSize);
  const definitions = holdsBlocks(type) ? await findBlocks(tx.db) : [];
  const blocks = new Map(definitions.map((block) => [block.slug, block]));
  if (type.stale_rows === undefined) {
    const entries = batch.flatMap((entry) => settledEntry({ type, blocks }, entry) ?? []);
    await replaceEntries(tx.db, entries);
    await replaceRowsInLocales(tx, { ...type, blocks }, entries);
  } else await matchLocalesOf(tx, { ...type, blocks }, batch);
  const last = batch.at(-1);
  if (last !== undefined && !isLast) return tx.continued({ name, after: last.id });

  if (type.stale_rows !== undefined) await discardLocaleRowCount(tx.db);
  const settled = settledType(type);
  await replaceType(tx.db, settled);
  tx.invalidate('schema', definitionChangeTags([slug], tx.db.releaseId)); // lists that were rejected as too expensive now have an index
  return tx.continued(settled.is_settled ? null : { name: '', after: '' });
}

/** Updates a batch of entries whose rows differ from the definition or the list of locales, and reports removed locales. */
async function matchLocalesOf(
  tx: Tx<ReleaseWriter>,
  type: TypeShape,
  batch: readonly EntryRecord[],
): Promise<void> {
  const { list } = await tx.locales();
  const entries: EntryRecord[] = [];
  for (const entry of batch) {
    const settled = settledEntry({ type, blocks: type.blocks }, entry) ?? entry;
    entries.push(await emitRemoval(tx, { type, entry: settled }));
  }
  const scope = { shape: type, list, now: tx.now };
  const lostVersions = await matchBatch(tx.db, batch, { ...scope, entries });
  if (lostVersions.length > 0) await dropVersions(tx.db, lostVersions);
}

/** Moves a batch of entries of a deleted type to the trash, and deletes the type after the last batch. */
async function removeBatch(
  tx: Tx<ReleaseWriter>,
  type: TypeRecord,
  at: Date,
): Promise<WriteResult<Pass | null>> {
  const { slug, trash_id: trashId } = type;
  const { entries: batch, isLast } = await findBatch(tx.db, slug, '', batchSize);
  const ids = batch.map(({ id }) => id);
  await deleteEntries(tx.db, ids);
  if (ids.length > 0) await deleteLocaleRows(tx.db, ids);
  for (const id of ids) await countRemoval(tx, id, at);
  const items = batch.map((entry) => trashedEntry(tx.db, { type, entry, at }));
  if (trashId === undefined || !(await putEntriesInTrash(tx, trashId, items))) await dropAllVersions(tx, ids);
  if (!isLast) return tx.continued({ name: '', after: '' });
  await removeType(tx.db, slug);
  return tx.continued(null);
}

/** Drops the versions of entries in all locales. */
async function dropAllVersions(tx: Tx<ReleaseWriter>, ids: readonly string[]): Promise<void> {
  const { list, sweep } = await tx.locales();
  const furtherIds = [...list.slice(1), ...(sweep?.removing ?? [])].map(({ id }) => id);
  const { releaseId } = tx.db;
  await dropVersions(
    tx.db,
    ids.flatMap((id) => [null, ...furtherIds].map((locale) => entryItem(releaseId, id, locale))),
  );
}

/** The entry as the definition requires it; null if it is unchanged. */
function settledEntry(
  { type, blocks }: { type: TypeRecord; blocks: BlockShapes },
  entry: EntryRecord,
): EntryRecord | null {
  const keys = clearedKeys(type);
  const draft = without(entry.draft, keys);
  const live = entry.live === null ? null : without(entry.live, keys);
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, pending, ...rest } = entry;
  const scheduled =
    pending === undefined ? {} : { pending: { ...pending, values: without(pending.values, keys) } };
  const snapshots = { draft, live, ...scheduled, ...ownValuesWithout(entry, keys) };
  const settled = { ...rest, ...snapshots, ...derive({ ...type, blocks }, snapshots) };
  return isDeepStrictEqual(entry, settled) ? null : settled;
}

function without(values: EntryValues, keys: readonly string[]): EntryValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** Assigns free slots to fields without one. The new slots must be filled in another pass. */
function settledType(type: TypeRecord): TypeRecord {
  const ready = type.sort_slots.map((slot) => ({ ...slot, ready: true }));
  const slots = assignSlots(ready, { fields: type.fields, removedKeys: [] }, false);
  const settled = { ...afterPass(type), sort_slots: slots };
  return { ...settled, is_settled: isSettled(settled) };
}
