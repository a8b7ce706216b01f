import type { ComingItem } from '../../../../src/contract/home.ts';
import { useLocales } from '../../api/locales.ts';
import { useProjectQuery } from '../../api/project.ts';
import { type Item, useEditorHref } from './items.ts';

interface TypeList {
  data: { slug: string; name: string }[];
}

const kindNames: Readonly<Record<string, string>> = {
  blog_article: 'Blog',
  kb_article: 'Knowledge base',
  release: 'Release',
};

/** Converts rows of Home and of the calendar to items with the URLs of their editors. */
export function useHomeItem(): (row: ComingItem) => Item {
  const types = useProjectQuery<TypeList>('schema', '/v1/schema/content-types').data?.data;
  const hrefOf = useEditorHref();
  const locales = useLocales();
  return (row) => {
    const locale = locales.find(({ code }) => code === row.locale);
    const type = types?.find(({ slug }) => slug === row.type);
    return {
      id: row.id,
      title: row.title === '' ? 'Untitled' : row.title,
      kindName: [
        row.kind === 'entry' ? (type?.name ?? '') : (kindNames[row.kind] ?? ''),
        ...(locale === undefined ? [] : [locale.name]),
      ].join(', '),
      ...(row.locale === undefined ? {} : { locale: row.locale, localeName: locale?.name ?? row.locale }),
      href: hrefOf(row.kind, row.id, row.type),
      status: row.status,
      hasChanges: row.has_changes === true,
      updatedAt: row.updated_at,
      scheduledFor: row.scheduled_for,
      endsAt: row.unpublish_at ?? null,
    };
  };
}
