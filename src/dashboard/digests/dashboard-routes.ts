import { dashboardRoute } from '../../core/http/index.ts';
import { ChangeNotificationSettings, NotificationSettings } from './schema.ts';
import { changeNotificationSettings, readNotificationSettings } from './service.ts';

const own = { scope: 'account', who: 'person', path: '/account/notifications', errors: [] } as const;

export const digestRoutes = [
  dashboardRoute({
    ...own,
    method: 'GET',
    summary: 'Returns how often the person gets an e-mail with new notifications.',
    input: {},
    output: NotificationSettings,
    run: readNotificationSettings,
  }),
  dashboardRoute({
    ...own,
    method: 'PATCH',
    audits: { none: 'changes how often the person gets e-mail, which gives no access' },
    summary: 'Changes how often the person gets an e-mail with new notifications.',
    input: { body: ChangeNotificationSettings },
    output: NotificationSettings,
    run: (context, { body }) => changeNotificationSettings(context, body),
  }),
];
