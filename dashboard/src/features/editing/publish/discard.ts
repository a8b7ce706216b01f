import { toast } from '../../../components/overlay/toast.tsx';
import { differingKeys } from '../conflict/equal.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useRevert } from '../history/revert.ts';

/** Replaces the draft with the live version. The history contains the previous draft, and Undo restores it. */
export function useDiscard(editor: ItemEditor): () => Promise<void> {
  const { store } = editor;
  const revert = useRevert(editor);
  return async () => {
    await store.flush();
    const { draft, live } = store.state().item;
    const keys = differingKeys(draft, live ?? {});
    for (const key of keys) store.replace(key, live?.[key]);
    void store.flush();
    toast('Changes discarded. You can restore them from History.', {
      label: 'Undo',
      run: () => revert(draft, live ?? {}),
    });
  };
}
