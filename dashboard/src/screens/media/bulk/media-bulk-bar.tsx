import { Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult } from '../../../../../src/contract/bulk.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import type { EditorAsset, TagAssets } from '../../../../../src/content/media/editor/schema.ts';
import { textOf } from '../../../api/errors/error-texts.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { counted } from '../../../components/base/counted.ts';
import { toast } from '../../../components/overlay/toast.tsx';
import { type RejectedItem, RejectedDialog } from '../../../features/lists/rejected-dialog.tsx';
import { trashPeriod } from '../../../features/trash-period.ts';
import { TagDialog } from './tag-dialog.tsx';
import '../../../features/lists/bulk-bar.css';

/** Maximum assets of one bulk change. */
export const maxSelected = limits.page_size_max;

interface MediaBulkBarProps {
  selected: readonly EditorAsset[];
  /** The number of loaded assets. */
  loadedCount: number;
  onSelectAll: () => void;
  /** Receives the ids that stay selected, because their change was rejected. */
  onDone: (remaining: ReadonlySet<string>) => void;
}

/** The toolbar of the selected assets, with a dialog for rejected changes. */
export function MediaBulkBar({ selected, loadedCount, onSelectAll, onDone }: MediaBulkBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [tagging, setTagging] = useState<TagAssets['action'] | null>(null);
  const [rejected, setRejected] = useState<readonly RejectedItem[]>([]);
  const count = counted(selected.length, 'file');

  const finish = async ({ data, done }: BulkResult, words: string) => {
    const failures = data.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]));
    const nameOf = (id: string) => selected.find((asset) => asset.id === id)?.file_name ?? id;
    if (done > 0) toast(`${counted(done, 'file')} ${words}`);
    setRejected(failures.map(({ id, error }) => ({ id, name: nameOf(id), why: textOf(error) })));
    onDone(new Set(failures.map(({ id }) => id)));
    await refresh('media');
  };
  const remove = () =>
    confirm({
      title: `Delete ${count}?`,
      body: `Files in use are kept, and you see where each is used. You can restore the others for ${trashPeriod}.`,
      action: `Delete ${count}`,
      danger: true,
      run: async () =>
        finish(
          await api.post<BulkResult>('/media/bulk-delete', { ids: selected.map(({ id }) => id) }),
          'deleted',
        ),
    });
  return (
    <>
      {selected.length === 0 ? null : (
        <div className="bulk-bar media-bulk" role="toolbar" aria-label="Selected files">
          <span>
            {count} selected{selected.length === maxSelected ? `, the most at once` : ''}
          </span>
          {selected.length < Math.min(loadedCount, maxSelected) ? (
            <Button variant="quiet" onClick={onSelectAll}>
              {loadedCount > maxSelected
                ? `Select the first ${maxSelected}`
                : `Select all ${loadedCount} shown`}
            </Button>
          ) : null}
          <Button needs="draft" icon={Tag} onClick={() => setTagging('add')}>
            Add tag
          </Button>
          <Button
            disabled={selected.every(({ tags }) => tags.length === 0)}
            onClick={() => setTagging('remove')}
          >
            Remove tag
          </Button>
          <Button needs="publish" icon={Trash2} variant="danger" onClick={remove}>
            Delete
          </Button>
          <Button icon={X} variant="quiet" onClick={() => onDone(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {tagging === null ? null : (
        <TagDialog
          action={tagging}
          selected={selected}
          onClose={() => setTagging(null)}
          onDone={(result, tag) => {
            setTagging(null);
            return finish(result, tagging === 'add' ? `tagged ${tag}` : `lost the tag ${tag}`);
          }}
        />
      )}
      <RejectedDialog noun={['file', 'files']} items={rejected} onClose={() => setRejected([])} />
    </>
  );
}
