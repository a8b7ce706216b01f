import { useNavigate } from '@tanstack/react-router';
import { BookOpen, FileText, Newspaper } from 'lucide-react';
import { useMemo } from 'react';
import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { EditorRow } from '../../../../src/content/entries/editor/editor-schema.ts';
import { useProjectApi } from '../../api/project.ts';
import type { PaletteItem, PaletteSource } from '../../components/keyboard/palette-source.ts';
import { type Item, useToItem } from '../../features/lists/items.ts';
import { useListedTypes } from '../shell/listed-types.ts';
import { useTermSources } from './term-sources.ts';

/** The state of an item as the screens name it. */
function stateWords({ status, hasChanges }: Item): string {
  if (status === 'published') return hasChanges ? 'Live, changed' : 'Live';
  return `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`;
}

const resultsPerGroup = 5;

/** The search sources of the palette in the open project, one for each kind of item. */
export function usePaletteSources(): readonly PaletteSource[] {
  const api = useProjectApi();
  const navigate = useNavigate();
  const toItem = useToItem();
  const termSources = useTermSources();
  const types = useListedTypes();
  return useMemo(() => {
    const toRow = (item: Item, icon: PaletteItem['icon']): PaletteItem[] => {
      const { href, id, title } = item;
      if (href === null) return [];
      return [
        {
          id,
          label: title,
          detail: stateWords(item),
          run: () => void navigate({ to: href }),
          ...(icon ? { icon } : {}),
        },
      ];
    };
    const find = <Row extends EditorRow | EditorArticleRow>(
      path: string,
      words: string,
      signal: AbortSignal,
    ) => api.get<{ data: Row[] }>(path, { q: words, limit: resultsPerGroup }, signal);
    const collections = (types ?? []).filter(({ kind }) => kind === 'collection');
    return [
      ...collections.map(({ slug, name }): PaletteSource => ({
        group: name,
        search: async (words, signal) => {
          const { data } = await find<EditorRow>(`/content/${slug}/entries`, words, signal);
          return data.flatMap((row) => toRow(toItem('entry', name, row), FileText));
        },
      })),
      {
        group: 'Blog',
        search: async (words, signal) => {
          const { data } = await find<EditorArticleRow>('/blog/articles', words, signal);
          return data.flatMap((row) => toRow(toItem('blog', 'Blog', row), Newspaper));
        },
      },
      {
        group: 'Knowledge base',
        search: async (words, signal) => {
          const { data } = await find<EditorArticleRow>('/kb/articles', words, signal);
          return data.flatMap((row) => toRow(toItem('kb', 'Knowledge base', row), BookOpen));
        },
      },
      ...termSources,
    ];
  }, [api, termSources, navigate, toItem, types]);
}
