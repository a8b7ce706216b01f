import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

/** The shown month, such as `2026-11`; the current month if omitted. */
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
