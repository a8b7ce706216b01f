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
import { type Refused, RefusedDialog } from '../../../features/lists/refused-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import '../../../features/lists/bulk-bar.css';

/** Assets that one bulk change takes. */
export const chosenMax = limits.page_size_max;

interface MediaBulkBarProps {
  chosen: readonly EditorAsset[];
  /** How many are shown. */
  shown: number;
  onChooseAll: () => void;
  /** Takes the ids that stay chosen: those that were refused. */
  onDone: (left: ReadonlySet<string>) => void;
}

/** What can be done to all chosen assets, and what became of each. */
export function MediaBulkBar({ chosen, shown, onChooseAll, onDone }: MediaBulkBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [tagging, setTagging] = useState<TagAssets['action'] | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const count = counted(chosen.length, 'file');

  const finish = async ({ data, done }: BulkResult, words: string) => {
    const failed = data.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]));
    const nameOf = (id: string) => chosen.find((asset) => asset.id === id)?.file_name ?? id;
    if (done > 0) toast(`${counted(done, 'file')} ${words}`);
    setRefused(failed.map(({ id, error }) => ({ id, name: nameOf(id), why: textOf(error) })));
    onDone(new Set(failed.map(({ id }) => id)));
    await refresh('media');
  };
  const remove = () =>
    confirm({
      title: `Delete ${count}?`,
      body: 'Files that are used, also in drafts and in other releases, stay, and their places are named. The others are permanently deleted.',
      action: `Delete ${count}`,
      danger: true,
      run: async () =>
        finish(
          await api.post<BulkResult>('/media/bulk-delete', { ids: chosen.map(({ id }) => id) }),
          'deleted',
        ),
    });
  return (
    <>
      {chosen.length === 0 ? null : (
        <div className="bulk-bar media-bulk" role="toolbar" aria-label="Selected files">
          <span>
            {count} selected{chosen.length === chosenMax ? `, the most at once` : ''}
          </span>
          {chosen.length < Math.min(shown, chosenMax) ? (
            <Button variant="quiet" onClick={onChooseAll}>
              {shown > chosenMax ? `Select the first ${chosenMax}` : `Select all ${shown} shown`}
            </Button>
          ) : null}
          <Button needs="draft" icon={Tag} onClick={() => setTagging('add')}>
            Add tag
          </Button>
          <Button
            disabled={chosen.every(({ tags }) => tags.length === 0)}
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
          chosen={chosen}
          onClose={() => setTagging(null)}
          onDone={(result, tag) => {
            setTagging(null);
            return finish(result, tagging === 'add' ? `tagged ${tag}` : `lost the tag ${tag}`);
          }}
        />
      )}
      <RefusedDialog noun={['file', 'files']} refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
