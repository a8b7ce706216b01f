import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';
import type { BlogSearch } from './search.ts';

const names = ['status', 'q', 'author', 'category', 'tag', 'sort'] as const;

export const blogRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'blog',
  // A tag such as 2026 is read as a number.
  validateSearch: (search: Record<string, unknown>): BlogSearch =>
    Object.fromEntries(
      names.flatMap((name) =>
        typeof search[name] === 'string' || typeof search[name] === 'number'
          ? [[name, String(search[name])]]
          : [],
      ),
    ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'BlogScreen'),
});

export const blogBoardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'blog/board',
  component: lazyRouteComponent(() => import('./board-screen.tsx'), 'BlogBoardScreen'),
});
