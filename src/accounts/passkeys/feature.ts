import type { Feature } from '../../core/context/index.ts';
import { passkeys } from './repository.ts';
import { passkeyRoutes } from './routes.ts';

export const passkeysFeature: Feature = {
  name: 'passkeys',
  dashboardRoutes: passkeyRoutes,
  collections: [{ collection: passkeys, stays: 'people of one installation', mayBeSharded: false }],
};
