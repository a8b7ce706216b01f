import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { FilePlus2, Plus } from 'lucide-react';
import { useState } from 'react';
import type { EditorRow } from '../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { BulkBar } from '../../features/lists/bulk-bar.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { useNewEntry } from '../../api/new-entry.ts';
import { useEditorPages } from '../../api/pages.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { useListSelection } from '../../components/list/list-return.ts';
import { ListTools } from '../../components/list/list-tools.tsx';
import { Page } from '../../components/layout/page.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { toastProblem } from '../../components/overlay/toast.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { columnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, filtersIn, parameterOf } from './filters.ts';
import { type EntriesSearch, isListParameter } from './search.ts';

const route = getRouteApi('/p/$projectId/entries/$type');
const pageSize = 100;
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
  const { shown, toggle: toggleColumn, set: setColumns } = useChosenColumns(type);
  const [selected, setSelected] = useListSelection();
  const sort = search.sort ?? newestFirst;
  const query = Object.fromEntries(Object.entries(search).filter(([name]) => isListParameter(name)));
  const list = useEditorPages<EditorRow>('content', `/content/${type.slug}/entries`, {
    query: { ...query, sort, limit: pageSize },
  });
  const { sort: _sort, ...narrowing } = query;
  const linkOf = (entryId: string) => ({
    to: '/p/$projectId/entries/$type/$entryId' as const,
    params: { projectId, type: type.slug, entryId },
  });
  const newEntry = useNewEntry();
  const [busy, setBusy] = useState(false);
  const begin = () => {
    setBusy(true);
    void newEntry(type.slug)
      .catch(toastProblem)
      .finally(() => setBusy(false));
  };
  const go = (part: EntriesSearch) =>
    void navigate({
      to: '/p/$projectId/entries/$type',
      params: { projectId, type: type.slug },
      search: (before) => ({ ...before, ...part }),
      replace: true,
    });
  useActions([
    { id: 'new-entry', label: `New ${type.name}`, group: 'Create', icon: FilePlus2, keys: 'n', run: begin },
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
        <Button needs="draft" variant="primary" icon={Plus} busy={busy} onClick={begin}>
          New entry
        </Button>
      }
    >
      <ListTools search={search} onChange={(part) => go({ ...part })}>
        <FilterBar
          fields={type.fields}
          filters={filters}
          targets={list.targets}
          onSet={(filter: Filter, instead) =>
            go({ ...(instead === null ? {} : without(search, instead)), [parameterOf(filter)]: filter.value })
          }
          onRemove={(filter) => go(without(search, filter))}
        />
        <span className="list-space" />
        <ViewsMenu
          list={`content/${type.slug}`}
          search={search}
          columns={shown}
          onOpen={(saved, columns) => {
            if (columns !== null) setColumns(columns);
            go({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...saved });
          }}
        />
        <ColumnsMenu type={type} shown={shown} onToggle={toggleColumn} onSet={setColumns} />
      </ListTools>
      <PagedTable
        label={type.name}
        pages={list}
        loading={10}
        empty={
          <EmptyState
            title={isNarrowed ? 'No matches' : `No ${type.name} yet`}
            action={
              isNarrowed ? null : (
                <Button needs="draft" icon={Plus} busy={busy} onClick={begin}>
                  Write the first entry
                </Button>
              )
            }
          >
            {isNarrowed ? 'Try removing a filter.' : 'Entries that you create are listed here.'}
          </EmptyState>
        }
        columns={columnsOf({
          type,
          shown,
          targets: list.targets,
          sort,
          onSort: (next) => go({ sort: next }),
        })}
        selection={{
          needs: 'publish',
          ids: selected,
          onChange: setSelected,
          nameOf: ({ title }) => title || 'Untitled',
        }}
        linkTo={({ id }) => linkOf(id)}
        count={`${list.count} ${list.total === 1 ? 'entry' : 'entries'}`}
      />
      <BulkBar
        path={`/content/${type.slug}`}
        module="content"
        noun={['entry', 'entries']}
        consequence="Readers no longer find them. They stay in the trash for 30 days. Entries that other content links to are kept."
        ids={selected}
        pages={list}
        query={narrowing}
        linkOf={linkOf}
        onDone={setSelected}
      />
    </Page>
  );
}

/** The address without one filter, whose operator may have been left out. */
function without(search: EntriesSearch, { field, operator }: Filter): EntriesSearch {
  const names = [parameterOf({ field, operator }), ...(operator === 'eq' ? [`where[${field}]`] : [])];
  return Object.fromEntries(
    Object.keys(search).map((name) => [name, names.includes(name) ? undefined : search[name]]),
  );
}
