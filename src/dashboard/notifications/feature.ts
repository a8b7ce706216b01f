import type { Feature } from '../../core/context/index.ts';
import { notifications } from '../../lifecycle/index.ts';
import { notificationRoutes } from './dashboard-routes.ts';
import { eraseFromNotifications } from './repository.ts';

export const notificationsFeature: Feature = {
  name: 'notifications',
  dashboardRoutes: notificationRoutes,
  collections: [
    { collection: notifications, stays: 'notifications of members of one installation', mayBeSharded: true },
  ],
  erasePerson: (system, { id, newName }) => eraseFromNotifications(system, id, newName),
};
