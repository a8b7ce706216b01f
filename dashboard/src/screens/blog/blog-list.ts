import type { ArticleKind } from '../../features/articles/kind.ts';

/** Where the blog's articles are. */
export const blogList: Pick<ArticleKind, 'module' | 'path'> = { module: 'blog', path: '/blog/articles' };
