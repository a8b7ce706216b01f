import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { FilePlus2, Plus } from 'lucide-react';
import { useState } from 'react';
import type { EditorRow } from '../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { ContentTable } from '../../features/lists/content-table.tsx';
import { ReviewFilter } from '../../features/editing/review/review-filter.tsx';
import { isTranslated } from '../../features/locales/item-locale.ts';
import { ListLocaleMenu } from '../../features/locales/locale-menu.tsx';
import { TranslationFilter } from '../../features/locales/translation-filter.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { localeQuery, useChosenLocale } from '../../api/locales.ts';
import { useNewEntry } from '../../api/new-entry.ts';
import { useEditorPages } from '../../api/pages.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { ListTools } from '../../components/list/list-tools.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { columnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, filtersIn, parameterOf } from './filters.ts';
import { type EntriesSearch, isListParameter } from './search.ts';
import { TableMenu } from './table-menu.tsx';
import { trashPeriod } from '../../features/trash-period.ts';

const route = getRouteApi('/p/$projectId/entries/$type');
const pageSize = 100;
const newestFirst = '-updated_at';

export function EntriesScreen() {
  const { projectId, type: slug } = route.useParams();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  return (
    <QueryView query={type}>
      {(data) =>
        data.kind === 'singleton' ? (
          <Navigate
            to="/p/$projectId/entries/$type/$entryId"
            params={{ projectId, type: slug, entryId: 'single' }}
            replace
          />
        ) : (
          <EntryList key={slug} type={data} />
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
  const chosenLocale = useChosenLocale();
  const sort = search.sort ?? newestFirst;
  const query = Object.fromEntries(Object.entries(search).filter(([name]) => isListParameter(name)));
  const list = useEditorPages<EditorRow>('content', `/content/${type.slug}/entries`, {
    query: { ...query, sort, limit: pageSize, ...localeQuery(chosenLocale) },
  });
  const { sort: _sort, ...listFilters } = query;
  // The service names the locale of rows whose type has translated fields, also in blocks.
  const hasLocales = type.fields.some(isTranslated) || list.rows?.some((row) => row.locale !== undefined);
  const locale = hasLocales === true ? (chosenLocale ?? undefined) : undefined;
  const newEntry = useNewEntry();
  const [busy, setBusy] = useState(false);
  const create = () => {
    setBusy(true);
    void newEntry(type.slug)
      .catch(toastError)
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
    { id: 'new-entry', label: `New ${type.name}`, group: 'Create', icon: FilePlus2, keys: 'n', run: create },
  ]);

  const filters = filtersIn(search);
  return (
    <Page
      title={type.name}
      above={
        <Link to="/p/$projectId/entries" params={{ projectId }}>
          Entries
        </Link>
      }
      actions={
        <>
          {locale === undefined ? null : <ListLocaleMenu />}
          <TableMenu type={type.slug} />
          <Button needs="draft" variant="primary" icon={Plus} busy={busy} onClick={create}>
            New entry
          </Button>
        </>
      }
    >
      <ListTools search={search} onChange={(part) => go({ ...part })}>
        <ReviewFilter value={search.review} onChange={(review) => go({ review })} />
        {locale === undefined ? null : (
          <TranslationFilter value={search.translation} onChange={(translation) => go({ translation })} />
        )}
        <FilterBar
          fields={type.fields}
          filters={filters}
          targets={list.targets}
          onSet={(filter: Filter, replaced) =>
            go({
              ...(replaced === null ? {} : without(search, replaced)),
              [parameterOf(filter)]: filter.value,
            })
          }
          onRemove={(filter) => go(without(search, filter))}
        />
        <span className="list-space" />
        <ViewsMenu
          list={`content/${type.slug}`}
          search={query}
          columns={shown}
          onOpen={(saved, columns) => {
            if (columns !== null) setColumns(columns);
            go({ ...Object.fromEntries(Object.keys(query).map((name) => [name, undefined])), ...saved });
          }}
        />
        <ColumnsMenu type={type} shown={shown} onToggle={toggleColumn} onSet={setColumns} />
      </ListTools>
      <ContentTable
        label={type.name}
        content={{
          module: 'content',
          bulkPath: `/content/${type.slug}`,
          noun: ['entry', 'entries'],
          fields: type.fields,
          locale,
          consequence: `They stay in the trash for ${trashPeriod}. Entries that other content links to are not deleted.`,
        }}
        list={list}
        filters={listFilters}
        columns={columnsOf({
          type,
          shown,
          targets: list.targets,
          sort,
          onSort: (next) => go({ sort: next }),
          locale,
        })}
        linkOf={(entryId) => ({
          to: '/p/$projectId/entries/$type/$entryId',
          params: { projectId, type: type.slug, entryId },
        })}
        empty={{
          title: 'No entries yet',
          text: 'Entries that you create are listed here.',
          action: (
            <Button needs="draft" icon={Plus} busy={busy} onClick={create}>
              Write the first entry
            </Button>
          ),
        }}
      />
    </Page>
  );
}

/** The search without one filter, whose parameter may omit the operator. */
function without(search: EntriesSearch, { field, operator }: Filter): EntriesSearch {
  const names = [parameterOf({ field, operator }), ...(operator === 'eq' ? [`where[${field}]`] : [])];
  return Object.fromEntries(
    Object.keys(search).map((name) => [name, names.includes(name) ? undefined : search[name]]),
  );
}
