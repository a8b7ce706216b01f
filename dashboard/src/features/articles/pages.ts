import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { Query } from '../../api/http/client.ts';
import { useEditorPages } from '../../api/pages.ts';
import type { ArticleKind } from './kind.ts';

/** How often a list is read again: drafts that others save are in no change log, in milliseconds. */
const refetchMs = 20_000;

/** Reads a module's articles in any state, page by page. */
export function useArticlePages({ module, path }: Pick<ArticleKind, 'module' | 'path'>, query: Query) {
  return useEditorPages<EditorArticleRow>(module, path, { query, refetchMs });
}
