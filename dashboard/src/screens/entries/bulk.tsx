import { Eye, EyeOff, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult } from '../../../../src/content/editor-schema.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { toast, toastProblem } from '../../components/toast.tsx';

type BulkAction = 'publish' | 'unpublish' | 'delete';
type Result = BulkResult['data'][number];

/** The service takes as many at once. */
const chunk = 100;
const done: Record<BulkAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'deleted',
};

interface BulkBarProps {
  type: string;
  ids: ReadonlySet<string>;
  titleOf: (id: string) => string;
  /** Takes the ids that stay selected: those that were refused. */
  onDone: (left: ReadonlySet<string>) => void;
}

/** What can be done to all selected entries, and what became of each. */
export function BulkBar({ type, ids, titleOf, onDone }: BulkBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [busy, setBusy] = useState<BulkAction | null>(null);
  const [failed, setFailed] = useState<readonly Result[]>([]);
  const count = ids.size === 1 ? '1 entry' : `${ids.size} entries`;

  const run = async (action: BulkAction) => {
    setBusy(action);
    const all = [...ids];
    const results: Result[] = [];
    try {
      for (let at = 0; at < all.length; at += chunk) {
        const answer = await api.post<BulkResult>(`/content/${type}/bulk`, {
          action,
          ids: all.slice(at, at + chunk),
        });
        results.push(...answer.data);
      }
    } catch (problem) {
      toastProblem(problem);
    }
    setBusy(null);
    const refused = results.filter(({ ok }) => !ok);
    const finished = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
    if (finished.size > 0) toast(`${finished.size} ${done[action]}`);
    setFailed(refused);
    onDone(new Set(all.filter((id) => !finished.has(id))));
    await refresh('content');
  };
  const remove = () =>
    confirm({
      title: `Delete ${count}?`,
      body: 'Drafts and what is live go for good; there is no trash. Entries that others link to stay.',
      action: `Delete ${count}`,
      danger: true,
      run: () => run('delete'),
    });

  return (
    <>
      {ids.size > 0 ? (
        <div className="bulk-bar" role="toolbar" aria-label="Selected entries">
          <span>{count} selected</span>
          <Button icon={Eye} busy={busy === 'publish'} onClick={() => void run('publish')}>
            Publish
          </Button>
          <Button icon={EyeOff} busy={busy === 'unpublish'} onClick={() => void run('unpublish')}>
            Unpublish
          </Button>
          <Button icon={Trash2} variant="danger" busy={busy === 'delete'} onClick={remove}>
            Delete
          </Button>
          <Button icon={X} variant="quiet" onClick={() => onDone(new Set())}>
            Clear
          </Button>
        </div>
      ) : null}
      <Dialog
        open={failed.length > 0}
        onClose={() => setFailed([])}
        title={
          failed.length === 1 ? 'One entry stayed as it was' : `${failed.length} entries stayed as they were`
        }
        description="They are still selected."
      >
        <ul className="bulk-results">
          {failed.map(({ id, error }) => (
            <li key={id}>
              <strong>{titleOf(id)}</strong>
              <span>{error?.message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
