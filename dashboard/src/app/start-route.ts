import { createRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { rootRoute } from './root-route.tsx';

/** Redirects `/dashboard` to set-up, sign-in, or the first project that the session can open. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (session.needs_set_up) redirect({ to: '/set-up', throw: true });
    const first = session.projects.find(({ blocked }) => blocked === null) ?? session.projects[0];
    if (session.user === null || first === undefined)
      return redirect({ to: '/sign-in', search: {}, throw: true });
    return redirect({ to: '/p/$projectId', params: { projectId: first.id }, throw: true });
  },
});
