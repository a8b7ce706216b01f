import { useState } from 'react';
import {
  type BulkAction,
  type BulkChange,
  type BulkResult,
  changeInRounds,
} from '../../../../src/contract/bulk.ts';
import type { BulkJob, BulkPreview } from '../../../../src/dashboard/bulk/schema.ts';
import type { Query } from '../../api/http/client.ts';
import { type Locale, localeQuery } from '../../api/locales.ts';
import { type Module, useProjectApi, useRefresh } from '../../api/project.ts';
import { useRunTask } from '../../api/tasks.ts';
import { useDeletedToast } from '../../api/trash.ts';
import { counted } from '../../components/base/counted.ts';
import { toast, toastError } from '../../components/overlay/toast.tsx';

type Result = BulkResult['data'][number];

const presentVerbs = { publish: 'Publishing', unpublish: 'Unpublishing', delete: 'Deleting' };
const pastVerbs = { publish: 'published', unpublish: 'unpublished', delete: 'deleted' };

/** The list whose items are changed. */
export interface BulkTarget {
  /** The API path of the list: `/content/recipe`. */
  path: string;
  module: Module;
  /** The name of the items, singular and plural. */
  noun: readonly [string, string];
  /** The filters of the list. */
  query: Query;
  /** The locale in which items are changed; absent with one locale. */
  locale?: Locale | undefined;
}

/** Runs bulk changes: requests of the page for named items, a job of the service for more. */
export function useBulkChange(
  { path, module, noun, query, locale }: BulkTarget,
  onDone: (remainingIds: ReadonlySet<string>) => void,
) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const runTask = useRunTask();
  const sayDeleted = useDeletedToast();
  const [busy, setBusy] = useState<BulkAction | 'set' | null>(null);
  const [rejections, setRejections] = useState<readonly Result[]>([]);
  const [singular, plural] = noun;
  const inLocale = localeQuery(locale ?? null);
  const where = locale === undefined ? '' : ` in ${locale.name}`;

  /** Changes named items. Those that others link to are tried again after the others. */
  const change = async (action: BulkAction, ids: readonly string[]) => {
    setBusy(action);
    const results = new Map<string, Result>();
    const send = async (batch: string[]) => {
      const { data } = await api.post<BulkResult>(`${path}/bulk`, { action, ids: batch, ...inLocale });
      for (const result of data) results.set(result.id, result);
    };
    try {
      const task = { verb: presentVerbs[action], noun, listPath: path };
      await changeInRounds(ids, results, (pending) => runTask(task, pending, send));
    } catch (error) {
      toastError(error);
    }
    setBusy(null);
    const finishedIds = [...results.values()].filter(({ ok }) => ok).map(({ id }) => id);
    if (finishedIds.length > 0) {
      if (action === 'delete' && inLocale.locale === undefined)
        sayDeleted(`${counted(finishedIds.length, singular, plural)} moved to the trash`, finishedIds);
      else toast(`${finishedIds.length} ${pastVerbs[action]}${where}`);
    }
    setRejections([...results.values()].filter(({ ok }) => !ok));
    onDone(new Set(ids.filter((id) => !finishedIds.includes(id))));
    await refresh(module);
  };

  /** Starts a job. `ids` is null for all items of the list. */
  const begin = async (job: BulkChange, ids: readonly string[] | null) => {
    setBusy(job.action);
    try {
      await api.post<BulkJob>(
        `${path}/bulk-jobs`,
        { ...job, ids, ...inLocale },
        { query: ids === null ? query : {} },
      );
      onDone(new Set());
      await refresh('bulk');
    } finally {
      setBusy(null);
    }
  };

  /** Counts the items without changing them. */
  const count = (action: BulkChange['action'], ids: readonly string[] | null) =>
    api.post<BulkPreview>(
      `${path}/bulk-jobs`,
      { action, ids, ...inLocale },
      { query: { ...(ids === null ? query : {}), dry_run: true } },
    );

  return { busy, rejections, clearRejections: () => setRejections([]), change, begin, count };
}
