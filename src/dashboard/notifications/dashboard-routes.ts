import { dashboardRoute } from '../../core/http/index.ts';
import { NotificationList, NotificationQuery, ReadNotifications, UnreadNotifications } from './schema.ts';
import { listNotifications, readNotifications } from './service.ts';

const member = { scope: 'project', area: 'any', needs: 'read' } as const;

export const notificationRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/notifications',
    summary: 'Lists the member’s notifications, newest first.',
    errors: ['invalid_cursor'],
    input: { query: NotificationQuery },
    output: NotificationList,
    run: (context, { query }) => listNotifications(context, query),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/notifications/read',
    audits: { none: 'records what the member has read, which is not content' },
    summary: 'Marks notifications of the member as read.',
    errors: ['invalid_field_value'],
    input: { body: ReadNotifications },
    output: UnreadNotifications,
    run: (context, { body }) => readNotifications(context, body),
  }),
];
