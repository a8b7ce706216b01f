import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';
import { readSearch } from './search.ts';

export const calendarRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'calendar',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./screen.tsx'), 'CalendarScreen'),
});
