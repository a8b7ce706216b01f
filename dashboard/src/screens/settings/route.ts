import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  validateSearch: ownSearch<{ copy?: string | undefined }>((search) => textParams(['copy'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SettingsScreen'),
});
