import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AuditSearch } from './search.ts';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';

const keys = ['actor', 'action', 'item', 'via', 'session', 'since', 'until', 'access', 'row', 'tab'] as const;

/** Numbers and words of an address are texts to the API. */
function textOf(key: string, value: unknown): [string, string][] {
  return ['string', 'number', 'boolean'].includes(typeof value) ? [[key, `${value as string}`]] : [];
}

export const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit',
  validateSearch: ownSearch<AuditSearch>((search) =>
    Object.fromEntries(keys.flatMap((key) => textOf(key, search[key]))),
  ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuditScreen'),
});
