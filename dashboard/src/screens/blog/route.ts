import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { BlogSearch, BoardSearch } from './search.ts';

const names = ['status', 'q', 'review', 'translation', 'author', 'category', 'tag', 'sort'] as const;

/** The router parses a tag such as 2026 as a number. */
function filtersOf(search: Record<string, unknown>): Omit<BlogSearch, 'new'> {
  return Object.fromEntries(
    names.flatMap((name) =>
      typeof search[name] === 'string' || typeof search[name] === 'number'
        ? [[name, String(search[name])]]
        : [],
    ),
  );
}

export const blogRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'blog',
  validateSearch: ownSearch<BlogSearch>((search) => ({
    ...filtersOf(search),
    ...(search['new'] === true ? { new: true } : {}),
  })),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'BlogScreen'),
});

export const blogBoardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'blog/board',
  validateSearch: ownSearch<BoardSearch>((search) => {
    const { q, author, category, tag } = filtersOf(search);
    return { q, author, category, tag };
  }),
  component: lazyRouteComponent(() => import('./board/board-screen.tsx'), 'BlogBoardScreen'),
});
