import { Eye, EyeOff, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult } from '../../../src/contract/bulk.ts';
import { type Module, useProjectApi, useRefresh } from '../api/project.ts';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.tsx';
import { counted } from './counted.ts';
import { Dialog } from './dialog.tsx';
import { toast, toastProblem } from './toast.tsx';
import './bulk-bar.css';

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
  /** Takes the request and answers with a result for each item. */
  path: string;
  module: Module;
  /** What the items are called, one and many. */
  noun: readonly [string, string];
  ids: ReadonlySet<string>;
  /** Said before they are deleted. */
  consequence: string;
  titleOf: (id: string) => string;
  /** Takes the ids that stay selected: those that were refused. */
  onDone: (left: ReadonlySet<string>) => void;
}

/** What can be done to all selected entries, and what became of each. */
export function BulkBar({ path, module, noun, ids, consequence, titleOf, onDone }: BulkBarProps) {
  const [one, many] = noun;
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [busy, setBusy] = useState<BulkAction | null>(null);
  const [failed, setFailed] = useState<readonly Result[]>([]);
  const count = counted(ids.size, one, many);

  const run = async (action: BulkAction) => {
    setBusy(action);
    const all = [...ids];
    const results: Result[] = [];
    try {
      for (let at = 0; at < all.length; at += chunk) {
        const answer = await api.post<BulkResult>(path, {
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
    await refresh(module);
  };
  const remove = () =>
    confirm({
      title: `Delete ${count}?`,
      body: consequence,
      action: `Delete ${count}`,
      danger: true,
      run: () => run('delete'),
    });

  return (
    <>
      {ids.size > 0 ? (
        <div className="bulk-bar" role="toolbar" aria-label={`Selected ${many}`}>
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
        title={failed.length === 1 ? `1 ${one} was not changed` : `${failed.length} ${many} were not changed`}
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
