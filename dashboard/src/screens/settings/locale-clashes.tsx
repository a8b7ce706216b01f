import { Link } from '@tanstack/react-router';
import type { LocaleClashes } from '../../../../src/projects/locales/schema.ts';
import type { Locale } from '../../api/locales.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { type Column, DataTable } from '../../components/list/data-table.tsx';

type Clash = LocaleClashes['clashes'][number];

/** The entries with a field that is empty in a locale, because the value that it falls back to is taken there. */
export function LocaleClashList({ locales }: { locales: readonly Locale[] }) {
  const { data } = useProjectQuery<LocaleClashes>('content', '/locales/clashes', {
    enabled: locales.length > 1,
  });
  if (data === undefined || data.clashes.length === 0) return null;
  return (
    <>
      <p>
        The fields of these entries are empty in a locale, because another entry already has the value that
        they would fall back to. Enter another value in that locale.
      </p>
      <DataTable
        label="Entries with a value that is taken"
        columns={columnsOf(locales)}
        rows={data.clashes}
        rowId={({ id, locale }) => `${id}/${locale}`}
      />
    </>
  );
}

function columnsOf(locales: readonly Locale[]): Column<Clash>[] {
  return [
    { key: 'entry', title: 'Entry', cell: (clash) => <EntryLink clash={clash} /> },
    { key: 'fields', title: 'Fields', width: '34%', cell: ({ fields }) => fields.join(', ') },
    {
      key: 'locale',
      title: 'Locale',
      width: '180px',
      cell: ({ locale: code }) => <bdi>{locales.find((one) => one.code === code)?.name ?? code}</bdi>,
    },
  ];
}

/** A link that opens the entry in the locale in which its field is empty. */
function EntryLink({ clash: { id: entryId, type, title, locale } }: { clash: Clash }) {
  const { id: projectId } = useProject();
  return (
    <Link to="/p/$projectId/entries/$type/$entryId" params={{ projectId, type, entryId }} search={{ locale }}>
      <bdi>{title}</bdi>
    </Link>
  );
}
