import { getRouteApi, Link } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type TranslationKindName, translationStates } from '../../../../src/contract/translations.ts';
import type { Translation } from '../../../../src/lifecycle/translations/schema.ts';
import { type Locale, sourceOf, useChosenLocale, useWritableLocales } from '../../api/locales.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Choice } from '../../components/list/choice.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { LocaleAccess } from '../../features/access/locale-access.tsx';
import { useItemLink } from '../../features/lists/search-items.ts';
import { useChooseLocale } from '../../features/locales/locale-menu.tsx';
import { columnsOf, type RowType } from './columns.tsx';
import { TranslationCounts } from './counts.tsx';
import { ExportTexts, ImportTexts } from './file-actions.tsx';
import { kinds, useGrantedKinds } from './kinds.ts';
import { StillRightBar } from './still-right-bar.tsx';

const route = getRouteApi('/p/$projectId/translations');

const stateNames = [
  ['', 'Missing or outdated'],
  ['missing', 'Missing'],
  ['outdated', 'Outdated'],
  ['current', 'Up to date'],
] as const;

/** The translation states of all content in each language. */
export function TranslationsScreen() {
  const { id: projectId } = useProject();
  const locales = useWritableLocales();
  const further = locales.filter((locale) => !locale.default);
  const chosenLocale = useChosenLocale();
  const locale = chosenLocale === null || chosenLocale.default ? further[0] : chosenLocale;
  return (
    <Page
      title="Translations"
      intro="Texts that are missing in a language, or whose source changed since they were translated."
      actions={
        locale === undefined ? undefined : (
          <>
            <ExportTexts locale={locale} />
            <LocaleAccess code={locale.code}>
              <ImportTexts />
            </LocaleAccess>
          </>
        )
      }
    >
      {locale !== undefined ? (
        <>
          <TranslationCounts locales={further} />
          <LocaleAccess code={locale.code}>
            <TranslationTable key={locale.id} locale={locale} locales={locales} />
          </LocaleAccess>
        </>
      ) : locales.length === 0 ? null : (
        <EmptyState
          icon={Languages}
          title="This project has one language"
          action={
            <Link to="/p/$projectId/settings" params={{ projectId }}>
              Open Settings
            </Link>
          }
        >
          Add another locale in Settings to translate content.
        </EmptyState>
      )}
    </Page>
  );
}

interface TranslationTableProps {
  locale: Locale;
  locales: readonly Locale[];
}

function TranslationTable({ locale, locales }: TranslationTableProps) {
  const { kind, state } = useFilters();
  const pages = useProjectPages<Translation>('translations', '/v1/translations', {
    query: { locale: locale.code, kind, state, limit: 100 },
  });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const types = useProjectQuery<{ data: RowType[] }>('schema', '/v1/schema/content-types').data?.data;
  const isOfEntries = kind === 'entry';
  const columns = useMemo(() => columnsOf(types, isOfEntries), [types, isOfEntries]);
  const linkTo = useItemLink(locale);
  const source = sourceOf(locale, locales)?.name ?? '';
  return (
    <>
      <Filters locale={locale} locales={locales} onChange={() => setSelectedIds(new Set())} />
      <PagedTable
        label={`Translations from ${source}`}
        pages={pages}
        columns={columns}
        linkTo={linkTo}
        empty={
          <EmptyState
            icon={Languages}
            title={state === undefined ? 'Nothing is missing or outdated' : 'No matches'}
          >
            {state === undefined
              ? `All ${kinds[kind].name.toLowerCase()} are translated from ${source}.`
              : undefined}
          </EmptyState>
        }
        selection={{
          needs: 'draft',
          ids: selectedIds,
          onChange: setSelectedIds,
          nameOf: ({ title }) => title || 'Untitled',
        }}
      />
      <StillRightBar
        locale={locale}
        rows={pages.rows?.filter(({ id }) => selectedIds.has(id)) ?? []}
        onDone={() => setSelectedIds(new Set())}
      />
    </>
  );
}

/** The filters of the URL, which can contain anything. */
function useFilters(): { kind: TranslationKindName; state: string | undefined } {
  const search = route.useSearch();
  const grantedKinds = useGrantedKinds();
  return {
    kind: grantedKinds.find((kind) => kind === search.kind) ?? grantedKinds[0] ?? 'entry',
    state: translationStates.find((state) => state === search.state),
  };
}

interface FiltersProps extends TranslationTableProps {
  onChange: () => void;
}

function Filters({ locale, locales, onChange }: FiltersProps) {
  const { kind, state } = useFilters();
  const grantedKinds = useGrantedKinds();
  const navigate = route.useNavigate();
  const chooseLocale = useChooseLocale();
  const further = locales.filter((one) => !one.default);
  const change = (part: object) => {
    onChange();
    void navigate({ search: (before) => ({ ...before, ...part }) });
  };
  return (
    <div className="list-tools">
      <Choice
        label="Language"
        value={locale.code}
        choices={further.map(({ code, name }) => [code, name])}
        onChange={(code) => {
          const next = further.find((one) => one.code === code);
          if (next !== undefined) chooseLocale(next);
        }}
      />
      <Choice
        label="Kind"
        value={kind}
        choices={grantedKinds.map((one) => [one, kinds[one].name])}
        onChange={(next) => change({ kind: next })}
      />
      <Choice label="State" value={state} choices={stateNames} onChange={(next) => change({ state: next })} />
    </div>
  );
}
