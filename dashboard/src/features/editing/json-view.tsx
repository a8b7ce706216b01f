import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { isFetchAllowed } from '../../api/http/deleted-queries.ts';
import { ApiError, messageOf } from '../../api/errors/api-error.ts';
import { localeQuery, useLocales } from '../../api/locales.ts';
import { projectKey, useProject, useProjectApi } from '../../api/project.ts';
import { CopyButton } from '../../components/base/copy.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { assembleBlocks } from '../blocks/outline/flatten.ts';
import { ItemLocaleContext } from '../locales/item-locale.ts';
import type { EditedItem } from './item.ts';

interface JsonViewProps {
  path: string;
  item: Pick<EditedItem, 'id' | 'revision' | 'status' | 'draft' | 'live'>;
}

const sides = [
  { value: 'draft', label: 'Draft' },
  { value: 'live', label: 'Live' },
] as const;

/** The item as JSON: the values of its draft, or the exact API response for readers. */
export function JsonView({ path: itemPath, item }: JsonViewProps) {
  const { locale } = localeQuery(useContext(ItemLocaleContext)?.locale ?? null);
  const path = locale === undefined ? itemPath : `${itemPath}?locale=${locale}`;
  const [side, setSide] = useState<'draft' | 'live'>(item.status === 'published' ? 'live' : 'draft');
  const response = useApiResponse(path, item, side === 'live' && item.status === 'published');
  const locales = useLocales();
  // The editor has the ids of locales, the API their codes.
  const withCodes = (key: string, value: unknown): unknown =>
    key === 'only_locales' && Array.isArray(value)
      ? value.map((id: unknown) => locales.find((one) => one.id === id)?.code ?? id)
      : value;
  const text =
    side === 'draft'
      ? JSON.stringify(assembleBlocks(item.draft), withCodes, 2)
      : JSON.stringify(response.body, null, 2);
  return (
    <>
      <Tabs label="Version" tabs={sides} value={side} onChange={setSide} />
      {side === 'live' && item.status !== 'published' ? (
        <p className="muted">Readers get nothing of this yet. Publish it to see the API’s response here.</p>
      ) : (
        <section className="json-view" aria-label={side === 'live' ? 'API response' : 'Draft values'}>
          <header>
            <code>{side === 'live' ? `GET ${path}` : 'Draft'}</code>
            <span>{side === 'live' ? response.status : null}</span>
            <CopyButton text={text ?? ''} label={side === 'live' ? 'Copy the response' : 'Copy the values'} />
          </header>
          <pre tabIndex={0}>{response.error ?? text}</pre>
        </section>
      )}
    </>
  );
}

/** The current API response, fetched again when the item changes. */
function useApiResponse(path: string, { id, revision, status }: JsonViewProps['item'], enabled: boolean) {
  const api = useProjectApi();
  const project = useProject();
  const { data, error } = useQuery<{ status: number; body: unknown }>({
    queryKey: projectKey(project, 'content', 'json', id, path, revision, status),
    enabled: (query) => enabled && isFetchAllowed(query),
    queryFn: async ({ signal }) => {
      try {
        return { status: 200, body: await api.get<unknown>(path, {}, signal) };
      } catch (error) {
        if (error instanceof ApiError) return { status: error.status, body: { error: error.original } };
        throw error;
      }
    },
  });
  return { status: data?.status, body: data?.body, error: error === null ? null : messageOf(error) };
}
