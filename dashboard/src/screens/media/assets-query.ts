import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorAsset, EditorAssetList } from '../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { projectKey, useProject, useProjectApi, useProjectMutation } from '../../api/project.ts';
import type { MediaSearch } from './search.ts';

const pageSize = 60;
/** How long before it expires a signed URL is renewed. */
const renewBeforeMs = 2 * 60_000;
const minIntervalMs = 30_000;

/** Reads assets page by page, and renews signed URLs before they expire. */
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
    refetchInterval: ({ state }) => renewalDelayMs(state.data),
  });
}

/** The delay until the first signed URL must be renewed; false if no URL expires. */
function renewalDelayMs(data: InfiniteData<EditorAssetList> | undefined): number | false {
  const ends = (data?.pages ?? []).flatMap((page) =>
    page.data.flatMap(({ url_expires_at }) =>
      url_expires_at === undefined ? [] : [Date.parse(url_expires_at)],
    ),
  );
  if (ends.length === 0) return false;
  return Math.max(minIntervalMs, Math.min(...ends) - new Date().getTime() - renewBeforeMs);
}

/** Changes the properties of an asset, and updates it in all cached lists. */
export function useChangeAsset() {
  const client = useQueryClient();
  const { id } = useProject();
  return useProjectMutation(
    [],
    async (api, { id: assetId, ...change }: Pick<Asset, 'id'> & Partial<Asset>) => {
      const updatedAsset = await api.patch<Asset>(`/v1/media/${assetId}`, change, { outlivesPage: true });
      client.setQueriesData<InfiniteData<EditorAssetList> | EditorAsset>(
        { queryKey: ['project', id, 'media'] },
        (cached) => {
          if (cached === undefined) return cached;
          if (!('pages' in cached)) return replaceWith(updatedAsset)(cached);
          return {
            ...cached,
            pages: cached.pages.map((page) => ({ ...page, data: page.data.map(replaceWith(updatedAsset)) })),
          };
        },
      );
      void client.invalidateQueries({ queryKey: ['project', id, 'media', null, `/media/${assetId}`] });
      return updatedAsset;
    },
  );
}

const replaceWith = (updatedAsset: Asset) => (asset: EditorAsset) =>
  asset.id === updatedAsset.id ? { ...asset, ...updatedAsset } : asset;
