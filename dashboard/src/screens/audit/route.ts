import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

/** The filters of the log, as the API names them; `row` is the number of the row that is open. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  item?: string;
  via?: string;
  since?: string;
  until?: string;
  access?: string;
  row?: string;
}

const keys = ['actor', 'action', 'item', 'via', 'since', 'until', 'access', 'row'] as const;

export const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch =>
    Object.fromEntries(
      keys.flatMap((key) => (search[key] === undefined ? [] : [[key, String(search[key])]])),
    ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuditScreen'),
});
