import { notificationBounds } from '../../contract/notifications.ts';
import type { ProjectDb, SystemDb, Within } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { type NotificationRecord, notifications } from '../../lifecycle/index.ts';

/** The position of a notification in a list, newest first. */
interface NotificationPosition {
  at: Date;
  id: string;
}

interface NotificationPage {
  unread: boolean;
  after: NotificationPosition | null;
  limit: number;
}

export function findNotifications(
  db: ProjectDb,
  member: string,
  { unread, after, limit }: NotificationPage,
): Promise<NotificationRecord[]> {
  const filter: Within<NotificationRecord> = {
    member,
    ...(unread ? { read: false } : {}),
    ...(after === null
      ? {}
      : {
          at: { $lte: after.at },
          $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }],
        }),
  };
  return rows(db, notifications).find(filter, { sort: { at: -1, _id: -1 }, limit, hint: 'of_member' });
}

/** Counts unread notifications, up to `max`. Reads an index only. */
export function countUnread(db: ProjectDb, member: string, max: number): Promise<number> {
  return rows(db, notifications).count({ member, read: false }, max, { hint: 'unread' });
}

/** Marks the notifications of `only` as read, or for null all of them. @returns how many were unread */
export function storeRead(
  db: ProjectDb,
  member: string,
  only: { ids: readonly string[] } | { thread: string } | null,
): Promise<number> {
  const selection =
    only === null ? {} : 'ids' in only ? { _id: { $in: [...only.ids] } } : { thread: only.thread };
  return rows(db, notifications).updateMany({ member, read: false, ...selection }, { $set: { read: true } });
}

/** The first unread notifications of a period, oldest first, and the number of all of them. */
export async function findNewNotifications(
  db: ProjectDb,
  member: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<{ notifications: NotificationRecord[]; count: number }> {
  const filter = { member, read: false, at: { $gt: since, $lte: now } };
  const hint = 'unread';
  const [unread, count] = await Promise.all([
    rows(db, notifications).find(filter, { sort: { at: 1 }, limit, hint }),
    rows(db, notifications).count(filter, notificationBounds.perMember, { hint }),
  ]);
  return { notifications: unread, count };
}

/** Deletes the notifications of a person in all projects, and renames the person in those of others. */
export async function eraseFromNotifications(system: SystemDb, id: string, name: string): Promise<void> {
  const allRows = unscopedRows<NotificationRecord>(system, notifications);
  await allRows.deleteMany({ member: id }, sessionOptions(system));
  await allRows.updateMany({ 'by.id': id }, { $set: { 'by.name': name } }, sessionOptions(system));
}
