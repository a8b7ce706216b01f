import { useQuery } from '@tanstack/react-query';
import type { EditorArticleList } from '../../../../../src/modules/articles/store/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';

/** How long the tags are good enough to be proposed, in milliseconds: they are not asked for again with every save. */
const staleTime = 300_000;

/**
 * Tags of the articles that were changed last, the most used first: tags are free words, without a list of their own.
 */
export function useKnownTags(): readonly string[] {
  const { id } = useProject();
  const api = useProjectApi();
  const { data } = useQuery({
    queryKey: ['project', id, 'known-tags'],
    queryFn: ({ signal }) => api.get<EditorArticleList>('/blog/articles', { limit: 100 }, signal),
    select: tagsOf,
    staleTime,
  });
  return data ?? [];
}

function tagsOf({ data }: EditorArticleList): string[] {
  const counts = new Map<string, number>();
  for (const { draft } of data)
    for (const tag of (draft['tags'] as string[] | undefined) ?? [])
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
}
