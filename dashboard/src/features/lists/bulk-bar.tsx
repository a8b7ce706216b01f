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
import { RejectedDialog } from './rejected-dialog.tsx';
import './bulk-bar.css';

type BulkAction = 'publish' | 'unpublish' | 'delete';
type JobStart = { action: BulkAction } | { action: 'set'; set: BulkSet };
type Result = BulkResult['data'][number];

const pastVerbs = { publish: 'published', unpublish: 'unpublished' };
const verbs = { publish: 'Publish', unpublish: 'Unpublish', delete: 'Delete' };
/** Up to this many items are published or unpublished without a confirmation. */
const unconfirmedMax = 20;

interface BulkBarProps {
  /** The API path of the list: `/content/recipe`. */
  path: string;
  module: Module;
  /** The name of the items, singular and plural. */
  noun: readonly [string, string];
  ids: ReadonlySet<string>;
  /** The loaded rows, and the number of all rows, which is larger than `total` when `isCapped`. */
  pages: {
    rows: readonly { id: string; title: string }[] | undefined;
    total: number | undefined;
    isCapped: boolean;
  };
  /** The filters of the list. */
  query: Query;
  /** The fields of "Change field"; absent if it is not offered. */
  fields?: readonly Field[] | undefined;
  /** The text of the confirmation of a deletion. */
  consequence: string;
  linkOf: (id: string) => RowLink;
  /** Receives the ids that stay selected because their change was rejected. */
  onDone: (remainingIds: ReadonlySet<string>) => void;
}

/** The actions for the selected entries, and their results. */
export function BulkBar(props: BulkBarProps) {
  const { path, module, noun, ids, pages, fields = [], consequence, linkOf, onDone } = props;
  const [singular, plural] = noun;
  const confirm = useConfirm();
  const { job, itemsMax = 0 } = useBulkJob(path, module);
  const [chosenFor, setChosenFor] = useState<ReadonlySet<string> | null>(null);
  const [isChanging, setChanging] = useState(false);
  const { busy, rejections, clearRejections, change, begin } = useBulkChange(props);
  const total = pages.total ?? ids.size;
  const canSelectAll = !pages.isCapped && total <= itemsMax;
  const isAll = canSelectAll && chosenFor === ids && ids.size > 0;
  const isPage = !isAll && ids.size === pages.rows?.length && (total > ids.size || pages.isCapped);
  const selectableMax = pages.isCapped ? Math.min(itemsMax, total) : itemsMax;
  const isTooLarge = itemsMax > 0 && ids.size > itemsMax;
  const titleOf = (id: string) => pages.rows?.find((row) => row.id === id)?.title || id;
  const count = counted(isAll ? total : ids.size, singular, plural);
  const isWaiting = busy !== null || (job !== undefined && isRunning(job));
  const run = (action: BulkAction) =>
    isAll || ids.size > limits.page_size_max ? begin({ action }, isAll) : change(action);
  const confirmAndRun = (action: BulkAction) => {
    const size = isAll ? total : ids.size;
    if (action !== 'delete' && size <= unconfirmedMax) return void run(action);
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
    onClick: () => confirmAndRun(action),
  });

  return (
    <>
      {job === undefined ? null : <BulkProgress job={job} noun={noun} linkOf={linkOf} />}
      {ids.size > 0 ? (
        <div className="bulk-bar" role="toolbar" aria-label={`Selected ${plural}`}>
          <span>{isAll ? `All ${count}` : count} selected</span>
          {isPage && canSelectAll ? (
            <Button variant="quiet" onClick={() => setChosenFor(ids)}>
              Select all {counted(total, singular, plural)}
            </Button>
          ) : null}
          {itemsMax > 0 && (isTooLarge || (isPage && !canSelectAll)) ? (
            <span className="muted">
              Select at most {counted(selectableMax, singular, plural)} at a time.
            </span>
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
      <RejectedDialog
        noun={noun}
        items={rejections.map(({ id, error }) => ({
          id,
          name: titleOf(id),
          why: error === null ? '' : textOf(error),
        }))}
        onClose={clearRejections}
      />
    </>
  );
}

/** Runs a bulk change: one request for a page of items, a job for more. */
function useBulkChange({ path, module, noun: [singular, plural], ids, query, onDone }: BulkBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const sayDeleted = useDeletedToast();
  const [busy, setBusy] = useState<BulkAction | 'set' | null>(null);
  const [rejections, setRejections] = useState<readonly Result[]>([]);

  const change = async (action: BulkAction) => {
    setBusy(action);
    const sentIds = [...ids];
    let results: readonly Result[] = [];
    try {
      results = (await api.post<BulkResult>(`${path}/bulk`, { action, ids: sentIds })).data;
    } catch (error) {
      toastError(error);
    }
    setBusy(null);
    const finished = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
    if (finished.size > 0) {
      if (action === 'delete')
        sayDeleted(`${counted(finished.size, singular, plural)} moved to the trash`, [...finished]);
      else toast(`${finished.size} ${pastVerbs[action]}`);
    }
    setRejections(results.filter(({ ok }) => !ok));
    onDone(new Set(sentIds.filter((id) => !finished.has(id))));
    await refresh(module);
  };

  const begin = async (job: JobStart, isAll: boolean) => {
    setBusy(job.action);
    try {
      const body = { ...job, ids: isAll ? null : [...ids] };
      await api.post<BulkJob>(`${path}/bulk-jobs`, body, { query: isAll ? query : {} });
      onDone(new Set());
      await refresh('bulk');
    } finally {
      setBusy(null);
    }
  };
  return { busy, rejections, clearRejections: () => setRejections([]), change, begin };
}
