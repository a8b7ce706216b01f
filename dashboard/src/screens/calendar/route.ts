import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

/** The month that is shown, as `2026-11`; this one where it is left out. */
interface CalendarSearch {
  month?: string;
}

export const calendarRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'calendar',
  validateSearch: (search: Record<string, unknown>): CalendarSearch => {
    const { month } = search;
    return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'CalendarScreen'),
});
