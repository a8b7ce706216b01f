import { getRouteApi } from '@tanstack/react-router';
import { Image, Search, Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { FileInput } from '../../components/base/file-input.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { AssetPanel } from './asset/asset-panel.tsx';
import { useAssets } from './assets-query.ts';
import { DropZone } from './upload/drop-zone.tsx';
import { MediaFilters } from './media-filters.tsx';
import { maxSelected, MediaBulkBar } from './bulk/media-bulk-bar.tsx';
import { isFiltered, type MediaSearch } from './search.ts';
import { UploadList } from './upload/upload-list.tsx';
import { useUpload } from '../../api/upload/uploads.ts';
import './asset/asset-panel.css';
import './media.css';
import './upload/uploads.css';

const route = getRouteApi('/p/$projectId/media');

export function MediaScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const assets = useAssets(search);
  const loadedAssets = useMemo(() => assets.data?.pages.flatMap(({ data }) => data) ?? [], [assets.data]);
  const change = useCallback(
    (part: MediaSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const send = useUpload();
  const openFilePicker = () => input.current?.click();
  useActions([
    { id: 'upload', label: 'Upload files', group: 'Create', icon: Upload, keys: 'c', run: openFilePicker },
  ]);

  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = assets;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const renewUrls = useRenewal(refetch);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = loadedAssets.filter(({ id }) => ids.has(id)).slice(0, maxSelected);
  const toggle = ({ id }: { id: string }) => {
    const next = new Set(selected.map((asset) => asset.id));
    if (!next.delete(id) && next.size < maxSelected) next.add(id);
    setIds(next);
  };

  return (
    <Page
      title="Media"
      intro="Images and files, shared by all releases. Drop files to upload."
      actions={
        <Button needs="draft" variant="primary" icon={Upload} onClick={openFilePicker}>
          Upload
        </Button>
      }
    >
      <FileInput ref={input} multiple aria-label="Files to upload" onFiles={send} />
      <DropZone onFiles={send} />
      <MediaFilters search={search} onChange={change} />
      <UploadList />
      <QueryView
        query={assets}
        loading={<div className="assets-loading" role="status" aria-label="Loading" />}
      >
        {() =>
          loadedAssets.length === 0 && !hasNextPage ? (
            <NoAssets isFiltered={isFiltered(search)} onUpload={openFilePicker} />
          ) : (
            <AssetGrid
              assets={loadedAssets}
              selectedIds={new Set(selected.map(({ id }) => id))}
              onSelect={toggle}
              onOpen={({ id }) => change({ asset: id })}
              onEnd={loadMore}
              onBroken={renewUrls}
              foot={isFetchingNextPage ? 'Loading more' : null}
            />
          )
        }
      </QueryView>
      <MediaBulkBar
        selected={selected}
        loadedCount={loadedAssets.length}
        onSelectAll={() => setIds(new Set(loadedAssets.slice(0, maxSelected).map(({ id }) => id)))}
        onDone={setIds}
      />
      {search.asset === undefined ? null : (
        <AssetPanel assetId={search.asset} onClose={() => change({ asset: undefined })} />
      )}
    </Page>
  );
}

function NoAssets({ isFiltered, onUpload }: { isFiltered: boolean; onUpload: () => void }) {
  return isFiltered ? (
    <EmptyState icon={Search} title="No matches">
      Try fewer words, or all types and states.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Image}
      title="No media yet"
      action={
        <Button needs="draft" variant="primary" icon={Upload} onClick={onUpload}>
          Upload files
        </Button>
      }
    >
      Drop images here, several at once. They go straight to your storage.
    </EmptyState>
  );
}

/** Refetches signed URLs when one failed, at most once a minute. */
function useRenewal(refetch: () => Promise<unknown>): () => void {
  const [hasRequested, setRequested] = useState(false);
  useEffect(() => {
    if (!hasRequested) return undefined;
    void refetch();
    const timer = setTimeout(() => setRequested(false), 60_000);
    return () => clearTimeout(timer);
  }, [hasRequested, refetch]);
  return useCallback(() => setRequested(true), []);
}
