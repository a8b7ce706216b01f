import type { LinkProps } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SearchItem, SearchKind } from '../../../../src/contract/search.ts';
import { type Locale, localeQuery } from '../../api/locales.ts';
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

/** The link that opens an item in its editor, in a locale if one is given. */
export function useItemLink(
  locale: Locale | null = null,
): (item: Pick<SearchItem, 'kind' | 'id' | 'type'>) => LinkProps {
  const { id: projectId } = useProject();
  const hrefOf = useEditorHref();
  return useMemo(() => {
    const params = { projectId };
    const inLocale = localeQuery(locale);
    return ({ kind, id, type }) => {
      const href = hrefOf(kind, id, type);
      if (href !== null) return { to: href, search: inLocale } as LinkProps;
      if (kind === 'author')
        return { to: '/p/$projectId/authors', params, search: { ...inLocale, author: id } };
      if (kind === 'blog_category')
        return { to: '/p/$projectId/categories', params, search: { ...inLocale, category: id } };
      if (kind === 'media') return { to: '/p/$projectId/media', params, search: { asset: id } };
      return { to: '/p/$projectId/kb', params, search: { ...inLocale, shelf: id } };
    };
  }, [hrefOf, projectId, locale]);
}
