import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { Nullable, pagingMeta, Timestamp } from '../../contract/listing.ts';
import { notificationBounds, notificationKinds } from '../../contract/notifications.ts';

const closed = { additionalProperties: false } as const;

const Notification = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union(notificationKinds.map((kind) => Type.Literal(kind))),
    /** The item with its title at that time. */
    item: Type.Object(
      {
        kind: Type.Union([
          Type.Literal('entry'),
          Type.Literal('blog_article'),
          Type.Literal('kb_article'),
          Type.Literal('release'),
        ]),
        id: Type.String(),
        /** The content type of an entry. */
        type: Nullable(Type.String()),
        title: Type.String(),
      },
      closed,
    ),
    /** The release of an entry; null for other items. */
    release_id: Nullable(Type.String()),
    thread_id: Nullable(Type.String()),
    /** The member, or the API key without an id; null for the service itself. */
    by: Nullable(Type.Object({ id: Nullable(Type.String()), name: Type.String() }, closed)),
    at: Timestamp,
    read: Type.Boolean(),
  },
  { $id: 'Notification', ...closed },
);
export type Notification = Static<typeof Notification>;

const unread = Type.Integer();

export const NotificationList = Type.Object(
  { data: Type.Array(Notification), meta: Type.Object({ ...pagingMeta, unread }, closed) },
  { $id: 'NotificationList', ...closed },
);
export type NotificationList = Static<typeof NotificationList>;

export const NotificationQuery = Type.Object(
  {
    unread: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type NotificationQuery = Static<typeof NotificationQuery>;

/** The notifications to mark as read: some, or all. */
export const ReadNotifications = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: notificationBounds.idsPerRequest }),
    ),
    all: Type.Optional(Type.Literal(true)),
  },
  { $id: 'ReadNotifications', ...closed },
);
export type ReadNotifications = Static<typeof ReadNotifications>;

export const UnreadNotifications = Type.Object({ unread }, { $id: 'UnreadNotifications', ...closed });
export type UnreadNotifications = Static<typeof UnreadNotifications>;
