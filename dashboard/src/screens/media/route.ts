import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { MediaSearch } from './search.ts';

const names = ['q', 'type', 'status', 'tag', 'sort', 'show', 'asset'] as const;

export const mediaRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'media',
  validateSearch: ownSearch<MediaSearch>((search) => textParams(names, search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'MediaScreen'),
});
