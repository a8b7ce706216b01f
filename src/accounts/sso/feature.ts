import type { Feature } from '../../core/context/index.ts';
import { identities } from './identity-repository.ts';
import { ssoRoutes } from './routes.ts';

export const ssoFeature: Feature = {
  name: 'sso',
  dashboardRoutes: ssoRoutes,
  collections: [{ collection: identities, stays: 'people of one installation', mayBeSharded: false }],
};
