import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookText, Folders, type LucideIcon, UserRoundPen } from 'lucide-react';
import { useMemo } from 'react';
import { foldText } from '../../../../src/contract/text/fold.ts';
import { type Module, projectKey, useProject, useProjectApi } from '../../api/project.ts';
import type { PaletteSource } from '../../components/keyboard/palette-source.ts';

/** As much of a named thing as the palette shows. */
interface NamedList {
  data: { id: string; slug: string; name?: string; title?: string }[];
}

interface NamedPlace {
  group: string;
  icon: LucideIcon;
  module: Module;
  path: string;
  open: (id: string) => void;
}

/** How many of one kind the palette shows, and how long a list is kept for the next letter, in milliseconds. */
const shown = 4;
const keptMs = 30_000;

/** Where the palette looks for authors, categories and the shelves of the knowledge base: lists that are read whole. */
export function useTermSources(): readonly PaletteSource[] {
  const api = useProjectApi();
  const client = useQueryClient();
  const project = useProject();
  const navigate = useNavigate();
  return useMemo(() => {
    const params = { projectId: project.id };
    const openShelf = (shelf: string) => void navigate({ to: '/p/$projectId/kb', params, search: { shelf } });
    const places: readonly NamedPlace[] = [
      {
        group: 'Authors',
        icon: UserRoundPen,
        module: 'authors',
        path: '/v1/authors',
        open: (author) => void navigate({ to: '/p/$projectId/authors', params, search: { author } }),
      },
      {
        group: 'Categories',
        icon: Folders,
        module: 'blog',
        path: '/v1/blog/categories',
        open: (category) => void navigate({ to: '/p/$projectId/categories', params, search: { category } }),
      },
      ...['collections', 'sections'].map((shelves): NamedPlace => {
        const path = `/v1/kb/${shelves}`;
        return { group: `Knowledge base ${shelves}`, icon: BookText, module: 'kb', path, open: openShelf };
      }),
    ];
    return places.map(({ group, icon, module, path, open }) => ({
      group,
      search: async (words) => {
        const { data } = await client.fetchQuery({
          queryKey: projectKey(project, module, path, 'palette'),
          queryFn: () => api.get<NamedList>(path, { limit: 100 }),
          staleTime: keptMs,
        });
        const wanted = foldText(words).split(/\s+/);
        return data
          .map(({ id, slug, name, title }) => ({ id, slug, label: name ?? title ?? slug }))
          .filter(({ label }) => wanted.every((word) => foldText(label).includes(word)))
          .slice(0, shown)
          .map(({ id, slug, label }) => ({ id, label, detail: slug, icon, run: () => open(id) }));
      },
    }));
  }, [api, client, navigate, project]);
}
