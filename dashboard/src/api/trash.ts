import { useCallback } from 'react';
import type { RestoreResult } from '../../../src/lifecycle/trash/schema.ts';
import { counted } from '../components/base/counted.ts';
import { toast, toastError } from '../components/overlay/toast.tsx';
import { textOf } from './errors/error-texts.ts';
import { inBatches } from './in-batches.ts';
import { wordsOf } from './errors/issue-reasons.ts';
import { useProjectApi, useRefresh } from './project.ts';

/** Brings items back out of the trash, and says what became of them. */
export function useRestore(): (ids: readonly string[]) => Promise<void> {
  const api = useProjectApi();
  const refresh = useRefresh();
  return async (ids) => {
    let restored = 0;
    try {
      await inBatches(ids, async (batch) => {
        const { data, done, warnings } = await api.post<RestoreResult>('/trash/restore', { ids: batch });
        restored += done;
        for (const { error } of data) if (error !== null) toastError(new Error(textOf(error)));
        for (const { param } of warnings)
          toast(`${wordsOf(param)} was left out: the type has changed since.`);
      });
      if (restored > 0) toast(restored === 1 ? 'Restored' : `${counted(restored, 'item')} restored`);
    } catch (error) {
      toastError(error);
    }
    await refresh('trash', 'content', 'blog', 'kb', 'authors');
  };
}

/** Says that something was deleted, with the way to bring it back. */
export function useDeletedToast(): (text: string, ids: readonly string[]) => void {
  const restore = useRestore();
  return (text, ids) => toast(text, { label: 'Undo', run: () => void restore(ids) });
}

/** Removes an item from the trash for good: one that was never written needs no way back. */
export function useForget(): (id: string) => Promise<unknown> {
  const api = useProjectApi();
  return useCallback((id) => api.post('/trash/remove', { ids: [id] }), [api]);
}
