import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookText, Folders, type LucideIcon, UserRoundPen } from 'lucide-react';
import { useMemo } from 'react';
import { foldText } from '../../../../src/contract/text/fold.ts';
import { type Module, projectKey, useProject, useProjectApi } from '../../api/project.ts';
import type { PaletteSource } from '../../components/keyboard/palette-source.ts';

/** The properties that the palette shows. */
interface TermPage {
  data: { id: string; slug: string; name?: string; title?: string }[];
}

interface TermList {
  group: string;
  icon: LucideIcon;
  module: Module;
  path: string;
  open: (id: string) => void;
}

const resultsPerGroup = 4;
/** How long a list is cached while a person types. */
const cacheMs = 30_000;

/** Search sources for authors, categories, collections and sections. Reads whole lists and filters them here. */
export function useTermSources(): readonly PaletteSource[] {
  const api = useProjectApi();
  const client = useQueryClient();
  const project = useProject();
  const navigate = useNavigate();
  return useMemo(() => {
    const params = { projectId: project.id };
    const openContainer = (id: string) =>
      void navigate({ to: '/p/$projectId/kb', params, search: { shelf: id } });
    const lists: readonly TermList[] = [
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
      ...['collections', 'sections'].map((containers): TermList => {
        const path = `/v1/kb/${containers}`;
        return {
          group: `Knowledge base ${containers}`,
          icon: BookText,
          module: 'kb',
          path,
          open: openContainer,
        };
      }),
    ];
    return lists.map(({ group, icon, module, path, open }) => ({
      group,
      search: async (words) => {
        const { data } = await client.fetchQuery({
          queryKey: projectKey(project, module, path, 'palette'),
          queryFn: () => api.get<TermPage>(path, { limit: 100 }),
          staleTime: cacheMs,
        });
        const terms = foldText(words).split(/\s+/);
        return data
          .map(({ id, slug, name, title }) => ({ id, slug, label: name ?? title ?? slug }))
          .filter(({ label }) => terms.every((word) => foldText(label).includes(word)))
          .slice(0, resultsPerGroup)
          .map(({ id, slug, label }) => ({ id, label, detail: slug, icon, run: () => open(id) }));
      },
    }));
  }, [api, client, navigate, project]);
}
