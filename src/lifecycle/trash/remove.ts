import type { ProjectDb } from '../../core/mongo/index.ts';
import type { TrashedItem, TrashKind } from '../../core/context/index.ts';
import { dropAllVersions, entryItem } from '../versions/service.ts';
import { removeTrash, type TrashEntry, unlistType } from './repository.ts';
import type { TrashRecord } from './schema.ts';

/**
 * Removes the row and the item's versions and other data, inside a transaction. Does nothing if the row is
 * gone.
 */
export async function removeForGood(
  db: ProjectDb,
  row: TrashEntry,
  kinds: readonly TrashKind[],
): Promise<void> {
  if (row.kind === 'type') return unlistType(db, row._id); // it may have too many entries for a transaction
  return removeRow(db, row, kinds);
}

/** Removes the row of an item that has no entries in the trash. */
export async function removeRow(db: ProjectDb, row: TrashEntry, kinds: readonly TrashKind[]): Promise<void> {
  if (!(await removeTrash(db, row._id))) return;
  const { item_id: itemId, release, locale } = row;
  if (locale !== undefined) return; // the item is there, and its versions expire
  await dropAllVersions(db, release === null ? itemId : entryItem(release, itemId));
  await kinds.find(({ kind }) => kind === row.kind)?.forget?.(db, itemId);
}

/** The item as its feature put it into the trash. */
export function itemOf({
  kind,
  item_id: itemId,
  release: releaseId,
  type,
  title,
  was_live: wasLive = false,
  record,
  locale,
}: TrashRecord): TrashedItem {
  const item = { kind, itemId, releaseId, type, title, wasLive, record };
  return locale === undefined ? item : { ...item, locale };
}
