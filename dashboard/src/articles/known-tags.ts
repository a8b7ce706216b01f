import type { EditorArticleList } from '../../../src/articles/schema.ts';
import { useProjectQuery } from '../api/project.ts';

/** Tags of the articles that were changed last, the most used first: there is no list of tags, they are free words. */
export function useKnownTags(): readonly string[] {
  const { data } = useProjectQuery<EditorArticleList>('blog', '/blog/articles', { query: { limit: 100 } });
  const counts = new Map<string, number>();
  for (const { draft } of data?.data ?? [])
    for (const tag of (draft['tags'] as string[] | undefined) ?? [])
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
}
