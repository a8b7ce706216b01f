import { useQuery } from '@tanstack/react-query';
import type { EditorArticleList } from '../../../../../src/modules/articles/store/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';

/** Milliseconds before suggested tags are fetched again, so that saves do not fetch them. */
const staleTime = 300_000;

/** Tags of recently changed articles, the most used first. Tags are free text without a list of their own. */
export function useRecentTags(): readonly string[] {
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
  return [...counts].sort(([, count], [, otherCount]) => otherCount - count).map(([tag]) => tag);
}
