import {
  BatchBroken,
  keepsKeyDeletions,
  noteActivity,
  writeBatch,
  writeProject,
} from '../../projects/index.ts';
import { itemAction } from '../../contract/events/audit-actions.ts';
import { type BulkResult, changeEach } from '../../contract/bulk.ts';
import { limits } from '../../contract/limits.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import {
  type ProjectContext,
  type ReleaseContext,
  type RestoreWarning,
  type TrashedItem,
  type TrashKind,
} from '../../core/context/index.ts';
import type { Reviewed } from '../review/schema.ts';
import { itemOf, removeForGood } from './remove.ts';
import {
  findTrash,
  listTrash,
  oldestTrash,
  putTrash,
  removeTrash,
  type TrashEntry,
  trashRowId,
} from './repository.ts';
import type { Restore, RestoreResult, TrashItem, TrashList, TrashQuery, TrashRecord } from './schema.ts';

/** Items of one transaction while the trash is emptied, and the maximum milliseconds of such a request. */
const removalBatch = 50;
const emptyTimeoutMs = 4_000;

/**
 * Stores an item that a member or an API key deletes until it expires, in the transaction of its deletion
 * (specification: trash). An owner can turn that off for keys.
 * @returns whether the item is in the trash
 */
export async function putInTrash(
  { db, caller, now }: Pick<ProjectContext, 'db' | 'caller' | 'now'>,
  item: TrashedItem,
): Promise<boolean> {
  if (caller === null || caller.kind === 'reader') return false;
  if (caller.kind === 'key' && !(await keepsKeyDeletions(db))) return false;
  await putTrash(db, {
    _id: trashRowId(db, item),
    kind: item.kind,
    item_id: item.itemId,
    release: item.releaseId,
    type: item.type,
    title: item.title,
    was_live: item.wasLive,
    record: withoutNotes(item.record),
    deleted_at: now,
    deleted_by: { kind: caller.kind, id: caller.keyId, name: caller.name },
    expires_at: new Date(now.getTime() + limits.trash_days * dayMs),
  });
  await noteActivity({ db, now }, 'trash', ...noteOfReview(item.record));
  return true;
}

/** A deletion ends the review of an item. */
function noteOfReview(record: object): 'reviews'[] {
  return (record as Reviewed).review === undefined ? [] : ['reviews'];
}

/** A deletion ends the review of an item. Exports can contain the trash, but never notes of reviews. */
function withoutNotes(record: object): object {
  const { review: _review, ...rest } = record as Reviewed;
  return rest;
}

/** Returns one page of the trash, last deleted first. @throws invalid_cursor, invalid_parameter */
export async function readTrash(
  context: ReleaseContext,
  { kind, by, cursor, ...query }: TrashQuery,
): Promise<TrashList> {
  const limit = query.limit ?? limits.page_size_default;
  const [since, until] = [readTime('since', query.since), readTime('until', query.until)];
  const list = [
    ...[context.db.projectId, context.db.releaseId, 'trash', kind ?? null],
    ...[by ?? null, query.since ?? null, query.until ?? null],
  ];
  const [at, id] = cursor === undefined ? [] : context.cursors.decode(list, cursor);
  const after = cursor === undefined ? null : { deleted_at: new Date(String(at)), _id: String(id) };
  const trashQuery = { releaseId: context.db.releaseId, kind, by, since, until, after, limit: limit + 1 };
  const items = await context.withConcurrencyLimit(() => listTrash(context.db, trashQuery));
  const pageItems = items.slice(0, limit);
  const last = pageItems.at(-1);
  const hasMore = items.length > limit;
  return {
    data: pageItems.map(serializeTrash),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined
          ? context.cursors.encode(list, [last.deleted_at.toISOString(), last._id])
          : null,
      next_offset: null,
    },
  };
}

/** @throws invalid_parameter */
function readTime(name: 'since' | 'until', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time !== null) return time;
  const why = 'is not a date; write it as 2026-11-20T09:30:00Z';
  throw apiError('invalid_parameter', { name, why }, { param: name });
}

/** Restores items one after another, each in its own transaction, with a result for each. */
export async function restoreFromTrash(
  context: ReleaseContext,
  kinds: readonly TrashKind[],
  { ids, publish = false }: Restore,
): Promise<RestoreResult> {
  const warnings: RestoreResult['warnings'] = [];
  const unconditional = { ...context, ifMatch: null };
  const result = await changeEach(ids, async (id) => {
    const { warnings: own } = await (publish ? restoreAndPublish : restoreOne)(unconditional, kinds, id);
    warnings.push(...own.map((warning) => ({ id, ...warning })));
  });
  return { ...result, warnings };
}

interface RestoredItem {
  item: TrashedItem;
  kind: TrashKind;
  warnings: RestoreWarning[];
}

function restoreOne(context: ReleaseContext, kinds: readonly TrashKind[], id: string): Promise<RestoredItem> {
  return writeProject(context, async (tx) => {
    const row = await loadTrash(tx, id);
    const kind = kinds.find((candidate) => candidate.kind === row.kind);
    if (kind === undefined) throw new Error(`nothing restores ${row.kind}`);
    const warnings = await kind.restore(tx, itemOf(row));
    await removeTrash(tx.db, row._id);
    await noteActivity(tx, 'trash');
    const audit = { action: itemAction(row.kind, 'restored'), ...auditedItem(row) };
    return tx.stored(audit, { item: itemOf(row), kind, warnings });
  });
}

/**
 * Restores an item, and publishes it if readers saw it before, in one transaction. If it can't be published, it stays
 * a draft. @throws role_required if the caller may not publish
 */
async function restoreAndPublish(
  context: ReleaseContext,
  kinds: readonly TrashKind[],
  id: string,
): Promise<Pick<RestoredItem, 'warnings'>> {
  if (context.rejectPublish !== undefined) throw context.rejectPublish();
  try {
    return await writeBatch(context, async (member) => {
      const { item, kind, warnings } = await restoreOne(member, kinds, id);
      try {
        if (item.wasLive) await kind.publish?.(member, item);
        return { warnings };
      } catch (error) {
        return { warnings: [...warnings, notPublished(error)] };
      }
    });
  } catch (error) {
    // The batch can't be committed after a write that failed halfway, so the item is restored alone.
    if (!(error instanceof BatchBroken)) throw error;
    const warning = notPublished(error.cause);
    const { warnings } = await restoreOne(context, kinds, id);
    return { warnings: [...warnings, warning] };
  }
}

/** @throws the error if it isn't about the item */
function notPublished(error: unknown): RestoreWarning {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return { code: 'not_published', message: error.message, param: 'publish' };
}

/** Removes items for good, with a result for each. */
export function removeFromTrash(
  context: ReleaseContext,
  kinds: readonly TrashKind[],
  ids: readonly string[],
): Promise<BulkResult> {
  return changeEach(ids, (id) =>
    writeProject({ ...context, ifMatch: null }, async (tx) => {
      const row = await loadTrash(tx, id);
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

function auditedItem({ kind, item_id: id, release, type, title }: TrashEntry) {
  const subject = { kind, id, title, ...(type === null ? {} : { type }) };
  return { subject, ...(release === null ? {} : { releaseId: release }) };
}

/** @throws not_in_trash */
async function loadTrash({ db }: ReleaseContext, id: string): Promise<TrashRecord> {
  const releaseId = id.startsWith('ent_') ? db.releaseId : null;
  const row = await findTrash(db, trashRowId(db, { releaseId, itemId: id }));
  if (row === null) throw apiError('not_in_trash', { id }, { param: 'ids' });
  return row;
}

function serializeTrash(row: TrashEntry): TrashItem {
  const { item_id: id, kind, type, title, was_live = false, deleted_at, deleted_by, expires_at } = row;
  return {
    id,
    kind,
    type,
    title,
    was_live,
    deleted_at: deleted_at.toISOString(),
    deleted_by: { kind: 'user', ...deleted_by },
    expires_at: expires_at.toISOString(),
  };
}
