import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import type { AuditList, AuditRow } from '../../../../src/accounts/audit-log/schema.ts';
import { downloadFile } from '../../api/download.ts';
import { useLocales } from '../../api/locales.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import type { Column } from '../../components/list/data-table.tsx';
import { Page } from '../../components/layout/page.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { Filters } from './filters.tsx';
import { RejectionLog } from './refusals.tsx';
import type { AuditSearch } from './search.ts';
import { RowPanel } from './row-panel.tsx';
import { actorName, subjectOf, sourceNames, writtenLocales } from './words.ts';
import './audit.css';

const route = getRouteApi('/p/$projectId/audit');

/** A log row with its sequence number as its id. */
type Row = AuditRow & { id: string };

const columns: readonly Column<Row>[] = [
  { key: 'who', title: 'Who', width: '22%', cell: ({ actor }) => <span dir="auto">{actorName(actor)}</span> },
  {
    key: 'what',
    title: 'What',
    cell: (row) => (
      <span dir="auto">
        {row.words} <strong>{subjectOf(row)}</strong>
        <WrittenLanguages row={row} />
      </span>
    ),
  },
  { key: 'how', title: 'Source', width: '130px', cell: ({ via }) => sourceNames[via] },
  { key: 'at', title: 'When', width: '150px', align: 'end', cell: ({ at }) => <Time value={at} /> },
];

const parts = [
  { value: 'changes', label: 'Changes' },
  { value: 'refusals', label: 'Rejected requests' },
] as const;

/** The audit log of the project, and its rejected callers. */
export function AuditScreen() {
  const { row: openId, tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useMemo(() => queryOf(search), [JSON.stringify(search)]);
  const log = useProjectPages<AuditRow, Pick<AuditList, 'meta'>>('audit', '/audit', { query });
  const rows = useMemo(() => log.rows?.map((row): Row => ({ ...row, id: String(row.seq) })), [log.rows]);
  const meta = log.first?.meta;
  const openRow = rows?.find(({ id }) => id === openId);
  return (
    <Page
      title="Audit log"
      intro={
        meta?.sealed_until == null ? (
          'Every change of this project, with the person or key that made it.'
        ) : (
          <>
            Every change of this project, with the person or key that made it. Verified through{' '}
            <Time value={meta.sealed_until} exact />.
          </>
        )
      }
      actions={<Export query={query} />}
    >
      <Tabs
        label="Part of the log"
        tabs={parts}
        value={tab === 'refusals' ? tab : 'changes'}
        onChange={(value) => void navigate({ search: value === 'refusals' ? { tab: value } : {} })}
      />
      {tab === 'refusals' ? (
        <RejectionLog />
      ) : (
        <>
          <Filters
            search={search}
            actors={meta?.actors ?? []}
            onChange={(part) =>
              void navigate({ search: (before) => withoutUndefined({ ...before, ...part, row: undefined }) })
            }
          />
          <PagedTable
            label="Audit log"
            pages={{ ...log, rows }}
            columns={columns}
            empty={<EmptyState title="No changes">No changes match these filters.</EmptyState>}
            linkTo={({ id }) => ({ to: '.', search: { ...search, row: id } })}
          />
        </>
      )}
      {openRow === undefined ? null : (
        <RowPanel row={openRow} onClose={() => void navigate({ search: withoutUndefined(search) })} />
      )}
    </Page>
  );
}

/** The languages whose texts a write changed; none if it changed those of the default one only. */
function WrittenLanguages({ row }: { row: Row }) {
  const locales = useLocales();
  const names = writtenLocales(row).map((code) => locales.find((one) => one.code === code)?.name ?? code);
  return names.length === 0 ? null : ` in ${names.join(', ')}`;
}

/** The filters in the format of the API: days become times, and the last day is included. */
function queryOf({ since, until, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(since === undefined ? {} : { since: `${since}T00:00:00Z` }),
    ...(until === undefined ? {} : { until: `${until}T23:59:59.999Z` }),
  };
}

/** Removes filters that are not set, so that the URL contains only active filters. */
function withoutUndefined(search: object): AuditSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

function Export({ query }: { query: object }) {
  const exportLog = useProjectMutation(['audit'], (api, filters: object) =>
    api.post<Blob>('/audit/export', filters),
  );
  const save = async () => {
    const url = URL.createObjectURL(await exportLog.mutateAsync(query));
    downloadFile(url, 'audit-log.ndjson');
    URL.revokeObjectURL(url);
  };
  return (
    <Button icon={Download} busy={exportLog.isPending} onClick={() => void save().catch(toastError)}>
      Export
    </Button>
  );
}
