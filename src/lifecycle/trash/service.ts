import { keepsKeyDeletions, noteActivity, writeProject } from '../../projects/index.ts';
import { type BulkResult, changeEach } from '../../contract/bulk.ts';
import { isId, newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import {
  type ProjectContext,
  type ReleaseContext,
  type TrashedItem,
  type TrashKind,
  trashKindNames,
} from '../../core/context/index.ts';
import { checkNeed } from '../../core/http/index.ts';
import type { ProjectDb, ReleaseDb } from '../../core/mongo/index.ts';
import type { Reviewed } from '../review/schema.ts';
import { removeForGood } from './remove.ts';
import {
  countTrash,
  findDeletion,
  findIdsOfType,
  findOlderTrash,
  findTrash,
  findTrashIds,
  type ListedTrash,
  listTrash,
  oldestTrash,
  putManyInTrash,
  putTrash,
  type TrashCondition,
  type TrashEntry,
  trashRowId,
} from './repository.ts';
import type { TrashFilter, TrashItem, TrashList, TrashQuery, TrashRecord } from './schema.ts';

/** Items of one transaction while the trash is emptied, and the maximum milliseconds of such a request. */
const removalBatch = 50;
const emptyTimeoutMs = 4_000;

/**
 * Stores an item that a member or an API key deletes until it expires, in the transaction of its deletion
 * (specification: trash). An owner can turn that off for keys.
 * @returns the id of the deletion; null if the item is not in the trash
 */
export async function putInTrash(
  { db, caller, now }: Pick<ProjectContext, 'db' | 'caller' | 'now'>,
  item: TrashedItem,
): Promise<string | null> {
  if (caller === null || caller.kind === 'reader') return null;
  if (caller.kind === 'key' && !(await keepsKeyDeletions(db))) return null;
  const trashId = newId('trash', now);
  await putTrash(db, {
    _id: rowIdOf(db, item, trashId),
    kind: item.kind,
    item_id: item.itemId,
    release: item.releaseId,
    type: item.type,
    title: item.title,
    was_live: item.wasLive,
    trash_id: trashId,
    ...(item.entries === undefined ? {} : { entries: item.entries }),
    ...(item.bytes === undefined ? {} : { bytes: item.bytes }),
    ...(item.locale === undefined ? {} : { locale: item.locale }),
    record: withoutNotes(item.record),
    deleted_at: now,
    deleted_by: { kind: caller.isJob === true ? 'job' : caller.kind, id: caller.keyId, name: caller.name },
    expires_at: new Date(now.getTime() + limits.trash_days * dayMs),
  });
  await noteActivity({ db, now }, 'trash', ...noteOfReview(item.record));
  return trashId;
}

/** A slug, and the content of a locale, can be deleted again while an earlier deletion is in the trash. */
function rowIdOf(db: ProjectDb, { kind, releaseId, itemId, locale }: TrashedItem, trashId: string): string {
  if (isDefinition(kind)) return trashRowId(db, { releaseId, itemId: trashId });
  return trashRowId(db, { releaseId, itemId, ...(locale === undefined ? {} : { trashId }) });
}

/** A deletion ends the review of an item. */
function noteOfReview(record: object): 'reviews'[] {
  return (record as Reviewed).review === undefined ? [] : ['reviews'];
}

function isDefinition(kind: TrashRecord['kind']): boolean {
  return kind === 'type' || kind === 'block';
}

/**
 * Stores entries of a type that is in the trash, inside the transaction of their removal.
 * @returns whether the type is still in the trash, so that the entries are there too
 */
export async function putEntriesInTrash(
  { db, now }: { db: ReleaseDb; now: Date },
  trashId: string,
  items: readonly TrashedItem[],
): Promise<boolean> {
  const type = await findDeletion(db, trashId);
  if (type?.release !== db.releaseId || type.deleted_at === undefined) return false;
  const { deleted_by, expires_at, deleted_at: at } = type;
  const records = items.map((item) => ({
    _id: trashRowId(db, item),
    kind: item.kind,
    item_id: item.itemId,
    trash_id: newId('trash', now),
    release: item.releaseId,
    type: item.type,
    title: item.title,
    was_live: item.wasLive,
    record: withoutNotes(item.record),
    deleted_with: { id: trashId, at },
    deleted_by,
    expires_at,
  }));
  await putManyInTrash(db, records);
  return true;
}

/** Removes all but the `newest` of some items without a release for good, inside the transaction of a deletion. */
export async function removeOlderTrash(
  db: ProjectDb,
  kind: TrashKind,
  { itemIds, newest }: { itemIds: readonly string[]; newest: number },
): Promise<void> {
  for (const row of await findOlderTrash(db, itemIds, newest)) await removeForGood(db, row, [kind]);
}

/** A deletion ends the review of an item. Exports can contain the trash, but never notes of reviews. */
function withoutNotes(record: object): object {
  const { review: _review, ...rest } = record as Reviewed;
  return rest;
}

/** Returns one page of the trash, last deleted first. @throws invalid_cursor, invalid_parameter */
export async function readTrash(
  context: ReleaseContext,
  { cursor, ...query }: TrashQuery,
): Promise<TrashList> {
  const { db, cursors } = context;
  const limit = query.limit ?? limits.page_size_default;
  const condition = readCondition(db, query);
  const list = [
    ...[db.projectId, db.releaseId, 'trash', query.kind ?? null],
    ...[query.by ?? null, query.since ?? null, query.until ?? null],
  ];
  const [at, id] = cursor === undefined ? [] : cursors.decode(list, cursor);
  const after = cursor === undefined ? null : { deleted_at: new Date(String(at)), _id: String(id) };
  const most = context.bounds.bulkItemsMax;
  const [items, count] = await context.withConcurrencyLimit(() =>
    Promise.all([
      listTrash(db, { condition, after, limit: limit + 1 }),
      after === null ? countTrash(db, condition, most + 1) : null,
    ]),
  );
  const pageItems = items.slice(0, limit);
  const last = pageItems.at(-1);
  const hasMore = items.length > limit;
  return {
    data: pageItems.map((row) => ({ ...serializeTrash(row), ...localeKey(context, row) })),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined
          ? cursors.encode(list, [last.deleted_at.toISOString(), last._id])
          : null,
      next_offset: null,
      total: count === null ? null : Math.min(count, most),
      total_is_capped: count !== null && count > most,
    },
  };
}

/** The code of the locale whose content was deleted; the id if the locale was removed. */
function localeKey(
  { project }: Pick<ReleaseContext, 'project'>,
  { locale: id }: Pick<TrashRecord, 'locale'>,
): Pick<TrashItem, 'locale'> {
  if (id === undefined) return {};
  return { locale: project.locales.list.find((locale) => locale.id === id)?.code ?? id };
}

/** @throws invalid_parameter */
function readCondition({ releaseId }: ReleaseDb, { kind, by, since, until }: TrashFilter): TrashCondition {
  return { releaseId, kind, by, since: readTime('since', since), until: readTime('until', until) };
}

/**
 * Kinds that other items need, in the order in which they are restored. A definition can need one that was deleted
 * later, so the last deletion is restored first.
 */
const restoredFirst: readonly (readonly TrashRecord['kind'][])[] = [
  ['type', 'block'],
  ['kb_collection'],
  ['kb_section'],
  ['author', 'blog_category'],
];

/**
 * The ids of the deletions that match, at most `max`, in an order in which they can be restored. Types are followed by
 * their entries. @throws invalid_parameter
 */
export async function findRestorableIds(
  context: ReleaseContext,
  filter: TrashFilter,
  max: number,
): Promise<string[]> {
  const deletions = await findTrashIds(context.db, readCondition(context.db, filter), max);
  const ids: string[] = [];
  const groups = [...restoredFirst, trashKindNames.filter((name) => !restoredFirst.flat().includes(name))];
  for (const kinds of groups) {
    for (const { kind, item_id: itemId, trash_id: id = itemId } of deletions) {
      if (!kinds.includes(kind)) continue;
      ids.push(id);
      if (kind === 'type') ids.push(...(await findIdsOfType(context.db, id, max)));
    }
  }
  return ids.slice(0, max);
}

/** @throws invalid_parameter */
function readTime(name: 'since' | 'until', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time !== null) return time;
  const why = 'is not a date; write it as 2026-11-20T09:30:00Z';
  throw apiError('invalid_parameter', { name, why }, { param: name });
}

/** Removes items for good, with a result for each. Needs the permission with which the item would be restored. */
export function removeFromTrash(
  context: ReleaseContext,
  kinds: readonly TrashKind[],
  ids: readonly string[],
): Promise<BulkResult> {
  return changeEach(ids, (id) =>
    writeProject({ ...context, ifMatch: null }, async (tx) => {
      const row = await loadTrash(tx, id);
      const needs = kinds.find(({ kind }) => kind === row.kind)?.needs;
      if (needs !== undefined) checkNeed(context.caller, needs);
      await removeForGood(tx.db, row, kinds);
      await noteActivity(tx, 'trash');
      return tx.stored({ action: 'trash.removed', ...auditedItem(row) });
    }),
  );
}

/**
 * Removes everything in the trash until the request's time is over.
 * @returns the number of removed items; a second request continues
 */
export async function emptyTrash(
  context: ReleaseContext,
  kinds: readonly TrashKind[],
): Promise<{ removed: number }> {
  const endsAt = Math.min(context.endsAt ?? Infinity, performance.now() + emptyTimeoutMs);
  let removedCount = 0;
  while (performance.now() < endsAt) {
    const batch = await oldestTrash(context.db, removalBatch);
    if (batch.length === 0) break;
    await writeProject({ ...context, ifMatch: null }, async (tx) => {
      for (const row of batch) await removeForGood(tx.db, row, kinds);
      await noteActivity(tx, 'trash');
      return tx.stored(batch.map((row) => ({ action: 'trash.removed', ...auditedItem(row) })));
    });
    removedCount += batch.length;
  }
  return { removed: removedCount };
}

/** The audit subject of a deletion. */
export function auditedItem({ kind, item_id: id, release, type, title }: TrashEntry) {
  const subject = { kind, id, title, ...(type === null ? {} : { type }) };
  return { subject, ...(release === null ? {} : { releaseId: release }) };
}

/** @throws not_in_trash */
export async function loadTrash({ db, now }: ReleaseContext, id: string): Promise<TrashRecord> {
  const releaseId = isId('entry', id) ? db.releaseId : null;
  const row = isId('trash', id)
    ? await findDeletion(db, id)
    : await findTrash(db, trashRowId(db, { releaseId, itemId: id }));
  if (row === null || row.expires_at <= now) throw apiError('not_in_trash', { id }, { param: 'ids' });
  return row;
}

function serializeTrash(row: ListedTrash): TrashItem {
  const { item_id: id, trash_id = id, kind, type, title, entries = null, was_live = false } = row;
  const { deleted_at, deleted_by, expires_at } = row;
  return {
    trash_id,
    id,
    kind,
    type,
    title,
    entries,
    was_live,
    deleted_at: deleted_at.toISOString(),
    deleted_by: { kind: 'user', ...deleted_by },
    expires_at: expires_at.toISOString(),
  };
}
