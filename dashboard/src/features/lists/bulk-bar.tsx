import { EyeOff, PenLine, Send, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import type { BulkResult, BulkSet } from '../../../../src/contract/bulk.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { isRunning, useBulkJob } from '../../api/bulk-jobs.ts';
import type { Query } from '../../api/http/client.ts';
import { textOf } from '../../api/errors/error-texts.ts';
import { type Module, useProjectApi, useRefresh } from '../../api/project.ts';
import { useDeletedToast } from '../../api/trash.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { counted } from '../../components/base/counted.ts';
import type { RowLink } from '../../components/list/list-return.ts';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { ChangeDialog } from './change/change-dialog.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import './bulk-bar.css';

type BulkAction = 'publish' | 'unpublish' | 'delete';
type JobStart = { action: BulkAction } | { action: 'set'; set: BulkSet };
type Result = BulkResult['data'][number];

const done = { publish: 'published', unpublish: 'unpublished' };
const verbs = { publish: 'Publish', unpublish: 'Unpublish', delete: 'Delete' };
/** More than so many are asked about before they are published or unpublished. */
const unaskedMax = 20;

interface BulkBarProps {
  /** Below which the items are listed: `/content/recipe`. */
  path: string;
  module: Module;
  /** What the items are called, one and many. */
  noun: readonly [string, string];
  ids: ReadonlySet<string>;
  /** The loaded rows, and the number of all rows, which is larger than `total` when `isCapped`. */
  pages: {
    rows: readonly { id: string; title: string }[] | undefined;
    total: number | undefined;
    isCapped: boolean;
  };
  /** What the list is narrowed by. */
  query: Query;
  /** The fields that "Change field" offers; absent where it isn't offered. */
  fields?: readonly Field[] | undefined;
  /** Said before they are deleted. */
  consequence: string;
  linkOf: (id: string) => RowLink;
  /** Takes the ids that stay selected: those that were refused. */
  onDone: (left: ReadonlySet<string>) => void;
}

/** What can be done to all selected entries, and what became of each. */
export function BulkBar(props: BulkBarProps) {
  const { path, module, noun, ids, pages, fields = [], consequence, linkOf, onDone } = props;
  const [one, many] = noun;
  const confirm = useConfirm();
  const { job, itemsMax = 0 } = useBulkJob(path, module);
  const [chosenFor, setChosenFor] = useState<ReadonlySet<string> | null>(null);
  const [isChanging, setChanging] = useState(false);
  const { busy, failed, forget, change, begin } = useBulkChange(props);
  const total = pages.total ?? ids.size;
  const canSelectAll = !pages.isCapped && total <= itemsMax;
  const isAll = canSelectAll && chosenFor === ids && ids.size > 0;
  const isPage = !isAll && ids.size === pages.rows?.length && (total > ids.size || pages.isCapped);
  const most = pages.isCapped ? Math.min(itemsMax, total) : itemsMax;
  const isTooLarge = itemsMax > 0 && ids.size > itemsMax;
  const titleOf = (id: string) => pages.rows?.find((row) => row.id === id)?.title || id;
  const count = counted(isAll ? total : ids.size, one, many);
  const isWaiting = busy !== null || (job !== undefined && isRunning(job));
  const run = (action: BulkAction) =>
    isAll || ids.size > limits.page_size_max ? begin({ action }, isAll) : change(action);
  const act = (action: BulkAction) => {
    const size = isAll ? total : ids.size;
    if (action !== 'delete' && size <= unaskedMax) return void run(action);
    confirm({
      title: `${verbs[action]} ${count}?`,
      body: action === 'delete' ? consequence : undefined,
      action: `${verbs[action]} ${count}`,
      danger: action === 'delete',
      run: () => run(action),
    });
  };
  const button = (action: BulkAction) => ({
    busy: busy === action,
    disabled: isTooLarge || (isWaiting && busy !== action),
    onClick: () => act(action),
  });

  return (
    <>
      {job === undefined ? null : <BulkProgress job={job} noun={noun} linkOf={linkOf} />}
      {ids.size > 0 ? (
        <div className="bulk-bar" role="toolbar" aria-label={`Selected ${many}`}>
          <span>{isAll ? `All ${count}` : count} selected</span>
          {isPage && canSelectAll ? (
            <Button variant="quiet" onClick={() => setChosenFor(ids)}>
              Select all {counted(total, one, many)}
            </Button>
          ) : null}
          {itemsMax > 0 && (isTooLarge || (isPage && !canSelectAll)) ? (
            <span className="muted">Select at most {counted(most, one, many)} at a time.</span>
          ) : null}
          {fields.length === 0 ? null : (
            <Button
              needs="draft"
              icon={PenLine}
              busy={busy === 'set'}
              disabled={isTooLarge || isWaiting}
              onClick={() => setChanging(true)}
            >
              Change field
            </Button>
          )}
          <Button needs="publish" icon={Send} {...button('publish')}>
            Publish
          </Button>
          <Button needs="publish" icon={EyeOff} {...button('unpublish')}>
            Unpublish
          </Button>
          <Button needs="publish" icon={Trash2} variant="danger" {...button('delete')}>
            Delete
          </Button>
          <Button icon={X} variant="quiet" disabled={busy !== null} onClick={() => onDone(new Set())}>
            Clear
          </Button>
        </div>
      ) : null}
      {isChanging ? (
        <ChangeDialog
          fields={fields}
          count={count}
          onSend={(set) => begin({ action: 'set', set }, isAll)}
          onClose={() => setChanging(false)}
        />
      ) : null}
      <RefusedDialog
        noun={noun}
        refused={failed.map(({ id, error }) => ({
          id,
          name: titleOf(id),
          why: error === null ? '' : textOf(error),
        }))}
        onClose={forget}
      />
    </>
  );
}

/** The two ways of a bulk change: one request for a page of items, a job of the service for more. */
function useBulkChange({ path, module, noun: [one, many], ids, query, onDone }: BulkBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const sayDeleted = useDeletedToast();
  const [busy, setBusy] = useState<BulkAction | 'set' | null>(null);
  const [failed, setFailed] = useState<readonly Result[]>([]);

  const change = async (action: BulkAction) => {
    setBusy(action);
    const sent = [...ids];
    let results: readonly Result[] = [];
    try {
      results = (await api.post<BulkResult>(`${path}/bulk`, { action, ids: sent })).data;
    } catch (error) {
      toastError(error);
    }
    setBusy(null);
    const finished = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
    if (finished.size > 0) {
      if (action === 'delete')
        sayDeleted(`${counted(finished.size, one, many)} moved to the trash`, [...finished]);
      else toast(`${finished.size} ${done[action]}`);
    }
    setFailed(results.filter(({ ok }) => !ok));
    onDone(new Set(sent.filter((id) => !finished.has(id))));
    await refresh(module);
  };

  const begin = async (job: JobStart, isAll: boolean) => {
    setBusy(job.action);
    try {
      const sent = { ...job, ids: isAll ? null : [...ids] };
      await api.post<BulkJob>(`${path}/bulk-jobs`, sent, { query: isAll ? query : {} });
      onDone(new Set());
      await refresh('bulk');
    } finally {
      setBusy(null);
    }
  };
  return { busy, failed, forget: () => setFailed([]), change, begin };
}
