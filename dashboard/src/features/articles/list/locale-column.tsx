import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import type { Locale } from '../../../api/locales.ts';
import type { Column } from '../../../components/list/data-table.tsx';
import { LocaleStates } from '../../locales/locale-state.tsx';

/** The column with the states of an article in all locales; none with one locale. */
export function localeColumn(locale: Locale | null): Column<EditorArticleRow>[] {
  if (locale === null) return [];
  return [
    {
      key: 'locales',
      title: 'Languages',
      width: '132px',
      cell: ({ states }) => <LocaleStates states={states} />,
    },
  ];
}

/** The title of an article in the locale of a list, whose direction does not affect what is beside it. */
export function ArticleTitle({ row: { title }, locale }: { row: EditorArticleRow; locale: Locale | null }) {
  const text = title === '' ? 'Untitled' : title;
  return locale === null ? text : <bdi lang={locale.code}>{text}</bdi>;
}
