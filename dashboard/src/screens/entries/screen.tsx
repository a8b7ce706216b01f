import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { Columns3, FilePlus2, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { EditorEntry, EditorList, EditorRow } from '../../../../src/content/editor-schema.ts';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { projectKey, useProject, useProjectApi, useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/actions.ts';
import { BulkBar } from '../../components/bulk-bar.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, ErrorState, Loading, QueryView } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toastProblem } from '../../components/toast.tsx';
import { columnFields, useChosenColumns } from './chosen-columns.ts';
import { columnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, filtersIn, parameterOf } from './filters.ts';
import { type EntriesSearch, isListParameter } from './search.ts';
import '../../components/list-tools.css';

const route = getRouteApi('/p/$projectId/entries/$type');
const pageSize = 100;
const statusTabs = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Live' },
  { value: 'changed', label: 'Changed' },
  { value: 'scheduled', label: 'Scheduled' },
] as const;
const newestFirst = '-updated_at';

export function EntriesScreen() {
  const { projectId, type: slug } = route.useParams();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  return (
    <QueryView query={type}>
      {(found) =>
        found.kind === 'singleton' ? (
          <Navigate
            to="/p/$projectId/entries/$type/$entryId"
            params={{ projectId, type: slug, entryId: 'single' }}
            replace
          />
        ) : (
          <EntryList key={slug} type={found} />
        )
      }
    </QueryView>
  );
}

function EntryList({ type }: { type: ContentType }) {
  const { id: projectId } = useProject();
  const search = route.useSearch();
  const navigate = useNavigate();
  const [shown, toggleColumn] = useChosenColumns(type);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const searchField = useRef<HTMLInputElement>(null);
  const list = useEntryPages(type.slug, search);
  const { busy, begin } = useNewEntry(type);
  const sort = search.sort ?? newestFirst;

  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  const targets = useMemo(
    () => Object.fromEntries((pages ?? []).flatMap((page) => Object.entries(page.targets))),
    [pages],
  );
  const total = pages?.[0]?.meta.total;
  const isCapped = pages?.[0]?.meta.total_is_capped === true;

  const go = (part: EntriesSearch) =>
    void navigate({
      to: '/p/$projectId/entries/$type',
      params: { projectId, type: type.slug },
      search: (before) => ({ ...before, ...part }),
      replace: true,
    });
  const open = useCallback(
    ({ id: entryId }: EditorRow) =>
      void navigate({
        to: '/p/$projectId/entries/$type/$entryId',
        params: { projectId, type: type.slug, entryId },
      }),
    [navigate, projectId, type.slug],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useActions([
    { id: 'new-entry', label: `New ${type.name}`, group: 'Create', icon: FilePlus2, keys: 'n', run: begin },
    {
      id: 'search-entries',
      label: `Search in ${type.name}`,
      group: 'This list',
      keys: '/',
      run: () => searchField.current?.focus(),
    },
  ]);

  const filters = filtersIn(search);
  const isNarrowed = filters.length > 0 || search.q !== undefined || search.status !== undefined;
  return (
    <Page
      title={type.name}
      above={
        <Link to="/p/$projectId/entries" params={{ projectId }}>
          Entries
        </Link>
      }
      actions={
        <Button variant="primary" icon={Plus} busy={busy} onClick={begin}>
          New entry
        </Button>
      }
    >
      <div className="list-tools">
        <Tabs
          label="Status"
          tabs={statusTabs}
          value={statusTabs.find((tab) => tab.value === search.status)?.value ?? ''}
          onChange={(status) => go({ status: status === '' ? undefined : status })}
        />
        <SearchField
          ref={searchField}
          value={search.q ?? ''}
          onChange={(q) => go({ q: q === '' ? undefined : q })}
        />
        <FilterBar
          fields={type.fields}
          filters={filters}
          onAdd={(filter: Filter) => go({ [parameterOf(filter)]: filter.value })}
          onRemove={(filter) => go(without(search, filter))}
        />
        <span className="list-space" />
        <Menu
          trigger={
            <Button variant="quiet" icon={Columns3}>
              Columns
            </Button>
          }
          align="end"
        >
          {columnFields(type).map(({ key, label }) => (
            <MenuItem key={key} checked={shown.includes(key)} onSelect={() => toggleColumn(key)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {list.isError ? (
        <ErrorState problem={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Loading rows={10} />
      ) : rows.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No matches' : `No ${type.name} yet`}>
          {isNarrowed ? 'Try removing a filter.' : 'Press N to write the first one.'}
        </EmptyState>
      ) : (
        <DataTable
          label={type.name}
          rows={rows}
          rowId={rowId}
          columns={columnsOf({ type, shown, targets, sort, onSort: (next) => go({ sort: next }) })}
          selection={{ ids: selected, onChange: setSelected }}
          onOpen={open}
          onEnd={more}
          foot={
            <>
              {rows.length === total && !isCapped
                ? total
                : `${rows.length} of ${total ?? '…'}${isCapped ? '+' : ''}`}{' '}
              {total === 1 ? 'entry' : 'entries'}
              {isFetchingNextPage ? ' · loading more' : ''}
            </>
          }
        />
      )}
      <BulkBar
        path={`/content/${type.slug}/bulk`}
        module="content"
        noun={['entry', 'entries']}
        consequence="This permanently deletes the drafts and the published versions. Entries that other content links to are kept."
        ids={selected}
        titleOf={(id) => rows.find((row) => row.id === id)?.title || id}
        onDone={setSelected}
      />
    </Page>
  );
}

const rowId = ({ id }: EditorRow) => id;

/** The address without one filter, whose operator may have been left out. */
function without(search: EntriesSearch, { field, operator }: Filter): EntriesSearch {
  const names = [parameterOf({ field, operator }), ...(operator === 'eq' ? [`where[${field}]`] : [])];
  return Object.fromEntries(
    Object.keys(search).map((name) => [name, names.includes(name) ? undefined : search[name]]),
  );
}

function useEntryPages(slug: string, search: EntriesSearch) {
  const project = useProject();
  const api = useProjectApi();
  const asked = Object.entries(search).filter(([name]) => isListParameter(name));
  const query = { sort: newestFirst, ...Object.fromEntries(asked), limit: pageSize };
  return useInfiniteQuery({
    queryKey: projectKey(project, 'content', 'list', slug, query),
    queryFn: ({ pageParam: offset, signal }) => {
      const paging = offset === 0 ? { count: true } : { offset };
      return api.get<EditorList>(`/content/${slug}/entries`, { ...query, ...paging }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset,
    placeholderData: (before) => before,
  });
}

/** Makes an empty draft and opens it: from its first letter on it has a place. */
function useNewEntry({ slug }: ContentType) {
  const api = useProjectApi();
  const navigate = useNavigate();
  const { id: projectId } = useProject();
  const [busy, setBusy] = useState(false);
  const begin = () => {
    setBusy(true);
    api
      .post<EditorEntry>(`/content/${slug}/entries`, { values: {} })
      .then(
        ({ id: entryId }) =>
          navigate({
            to: '/p/$projectId/entries/$type/$entryId',
            params: { projectId, type: slug, entryId },
            search: { fresh: true },
          }),
        toastProblem,
      )
      .finally(() => setBusy(false));
  };
  return { busy, begin };
}
