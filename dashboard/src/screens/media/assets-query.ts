import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorAsset, EditorAssetList } from '../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { projectKey, useProject, useProjectApi, useProjectMutation } from '../../api/project.ts';
import type { MediaSearch } from './search.ts';

const pageSize = 60;
/** How long before its end a signed address is replaced, in milliseconds. */
const earlyMs = 2 * 60_000;
const restMs = 30_000;

/** Assets as they are filtered and ordered, a page at a time; signed addresses are renewed before they end. */
export function useAssets({ q, type, status, tag, sort, show }: MediaSearch) {
  const project = useProject();
  const api = useProjectApi();
  const query = {
    ...{ q, content_type: type, tag, sort },
    status: status === 'all' ? undefined : (status ?? 'ready'),
    undescribed: show === 'undescribed' ? true : undefined,
    unused: show === 'unused' ? true : undefined,
  };
  return useInfiniteQuery({
    queryKey: projectKey(project, 'media', '/media', query),
    queryFn: ({ pageParam, signal }) =>
      api.get<EditorAssetList>('/media', { ...query, limit: pageSize, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilRenewalMs(state.data),
  });
}

/** Null where no address ever ends. */
function untilRenewalMs(data: InfiniteData<EditorAssetList> | undefined): number | false {
  const ends = (data?.pages ?? []).flatMap((page) =>
    page.data.flatMap(({ url_expires_at }) =>
      url_expires_at === undefined ? [] : [Date.parse(url_expires_at)],
    ),
  );
  if (ends.length === 0) return false;
  return Math.max(restMs, Math.min(...ends) - new Date().getTime() - earlyMs);
}

/** Changes what is said of an asset, and shows it wherever the asset is listed. */
export function useChangeAsset() {
  const client = useQueryClient();
  const { id } = useProject();
  return useProjectMutation(
    [],
    async (api, { id: assetId, ...change }: Pick<Asset, 'id'> & Partial<Asset>) => {
      const changed = await api.patch<Asset>(`/v1/media/${assetId}`, change, { outlivesPage: true });
      client.setQueriesData<InfiniteData<EditorAssetList> | EditorAsset>(
        { queryKey: ['project', id, 'media'] },
        (kept) => {
          if (kept === undefined) return kept;
          if (!('pages' in kept)) return replaceBy(changed)(kept);
          return {
            ...kept,
            pages: kept.pages.map((page) => ({ ...page, data: page.data.map(replaceBy(changed)) })),
          };
        },
      );
      void client.invalidateQueries({ queryKey: ['project', id, 'media', null, `/media/${assetId}`] });
      return changed;
    },
  );
}

const replaceBy = (changed: Asset) => (asset: EditorAsset) =>
  asset.id === changed.id ? { ...asset, ...changed } : asset;
