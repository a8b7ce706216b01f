import { useCallback } from 'react';
import type { RestoreResult, TrashItem, TrashList } from '../../../src/lifecycle/trash/schema.ts';
import { counted } from '../components/base/counted.ts';
import { toast, toastError } from '../components/overlay/toast.tsx';
import { textOf } from './errors/error-texts.ts';
import { restoredModules } from './bulk-jobs.ts';
import { labelOfParam } from './errors/issue-reasons.ts';
import { type ProjectApi, useProjectApi, useProjectQuery, useRefresh } from './project.ts';
import { useRunTask } from './tasks.ts';

/** Restores items from the trash, and shows the result in toasts. `publish` publishes those that readers saw. */
export function useRestore(): (ids: readonly string[], publish?: boolean) => Promise<void> {
  const api = useProjectApi();
  const refresh = useRefresh();
  const runTask = useRunTask();
  return async (ids, publish = false) => {
    let restored = 0;
    try {
      const task = { verb: 'Restoring', noun: ['item', 'items'], listPath: null } as const;
      await runTask(task, ids, async (batch) => {
        const { data, done, warnings } = await api.post<RestoreResult>('/trash/restore', {
          ids: batch,
          publish,
        });
        restored += done;
        for (const { error } of data) if (error !== null) toastError(new Error(textOf(error)));
        for (const warning of warnings) toast(warningText(warning));
      });
      if (restored > 0) toast(restored === 1 ? 'Restored' : `${counted(restored, 'item')} restored`);
    } catch (error) {
      toastError(error);
    }
    await refresh('bulk', ...restoredModules);
  };
}

/** The number of newest deletions among which that of a locale is found. */
const newestDeletions = 100;

/**
 * Restores the texts of an item in a locale as a draft, and shows what changed in toasts.
 * @throws if they are no longer in the trash, or can't be restored
 */
export async function restoreLocale(
  api: ProjectApi,
  { id, locale }: { id: string; locale: string },
): Promise<void> {
  const { data: deletions } = await api.get<TrashList>('/trash', { limit: newestDeletions });
  const deletion = deletions.find((one) => one.id === id && one.locale === locale);
  if (deletion === undefined) throw new Error('These texts are no longer in the trash.');
  const body = { ids: [deletion.trash_id], publish: false };
  const { data, warnings } = await api.post<RestoreResult>('/trash/restore', body);
  for (const { error } of data) if (error !== null) throw new Error(textOf(error));
  for (const warning of warnings) toast(warningText(warning));
}

function warningText({ code, param, message }: RestoreResult['warnings'][number]): string {
  if (code === 'slug_changed') return message;
  if (code === 'not_published')
    return 'An item was restored as a draft. Open it to see why it can’t be published.';
  return `${labelOfParam(param)} was left out: the type has changed since.`;
}

/** Shows a toast about a deletion, with Undo. */
export function useDeletedToast(): (text: string, ids: readonly string[]) => void {
  const restore = useRestore();
  return (text, ids) => toast(text, { label: 'Undo', run: () => void restore(ids) });
}

/** Removes an item from the trash permanently, for new items that were deleted before anything was typed. */
export function useRemoveFromTrash(): (id: string) => Promise<unknown> {
  const api = useProjectApi();
  return useCallback((id) => api.post('/trash/remove', { ids: [id] }), [api]);
}

/** Who made a deletion, as the subject of a sentence that begins with it. */
export function deleterName({ kind, name }: TrashItem['deleted_by']): string {
  return kind === 'key' ? `The key “${name}”` : name;
}

/** The name of who deleted an item; "Someone" without an id, and until the trash is read or if it lacks the item. */
export function useDeleterName(id: string | null): string {
  const { data } = useProjectQuery<TrashList>('trash', '/trash', {
    query: { limit: newestDeletions },
    enabled: id !== null,
  });
  const deletion = data?.data.find((one) => one.id === id);
  return deletion === undefined ? 'Someone' : deleterName(deletion.deleted_by);
}
