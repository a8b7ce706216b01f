import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface EntrySearch {
  /** Just made: leaving it as it is takes it away again. */
  fresh?: boolean | undefined;
}

export const entryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries/$type/$entryId',
  validateSearch: ({ fresh }: Record<string, unknown>): EntrySearch => (fresh === true ? { fresh } : {}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'EntryScreen'),
});
