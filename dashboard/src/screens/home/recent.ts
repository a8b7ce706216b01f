import { useQueries } from '@tanstack/react-query';
import type { EditorArticleRow } from '../../../../src/articles/schema.ts';
import type { EditorRow } from '../../../../src/content/editor-schema.ts';
import type { Query } from '../../api/client.ts';
import { type Module, projectKey, useProject, useProjectApi, useProjectQuery } from '../../api/project.ts';
import { type Item, type ItemKind, useToItem } from '../../app/items.ts';

interface TypeList {
  data: { slug: string; name: string; kind: string }[];
}

interface Place {
  kind: ItemKind;
  module: Module;
  name: string;
  path: string;
}

/** Types that Home looks into: with more, the first few stand for all. */
const typesMax = 8;

/** Items of every kind that match; undefined until all places have answered. */
export function useItems(query: Query): Item[] | undefined {
  const project = useProject();
  const api = useProjectApi();
  const toItem = useToItem();
  const types = useProjectQuery<TypeList>('schema', '/v1/schema/content-types').data?.data;
  const places: Place[] = [
    ...(types ?? [])
      .filter(({ kind }) => kind === 'collection')
      .slice(0, typesMax)
      .map(({ slug, name }): Place => ({
        kind: 'entry',
        module: 'content',
        name,
        path: `/content/${slug}/entries`,
      })),
    { kind: 'blog', module: 'blog', name: 'Blog', path: '/blog/articles' },
    { kind: 'kb', module: 'kb', name: 'Knowledge base', path: '/kb/articles' },
  ];
  const answers = useQueries({
    queries: places.map(({ module, path }) => ({
      queryKey: projectKey(project, module, path, query),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<{ data: (EditorRow | EditorArticleRow)[] }>(path, query, signal),
    })),
  });
  if (types === undefined || answers.some(({ isPending }) => isPending)) return undefined;
  return answers.flatMap(({ data }, index) => {
    const place = places[index];
    return place === undefined || data === undefined
      ? []
      : data.data.map((row) => toItem(place.kind, place.name, row));
  });
}
