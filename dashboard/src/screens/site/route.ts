import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';
import type { SiteSearch } from './site-search.ts';

const names = ['promoted', 'type', 'id', 'slug', 'locale'] as const;

export const siteRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'site',
  validateSearch: (search: Record<string, unknown>): SiteSearch => {
    const { at } = search;
    const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
    const others = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return {
      ...(isTime ? { at: new Date(at).toISOString() } : {}),
      ...Object.fromEntries(others.map((name) => [name, search[name]])),
    };
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SiteScreen'),
});
