import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

/** The list as its address says it; `where[...]` parameters are those of the API. */
export type EntriesSearch = Record<string, string | undefined> & {
  status?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
};

export const entriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries/$type',
  validateSearch: (search: Record<string, unknown>): EntriesSearch =>
    Object.fromEntries(
      Object.entries(search)
        .filter(
          ([name, value]) => isListParameter(name) && ['string', 'number', 'boolean'].includes(typeof value),
        )
        .map(([name, value]) => [name, String(value)]),
    ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'EntriesScreen'),
});

/** Whether a parameter of the address is one of the list's. */
export function isListParameter(name: string): boolean {
  return ['status', 'q', 'sort'].includes(name) || name.startsWith('where[');
}
