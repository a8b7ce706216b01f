import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FilePlus, Upload } from 'lucide-react';
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { EditorAssetList } from '../../../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../../../src/content/media/schema.ts';
import { limits } from '../../../../../../src/contract/limits.ts';
import { useProject, useProjectApi, useRefresh } from '../../../../api/project.ts';
import { uploadFile } from '../../../../api/upload/send-file.ts';
import { Button } from '../../../../components/base/button.tsx';
import { FileInput } from '../../../../components/base/file-input.tsx';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { toastError } from '../../../../components/overlay/toast.tsx';
import { countArrival } from '../../arrivals.ts';
import { useFieldHost, type WidgetProps, imageTarget } from '../../context.ts';
import { FieldGroup } from '../group.tsx';
import { Sortable } from '../sortable.tsx';

/** One file, or several in order. */
export function FilesWidget({ field, value, onChange, error }: WidgetProps) {
  const isList = field.type === 'file_list';
  const { required, help, accept, max_items: listMax = limits.list_items_max } = field.options;
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  const maxItems = isList ? listMax : 1;
  const { targets, rememberTarget } = useFieldHost();
  const [isChoosing, setChoosing] = useState(false);
  // Changes during an upload stay.
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const set = (next: readonly string[]) => {
    latest.current = [...next];
    onChange(next.length === 0 ? null : isList ? next : next[0]);
  };
  const add = (asset: Asset) => {
    rememberTarget(asset.id, { ...imageTarget(asset), file_name: asset.file_name });
    set([...(isList ? latest.current : []), asset.id].slice(0, maxItems));
    setChoosing(false);
  };
  const nameOf = (id: string) => targets[id]?.file_name ?? 'File';
  return (
    <FieldGroup label={field.label} required={required} help={help} error={error}>
      <Sortable
        ids={ids}
        onChange={set}
        nameOf={nameOf}
        show={(id) => (
          <span className="cell-text">
            {targets[id]?.live === false ? `${nameOf(id)} (deleted)` : nameOf(id)}
          </span>
        )}
      />
      {ids.length < maxItems || !isList ? (
        <div className="widget-row">
          <Button icon={FilePlus} onClick={() => setChoosing(true)}>
            {isList ? 'Add a file' : ids.length === 0 ? 'Choose a file' : 'Replace the file'}
            <span className="visually-hidden"> for {field.label}</span>
          </Button>
        </div>
      ) : null}
      {isChoosing ? (
        <FilePicker title={field.label} accept={accept} onPick={add} onClose={() => setChoosing(false)} />
      ) : null}
    </FieldGroup>
  );
}

interface FilePickerProps {
  title: string;
  /** MIME types and groups; undefined for any file. */
  accept: readonly string[] | undefined;
  onPick: (asset: Asset) => void;
  onClose: () => void;
}

function FilePicker({ title, accept, onPick, onClose }: FilePickerProps) {
  const api = useProjectApi();
  const project = useProject();
  const refresh = useRefresh();
  const [words, setWords] = useState('');
  const [isUploading, setUploading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const q = useDeferredValue(words);
  const { data } = useQuery({
    queryKey: ['project', project.id, 'media', 'pick-file', { q }],
    queryFn: ({ signal }) => api.get<EditorAssetList>('/media', { status: 'ready', q, limit: 60 }, signal),
    placeholderData: keepPreviousData,
  });
  const files = (data?.data ?? []).filter(({ content_type: type }) => isAccepted(type, accept));
  const upload = async (file: File) => {
    setUploading(true);
    await countArrival(uploadFile(api, file)).then(onPick, toastError);
    setUploading(false);
    void refresh('media');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <FileInput ref={input} accept={accept?.join(',')} onFiles={([file]) => void upload(file)} />
          <Button icon={Upload} busy={isUploading} onClick={() => input.current?.click()}>
            Upload a file
          </Button>
        </>
      }
    >
      <input
        className="input"
        type="search"
        aria-label="Search files"
        placeholder="Search by file name or description"
        value={words}
        autoFocus
        onChange={(event) => setWords(event.target.value)}
      />
      <ul className="file-choices">
        {files.map((asset) => (
          <li key={asset.id}>
            <button type="button" className="link-button" onClick={() => onPick(asset)}>
              {asset.file_name}
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && files.length === 0 ? (
        <p className="picker-none">No files found. Upload one below.</p>
      ) : null}
    </Dialog>
  );
}

function isAccepted(type: string, accept: readonly string[] | undefined): boolean {
  return (
    accept === undefined ||
    accept.some((one) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type))
  );
}
