import { ArchiveRestore, Trash2 } from 'lucide-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { TrashItem, TrashList } from '../../../../src/lifecycle/trash/schema.ts';
import { isRunning, useBulkJobs } from '../../api/bulk-jobs.ts';
import { useLocales } from '../../api/locales.ts';
import { useRunTask } from '../../api/tasks.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { useMay } from '../../features/access/may.ts';
import { useSession } from '../../api/session.ts';
import { deleterName, useRestore } from '../../api/trash.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField } from '../../components/form/field.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { counted } from '../../components/base/counted.ts';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import '../../features/lists/bulk-bar.css';
import { trashPeriod } from '../../features/trash-period.ts';
import { dayMs } from '../../../../src/contract/time.ts';
import { RestoreAll } from './restore-all.tsx';
import type { TrashSearch } from './trash-search.ts';
import { kindNames, TrashFilters } from './trash-filters.tsx';

const route = getRouteApi('/p/$projectId/trash');

const columns: readonly Column<TrashItem>[] = [
  { key: 'title', title: 'Title', width: '36%', cell: ({ title }) => title || 'Untitled' },
  {
    key: 'kind',
    title: 'Kind',
    width: '190px',
    cell: (row) => <Kind row={row} />,
  },
  {
    key: 'by',
    title: 'Deleted by',
    cell: ({ deleted_by: by }) => (by.kind === 'job' ? `${by.name}, bulk change` : deleterName(by)),
  },
  {
    key: 'at',
    title: 'Deleted',
    width: '130px',
    align: 'end',
    cell: (row) => <Time value={row.deleted_at} />,
  },
  {
    key: 'until',
    title: 'Removed for good',
    width: '150px',
    align: 'end',
    cell: (row) => <Time value={row.expires_at} />,
  },
];

/** The kind of an item, and the locale whose content alone was deleted. */
function Kind({ row: { kind, type, entries, locale: code } }: { row: TrashItem }) {
  const locale = useLocales().find((one) => one.code === code);
  const name =
    entries === null
      ? (type ?? kindNames[kind])
      : `${kindNames[kind]}, ${counted(entries, 'entry', 'entries')}`;
  return code === undefined ? name : `${name}, ${locale?.name ?? code}`;
}

/** Items that members and API keys deleted and that members can restore. */
export function TrashScreen() {
  const { role } = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTrashQuery(search);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const pages = useProjectPages<TrashItem, Pick<TrashList, 'meta'>>('trash', '/trash', {
    query: { ...query, limit: 100 },
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const empty = useEmptyTrash();
  const isBulkChangeRunning = useBulkJobs().data?.some(isRunning) === true;
  const { rows } = pages;
  return (
    <Page
      title="Trash"
      intro={`Deleted items stay here for ${trashPeriod}. Entries and articles come back as drafts. Content types and releases come back with their entries.`}
      actions={
        rows !== undefined && rows.length > 0 ? (
          <>
            <RestoreAll
              query={query}
              total={pages.first?.meta.total ?? 0}
              isCapped={pages.first?.meta.total_is_capped === true}
              isBusy={isBulkChangeRunning}
            />
            {role === 'owner' ? (
              <Button icon={Trash2} onClick={empty}>
                Empty trash
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <TrashFilters
        search={search}
        onChange={(part) => {
          setSelected(new Set());
          void navigate({ search: (before) => ({ ...before, ...part }) });
        }}
      />
      {pages.error !== null ? (
        <ErrorState error={pages.error} onRetry={pages.retry} />
      ) : rows === undefined ? (
        <Loading rows={8} />
      ) : rows.length === 0 && isFiltered ? (
        <EmptyState icon={Trash2} title="Nothing in the trash matches these filters" />
      ) : rows.length === 0 ? (
        <EmptyState icon={Trash2} title="The trash is empty">
          What you and your API keys delete appears here.
        </EmptyState>
      ) : (
        <DataTable
          label="Trash"
          columns={columns}
          rows={rows}
          rowId={({ trash_id: id }) => id}
          selection={{
            needs: 'draft',
            ids: selected,
            onChange: setSelected,
            nameOf: ({ title }) => title || 'Untitled',
          }}
          onEnd={pages.loadMore}
          foot={pages.isLoadingMore ? 'Loading more' : undefined}
        />
      )}
      <TrashBar
        ids={selected}
        hadReaders={rows?.some(({ trash_id: id, was_live: wasLive }) => wasLive && selected.has(id)) === true}
        onDone={() => setSelected(new Set())}
      />
    </Page>
  );
}

/** The filters as the service expects them. The start of the period stays the same while the screen is open. */
function useTrashQuery({ kind, by, days }: TrashSearch) {
  const me = useSession()?.user?.id;
  const openedAt = useRef(new Date().getTime());
  const since = days === undefined ? undefined : new Date(openedAt.current - Number(days) * dayMs);
  return {
    kind: kind !== undefined && kind in kindNames ? kind : undefined, // URLs can contain anything
    by: by === 'me' ? me : undefined,
    since: since === undefined || Number.isNaN(since.getTime()) ? undefined : since.toISOString(),
  };
}

interface TrashBarProps {
  ids: ReadonlySet<string>;
  /** Whether readers saw one of the items. */
  hadReaders: boolean;
  onDone: () => void;
}

/** The toolbar of the selected items. */
function TrashBar({ ids, hadReaders, onDone }: TrashBarProps) {
  const restore = useRestore();
  const confirm = useConfirm();
  const runTask = useRunTask();
  const [busy, setBusy] = useState(false);
  const [publishes, setPublishes] = useState(false);
  const mayPublish = useMay('publish');
  const remove = useProjectMutation<string[], unknown>(['trash'], (api, trashIds) =>
    api.post('/trash/remove', { ids: trashIds }),
  );
  if (ids.size === 0) return null;
  const count = counted(ids.size, 'item');
  const restoreSelected = async () => {
    setBusy(true);
    await restore([...ids], publishes);
    setBusy(false);
    setPublishes(false);
    onDone();
  };
  const removeAll = async () => {
    const task = { verb: 'Removing', noun: ['item', 'items'], listPath: null } as const;
    const removed = await runTask(task, ids, (batch) => remove.mutateAsync(batch));
    toast(`${counted(removed, 'item')} removed`);
    onDone();
  };
  const removeSelected = () =>
    confirm({
      title: `Remove ${count} for good?`,
      body: 'You can’t undo this.',
      action: `Remove ${count}`,
      danger: true,
      run: async () => void removeAll().catch(toastError),
    });
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected items">
      <span>{count} selected</span>
      {hadReaders && mayPublish ? (
        <CheckField label="Publish items that were live" checked={publishes} onChange={setPublishes} />
      ) : null}
      <Button
        needs="draft"
        icon={ArchiveRestore}
        variant="primary"
        busy={busy}
        onClick={() => void restoreSelected()}
      >
        Restore
      </Button>
      <Button needs="publish" icon={Trash2} variant="danger" onClick={removeSelected}>
        Remove for good
      </Button>
    </div>
  );
}

/** Empties the trash after a confirmation. Repeats the request, because one request deletes a limited number. */
function useEmptyTrash(): () => void {
  const confirm = useConfirm();
  const empty = useProjectMutation<void, { removed: number }>(['trash'], (api) =>
    api.post('/trash/empty', {}),
  );
  return () =>
    confirm({
      title: 'Empty the trash?',
      body: 'This removes everything in it for good, of all content types and modules. You can’t undo this.',
      action: 'Empty trash',
      danger: true,
      run: async () => {
        let removedCount = 0;
        for (;;) {
          const { removed } = await empty.mutateAsync();
          removedCount += removed;
          if (removed === 0) break;
        }
        toast(`${counted(removedCount, 'item')} removed`);
      },
    });
}
