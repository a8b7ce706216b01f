import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import type { Asset, AssetList } from '../../../src/media/schema.ts';
import { useProject, useProjectApi, useRefresh } from '../api/project.ts';
import { uploadFile } from '../api/send-file.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { toastProblem } from '../components/toast.tsx';
import { picturesIn } from './pictures.ts';
import './media.css';

interface MediaPickerProps {
  title: string;
  onPick: (asset: Asset) => void;
  onClose: () => void;
}

/** Chooses a picture of the project, or brings a new one. */
export function MediaPicker({ title, onPick, onClose }: MediaPickerProps) {
  const api = useProjectApi();
  const project = useProject();
  const refresh = useRefresh();
  const [words, setWords] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const q = useDeferredValue(words);
  const query = useQuery({
    queryKey: ['project', project.id, 'media', 'pick', q],
    queryFn: ({ signal }) =>
      api.get<AssetList>('/v1/media', { status: 'ready', content_type: 'image/', q, limit: 60 }, signal),
    placeholderData: keepPreviousData,
  });
  const bring = (file: File | undefined) => {
    if (file === undefined || share !== null) return;
    setShare(0);
    uploadFile(api, file, { onProgress: setShare })
      .then(onPick, toastProblem)
      .finally(() => (setShare(null), void refresh('media')));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      footer={
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={(event) => bring(event.target.files?.[0])}
          />
          <Button icon={Upload} busy={share !== null} onClick={() => input.current?.click()}>
            {share === null ? 'Upload a picture' : `Uploading ${Math.round(share * 100)} %`}
          </Button>
        </>
      }
    >
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), bring(picturesIn(event.dataTransfer)[0]))}
      >
        <input
          className="input"
          type="search"
          aria-label="Search pictures"
          placeholder="Search by file name or description"
          value={words}
          autoFocus
          onChange={(event) => setWords(event.target.value)}
        />
        <ul className="media-grid" aria-label="Pictures">
          {(query.data?.data ?? []).map((asset) => (
            <li key={asset.id}>
              <button type="button" className="media-tile" onClick={() => onPick(asset)}>
                <span className="media-frame">
                  {asset.url === null ? null : <img src={asset.url} alt="" loading="lazy" />}
                </span>
                <span className="media-name">{asset.alt === '' ? asset.file_name : asset.alt}</span>
              </button>
            </li>
          ))}
        </ul>
        {query.data?.data.length === 0 ? (
          <p className="picker-none">No pictures found. Drop one here, or upload it below.</p>
        ) : null}
      </div>
    </Dialog>
  );
}
