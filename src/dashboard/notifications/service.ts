import { apiError } from '../../contract/errors/api-error.ts';
import { limits } from '../../contract/limits.ts';
import { notificationBounds } from '../../contract/notifications.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { NotificationRecord } from '../../lifecycle/index.ts';
import { noteNotifications } from '../../projects/index.ts';
import { countUnread, findNotifications, storeRead } from './repository.ts';
import type {
  Notification,
  NotificationList,
  NotificationQuery,
  ReadNotifications,
  UnreadNotifications,
} from './schema.ts';

type NotifiedContext = Pick<MemberContext, 'db' | 'person' | 'now' | 'cursors'>;

/** The member's notifications, newest first, and the number of unread ones. @throws invalid_cursor */
export async function listNotifications(
  { db, person, cursors }: NotifiedContext,
  { unread = false, limit = limits.page_size_default, cursor }: NotificationQuery,
): Promise<NotificationList> {
  const list = [db.projectId, 'notifications', person.id, unread];
  const [at, id] = cursor === undefined ? [] : cursors.decode(list, cursor);
  const after = cursor === undefined ? null : { at: new Date(String(at)), id: String(id) };
  const [notifications, count] = await Promise.all([
    findNotifications(db, person.id, { unread, after, limit: limit + 1 }),
    readUnread({ db, person }),
  ]);
  const page = notifications.slice(0, limit);
  const last = page.at(-1);
  const hasMore = notifications.length > limit;
  const next = hasMore && last !== undefined ? [last.at.toISOString(), last._id] : null;
  return {
    data: page.map(serializeNotification),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor: next === null ? null : cursors.encode(list, next),
      next_offset: null,
      unread: count,
    },
  };
}

/** Marks notifications as read. Unknown ids are ignored. @throws invalid_field_value */
export async function readNotifications(
  context: NotifiedContext,
  { ids, all }: ReadNotifications,
): Promise<UnreadNotifications> {
  if ((ids === undefined) === (all === undefined)) {
    const why = 'must contain the notifications to mark. To mark all of them, send only "all": true';
    throw apiError('invalid_field_value', { name: 'ids', why }, { param: 'ids' });
  }
  await markRead(context, ids === undefined ? null : { ids });
  return { unread: await readUnread(context) };
}

/** Marks the member's notifications about a thread as read. */
export function markThreadRead(context: NotifiedContext, thread: string): Promise<void> {
  return markRead(context, { thread });
}

async function markRead(context: NotifiedContext, only: Parameters<typeof storeRead>[2]): Promise<void> {
  const { db, person } = context;
  if ((await storeRead(db, person.id, only)) > 0) await noteNotifications(context, [person.id]);
}

function readUnread({ db, person }: Pick<NotifiedContext, 'db' | 'person'>): Promise<number> {
  return countUnread(db, person.id, notificationBounds.perMember);
}

function serializeNotification(record: NotificationRecord): Notification {
  const { _id: id, about, kind, item, type, title, release, thread, by, at, read } = record;
  return {
    ...{ id, kind: about, item: { kind, id: item, type, title } },
    ...{ release_id: release, thread_id: thread, by, at: at.toISOString(), read },
  };
}
