import { changeEach } from '../../contract/bulk.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { restoredAction } from '../../contract/events/audit-actions.ts';
import { isId } from '../../contract/ids.ts';
import type {
  ReleaseContext,
  RestoreJobStarter,
  RestoreWarning,
  TrashedItem,
  TrashKind,
} from '../../core/context/index.ts';
import { checkNeed } from '../../core/http/index.ts';
import { BatchBroken, noteActivity, writeBatch, writeProject } from '../../projects/index.ts';
import { itemOf } from './remove.ts';
import { findIdsOfType, removeTrash } from './repository.ts';
import type { Restore, RestoreResult, TrashRecord } from './schema.ts';
import { auditedItem, loadTrash } from './service.ts';

/** How items are restored. */
export interface RestoreParts {
  readonly kinds: readonly TrashKind[];
  /** Restores the entries of types; null if the caller restores them itself. */
  readonly startRestoreJob: RestoreJobStarter | null;
}

/** Restores items one after another, each in its own transaction, with a result for each. */
export async function restoreFromTrash(
  context: ReleaseContext,
  parts: RestoreParts,
  { ids, publish = false }: Restore,
): Promise<RestoreResult> {
  const warnings: RestoreResult['warnings'] = [];
  const unconditional = { ...context, ifMatch: null };
  const result = await changeEach(ids, async (id) => {
    const own = await restoreItem(unconditional, parts, { id, publish });
    warnings.push(...own.map((warning) => ({ id, ...warning })));
  });
  return { ...result, warnings };
}

/** One item to restore. */
interface Restoration {
  id: string;
  publish: boolean;
}

/** Restores one item. @throws not_in_trash, role_required, the errors of its kind */
export async function restoreItem(
  context: ReleaseContext,
  parts: RestoreParts,
  restoration: Restoration,
): Promise<RestoreWarning[]> {
  await prepareOne(context, parts, restoration);
  const restore = restoration.publish ? restoreAndPublish : restoreOne;
  return (await restore(context, parts, restoration)).warnings;
}

/** Does the work of a kind before the transaction. @throws not_in_trash, role_required, the errors of the kind */
async function prepareOne(context: ReleaseContext, parts: RestoreParts, { id }: Restoration): Promise<void> {
  if (!isId('trash', id) && !isId('media', id)) return; // only files need it, and rows can have megabytes
  const { row, kind } = await loadRestorable(context, parts, id);
  await kind.prepare?.(context, itemOf(row));
}

/** Loads an item that the caller may restore. @throws not_in_trash, role_required */
async function loadRestorable(
  context: ReleaseContext,
  { kinds }: RestoreParts,
  id: string,
): Promise<{ row: TrashRecord; kind: TrashKind }> {
  const row = await loadTrash(context, id);
  const kind = kinds.find((candidate) => candidate.kind === row.kind);
  if (kind === undefined) throw new Error(`nothing restores ${row.kind}`);
  if (kind.needs !== undefined) checkNeed(context.caller, kind.needs);
  return { row, kind };
}

interface RestoredItem {
  item: TrashedItem;
  kind: TrashKind;
  warnings: RestoreWarning[];
}

function restoreOne(
  context: ReleaseContext,
  parts: RestoreParts,
  { id, publish }: Restoration,
): Promise<RestoredItem> {
  const { startRestoreJob } = parts;
  return writeProject(context, async (tx) => {
    const { row, kind } = await loadRestorable(tx, parts, id);
    const warnings = await kind.restore(tx, itemOf(row));
    await removeTrash(tx.db, row._id);
    await noteActivity(tx, 'trash');
    if (row.kind === 'type' && row.trash_id !== undefined && startRestoreJob !== null) {
      const maxEntries = tx.bounds.perProject.entries_per_project_max;
      const ids = await findIdsOfType(tx.db, row.trash_id, maxEntries);
      if (ids.length > 0) await startRestoreJob(tx, { type: row.item_id, ids, publish });
    }
    const audit = { action: restoredAction(row.kind), ...auditedItem(row) };
    return tx.stored(audit, { item: itemOf(row), kind, warnings });
  });
}

/**
 * Restores an item, and publishes it if readers saw it before, in one transaction. If it can't be published, it stays
 * a draft. @throws role_required if the caller may not publish
 */
async function restoreAndPublish(
  context: ReleaseContext,
  parts: RestoreParts,
  restoration: Restoration,
): Promise<Pick<RestoredItem, 'warnings'>> {
  if (context.rejectPublish !== undefined) throw context.rejectPublish();
  try {
    const { commit, ...batchContext } = context; // called once, with the first of the two writes
    return await writeBatch(batchContext, async (member) => {
      const restorer = commit === undefined ? member : { ...member, commit };
      const { item, kind, warnings } = await restoreOne(restorer, parts, restoration);
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
    const { warnings } = await restoreOne(context, parts, restoration);
    return { warnings: [...warnings, warning] };
  }
}

/** @throws the error if it isn't about the item */
function notPublished(error: unknown): RestoreWarning {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return { code: 'not_published', message: error.message, param: 'publish' };
}
