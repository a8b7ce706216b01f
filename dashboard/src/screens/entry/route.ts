import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface EntrySearch {
  /** Set for a new entry, which is deleted if it is left without changes. */
  fresh?: boolean | undefined;
}

export const entryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries/$type/$entryId',
  validateSearch: ({ fresh }: Record<string, unknown>): EntrySearch => (fresh === true ? { fresh } : {}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'EntryScreen'),
});

export const liveEntryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'live/$type/$entryId',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'LiveEntryScreen'),
});
