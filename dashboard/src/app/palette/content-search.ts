import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  BookText,
  FileText,
  Folders,
  Image,
  type LucideIcon,
  Newspaper,
  UserRoundPen,
} from 'lucide-react';
import { useMemo } from 'react';
import type { SearchItem, SearchKind } from '../../../../src/contract/search.ts';
import { useProjectApi } from '../../api/project.ts';
import { searchKindNames, useItemLink } from '../../features/lists/search-items.ts';
import { useListedTypes } from '../shell/listed-types.ts';
import type { Choice, ContentSearch } from './palette-search.ts';

const resultsMax = 20;

const icons: Readonly<Record<SearchKind, LucideIcon>> = {
  entry: FileText,
  blog_article: Newspaper,
  kb_article: BookOpen,
  author: UserRoundPen,
  blog_category: Folders,
  kb_collection: BookText,
  kb_section: BookText,
  media: Image,
};

const stateNames: Readonly<Record<string, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Live',
  archived: 'Archived',
};

/** Returns the search of the open project's content. */
export function useContentSearch(): ContentSearch {
  const api = useProjectApi();
  const linkTo = useItemLink();
  const navigate = useNavigate();
  const types = useListedTypes();
  return useMemo(() => {
    const names = (types ?? []).map(({ name }) => name);
    /** Types that share a name are told apart by their slugs. */
    const typeNameOf = ({ type, type_name: name }: SearchItem) =>
      name === null || names.filter((other) => other === name).length > 1
        ? `${name ?? ''} (${type ?? ''})`
        : name;
    const toChoice = (item: SearchItem, group: string): Choice => {
      const kind = item.kind;
      const kindName = kind === 'entry' ? typeNameOf(item) : searchKindNames[kind];
      const state = item.status === null ? undefined : stateNames[item.status];
      return {
        id: item.id,
        group,
        label: item.title === '' ? 'Untitled' : item.title,
        detail: state === undefined ? kindName : `${kindName} · ${state}`,
        icon: icons[kind],
        excerpt: item.excerpt,
        run: () => void navigate(linkTo(item)),
      };
    };
    return async (words, signal) => {
      const [path, query, group] =
        words === ''
          ? ['/recent', undefined, 'Recent']
          : ['/search', { q: words, limit: resultsMax }, 'Results'];
      const { data } = await api.get<{ data: SearchItem[] }>(path, query, signal);
      return data.map((item) => toChoice(item, group));
    };
  }, [api, linkTo, navigate, types]);
}
