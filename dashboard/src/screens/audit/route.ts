import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AuditSearch } from './search.ts';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';

const keys = ['actor', 'action', 'item', 'via', 'session', 'since', 'until', 'access', 'row', 'tab'] as const;

/** The router parses numbers and booleans in the URL, but the API expects texts. */
function paramEntry(key: string, value: unknown): [string, string][] {
  return ['string', 'number', 'boolean'].includes(typeof value) ? [[key, `${value as string}`]] : [];
}

export const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit',
  validateSearch: ownSearch<AuditSearch>((search) =>
    Object.fromEntries(keys.flatMap((key) => paramEntry(key, search[key]))),
  ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuditScreen'),
});
