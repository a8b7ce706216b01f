import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import type { EditorAssetList } from '../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { useProject, useProjectApi, useRefresh } from '../../api/project.ts';
import { uploadFile } from '../../api/upload/send-file.ts';
import { Button } from '../../components/base/button.tsx';
import { FileInput } from '../../components/base/file-input.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { ImagePreview } from './image-preview.tsx';
import { ImageTiles } from './image-tiles.tsx';
import { imageFilesIn } from './image-files.ts';
import { useAssetTags } from './tags.ts';
import './media.css';

interface MediaPickerProps {
  title: string;
  onPick: (asset: Asset) => void;
  /** Takes several at once, as many as there is room for; absent where one is all that is wanted. */
  several?: { maxCount: number; onPick: (assets: readonly Asset[]) => void } | undefined;
  onClose: () => void;
}

/** Chooses images of the project, or uploads new ones. */
export function MediaPicker({ title, onPick, several, onClose }: MediaPickerProps) {
  const [words, setWords] = useState('');
  const [tag, setTag] = useState('');
  const [previewIndex, setPreviewIndex] = useState<number | null>(null);
  const [marked, setMarked] = useState<ReadonlyMap<string, Asset>>(new Map());
  const q = useDeferredValue(words);
  const assets = useImages({ q, tag: tag === '' ? undefined : tag });
  const tags = useAssetTags();
  const choose = (asset: Asset) => {
    if (several === undefined) return onPick(asset);
    const next = new Map(marked);
    if (!next.delete(asset.id) && next.size < several.maxCount) next.set(asset.id, asset);
    setMarked(next);
  };
  const { uploadFiles, progress } = useUploads(several?.maxCount ?? 1, (assets) => {
    const [first] = assets;
    if (several !== undefined) several.onPick([...marked.values(), ...assets]);
    else if (first !== undefined) onPick(first);
  });
  const previewedAsset = previewIndex === null ? undefined : assets?.[previewIndex];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      footer={
        <>
          <UploadButton isMany={several !== undefined} progress={progress} onFiles={uploadFiles} />
          {several === undefined ? null : (
            <Button
              variant="primary"
              disabled={marked.size === 0}
              onClick={() => several.onPick([...marked.values()])}
            >
              {marked.size === 0 ? 'Add' : `Add ${marked.size}`}
            </Button>
          )}
        </>
      }
    >
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), uploadFiles(imageFilesIn(event.dataTransfer)))}
      >
        {previewedAsset === undefined ? (
          <>
            <div className="media-picker-tools">
              <input
                className="input"
                type="search"
                aria-label="Search images"
                placeholder="Search by file name or description"
                value={words}
                autoFocus
                onChange={(event) => setWords(event.target.value)}
              />
              {tags.length === 0 ? null : (
                <select
                  className="input select"
                  aria-label="Tag"
                  value={tag}
                  onChange={(event) => setTag(event.target.value)}
                >
                  <option value="">All tags</option>
                  {tags.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
            </div>
            <ImageTiles
              images={assets ?? []}
              marked={several === undefined ? null : marked}
              onChoose={choose}
              onPreview={setPreviewIndex}
            />
            {assets?.length === 0 ? (
              <p className="picker-none">No images found. Drop one here, or upload it below.</p>
            ) : null}
          </>
        ) : (
          <ImagePreview
            image={previewedAsset}
            isMarked={several === undefined ? null : marked.has(previewedAsset.id)}
            onChoose={() => choose(previewedAsset)}
            onBack={() => setPreviewIndex(null)}
            onStep={(by) =>
              setPreviewIndex((at) => Math.min(Math.max((at ?? 0) + by, 0), (assets?.length ?? 1) - 1))
            }
          />
        )}
      </div>
    </Dialog>
  );
}

interface UploadButtonProps {
  isMany: boolean;
  /** Upload progress from 0 to 1; null while nothing is being uploaded. */
  progress: number | null;
  onFiles: (files: readonly File[]) => void;
}

function UploadButton({ isMany, progress, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} accept="image/*" multiple={isMany} onFiles={onFiles} />
      <Button icon={Upload} busy={progress !== null} onClick={() => input.current?.click()}>
        {progress !== null
          ? `Uploading ${Math.round(progress * 100)}%`
          : isMany
            ? 'Upload images'
            : 'Upload an image'}
      </Button>
    </>
  );
}

/** The newest images with these words and this tag. */
function useImages(query: { q: string; tag: string | undefined }): Asset[] | undefined {
  const api = useProjectApi();
  const project = useProject();
  const { data } = useQuery({
    queryKey: ['project', project.id, 'media', 'pick', query],
    queryFn: ({ signal }) =>
      api.get<EditorAssetList>(
        '/media',
        { status: 'ready', content_type: 'image/', ...query, limit: 60 },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  return data?.data;
}

/** Sends files one after another, at most so many, and hands over what they became. */
function useUploads(most: number, then: (assets: readonly Asset[]) => void) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  const send = async (files: readonly File[]) => {
    const accepted = files.slice(0, most);
    if (accepted.length === 0 || progress !== null) return;
    const assets: Asset[] = [];
    for (const [index, file] of accepted.entries()) {
      const onProgress = (part: number) => setProgress((index + part) / accepted.length);
      onProgress(0);
      await uploadFile(api, file, { onProgress }).then((asset) => assets.push(asset), toastError);
    }
    setProgress(null);
    void refresh('media');
    if (assets.length > 0) then(assets);
  };
  return { progress, uploadFiles: (files: readonly File[]) => void send(files) };
}
