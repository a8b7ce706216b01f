import { notificationBounds } from '../../contract/notifications.ts';
import { dayMs } from '../../contract/time.ts';
import { grantedBy, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import type { NotificationRecord } from './schema.ts';

const secondsStored = (notificationBounds.days * dayMs) / 1_000;

/** The notifications of members. A narrowed member reads those of items within the grant. */
export const notifications = grantedBy(
  projectCollection<NotificationRecord>('notifications', [
    { key: { project_id: 1, member: 1, at: -1, _id: -1 }, name: 'of_member' },
    { key: { project_id: 1, member: 1, read: 1, at: -1, kind: 1, type: 1 }, name: 'unread' },
    { key: { at: 1 }, expireAfterSeconds: secondsStored },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
  { areas: ['project'], rows: { kind: 'release' } },
);

export function insertNotifications(db: ProjectDb, records: readonly NotificationRecord[]): Promise<void> {
  return rows(whole(db), notifications).insertMany(records);
}

/** Deletes the oldest notifications of members who have more than the maximum. */
export async function trimNotifications(db: ProjectDb, members: readonly string[]): Promise<void> {
  const { perMember } = notificationBounds;
  const all = rows(whole(db), notifications);
  const counts = await all.aggregate<{ _id: string; count: number }>(
    { member: { $in: [...members] } },
    [{ $group: { _id: '$member', count: { $sum: 1 } } }],
    { hint: 'of_member' },
  );
  for (const { _id: member } of counts.filter(({ count }) => count > perMember)) {
    const excess = await all.find(
      { member },
      { sort: { at: -1, _id: -1 }, skip: perMember, projection: { _id: 1 } },
    );
    await all.deleteMany({ _id: { $in: excess.map(({ _id }) => _id) } });
  }
}

/** Deletes the notifications of a person who joins or leaves the project. */
export async function deleteNotificationsOf(db: ProjectDb, member: string): Promise<void> {
  await rows(whole(db), notifications).deleteMany({ member });
}
