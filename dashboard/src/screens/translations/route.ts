import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { TranslationsSearch } from './search.ts';

export const translationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'translations',
  validateSearch: ownSearch<TranslationsSearch>((search) => textParams(['kind', 'state'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TranslationsScreen'),
});
