import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

/** The time that the site shows (now if omitted), the release that counts as promoted, and the page that opens. */
export interface SiteSearch {
  at?: string;
  promoted?: string;
  type?: string;
  id?: string;
  slug?: string;
}

const names = ['promoted', 'type', 'id', 'slug'] as const;

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
