import type { Feature } from '../../core/context/index.ts';
import { challenges } from './challenge-repository.ts';
import { accessLinks } from './links/link-repository.ts';
import { linkRoutes } from './links/link-routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { tickets } from './second-factor/ticket-repository.ts';
import { sessionRoutes } from './session-routes.ts';
import { setUpRows } from './set-up/set-up-token-repository.ts';

export const signInFeature: Feature = {
  name: 'sign-in',
  dashboardRoutes: [...sessionRoutes, ...secondFactorRoutes, ...linkRoutes],
  collections: [
    { collection: setUpRows, stays: 'a secret', mayBeSharded: false },
    { collection: accessLinks, stays: 'secrets, and people of one installation', mayBeSharded: false },
    { collection: challenges, stays: 'secrets', mayBeSharded: false },
    { collection: tickets, stays: 'secrets', mayBeSharded: false },
  ],
};
