import type { Feature } from '../../core/context/index.ts';
import { presenceRoutes } from './dashboard-routes.ts';
import { presence, removePresenceOf } from './repository.ts';

export const presenceFeature: Feature = {
  name: 'presence',
  dashboardRoutes: presenceRoutes,
  erasePerson: (system, { id }) => removePresenceOf(system, id),
  collections: [{ collection: presence, stays: 'people who have an item open now', mayBeSharded: true }],
};
