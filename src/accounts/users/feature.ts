import type { Feature } from '../../core/context/index.ts';
import { memberScreenRoutes } from './dashboard-routes.ts';
import { members, users } from './repository.ts';
import { renewTotpSecrets } from './second-factor-repository.ts';
import { sessions } from './session-repository.ts';

export const usersFeature: Feature = {
  name: 'users',
  dashboardRoutes: memberScreenRoutes,
  renewSecrets: renewTotpSecrets,
  collections: [
    { collection: users, stays: 'people of one installation, with their passwords', mayBeSharded: false },
    { collection: members, stays: 'people of one installation', mayBeSharded: false },
    { collection: sessions, stays: 'secrets', mayBeSharded: false },
  ],
};
