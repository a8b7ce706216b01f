import type { LinkProps } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SearchItem, SearchKind } from '../../../../src/contract/search.ts';
import { useProject } from '../../api/project.ts';
import { useEditorHref } from './items.ts';

export const searchKindNames: Readonly<Record<Exclude<SearchKind, 'entry'>, string>> = {
  blog_article: 'Blog',
  kb_article: 'Knowledge base',
  author: 'Author',
  blog_category: 'Category',
  kb_collection: 'Knowledge base collection',
  kb_section: 'Knowledge base section',
  media: 'File',
};

/** Where an item is edited. */
export function useSearchItemLink(): (item: SearchItem) => LinkProps {
  const { id: projectId } = useProject();
  const hrefOf = useEditorHref();
  return useMemo(() => {
    const params = { projectId };
    return ({ kind, id, type }) => {
      const href = hrefOf(kind, id, type);
      if (href !== null) return { to: href } as LinkProps;
      if (kind === 'author') return { to: '/p/$projectId/authors', params, search: { author: id } };
      if (kind === 'blog_category')
        return { to: '/p/$projectId/categories', params, search: { category: id } };
      if (kind === 'media') return { to: '/p/$projectId/media', params, search: { asset: id } };
      return { to: '/p/$projectId/kb', params, search: { shelf: id } };
    };
  }, [hrefOf, projectId]);
}
