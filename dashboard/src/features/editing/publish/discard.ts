import { toast } from '../../../components/overlay/toast.tsx';
import { differingKeys } from '../conflict/equal.ts';
import type { Opened } from '../opened.ts';
import { usePutBack } from '../history/put-back.ts';

/** Makes the draft what readers see. What it was, to the last word typed, is in the history, and comes back by Undo. */
export function useDiscard(opened: Opened): () => Promise<void> {
  const { store } = opened;
  const putBack = usePutBack(opened);
  return async () => {
    await store.flush();
    const { draft, live } = store.state().item;
    const keys = differingKeys(draft, live ?? {});
    for (const key of keys) store.replace(key, live?.[key]);
    void store.flush();
    toast('Changes discarded. The history has them.', {
      label: 'Undo',
      run: () => putBack(draft, live ?? {}),
    });
  };
}
