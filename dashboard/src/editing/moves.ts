import { useState } from 'react';
import { ApiProblem, isAboutValues, messageOf } from '../api/problem.ts';
import { useRefresh } from '../api/project.ts';
import { toast, toastProblem } from '../components/toast.tsx';
import type { EditedItem } from './item.ts';
import type { Opened } from './opened.ts';

export interface Moves<Item extends EditedItem> {
  busy: boolean;
  /** Runs a move after everything typed is stored; what it refuses stands at the fields. `said` is told when it is done. */
  move: (said: string, run: (item: Item) => Promise<Item>) => Promise<void>;
}

/** Publishing, hiding and whatever else changes where an item stands. */
export function useMoves<Item extends EditedItem>({ store, service }: Opened<Item>): Moves<Item> {
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const move: Moves<Item>['move'] = async (said, run) => {
    setBusy(true);
    try {
      await store.flush();
      const { phase, item } = store.state();
      if (phase !== 'saved')
        throw new Error('Nothing was published or hidden: some changes aren’t saved yet.');
      store.accept(await run(item));
      toast(said);
      await refresh(service.module);
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 'revision_conflict') {
        await store.pull();
        const what = `Someone else just saved this ${service.noun}. Review it, then try again.`;
        toastProblem(new Error(what));
      } else if (isAboutValues(problem)) {
        store.refuse(problem);
        toastProblem(new Error(messageOf(problem)));
        // Once what hides it has made way.
        requestAnimationFrame(() => showField([...store.state().faults.keys()][0] ?? ''));
      } else toastProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, move };
}

/** Brings the field at fault into view, with the cursor in it. */
function showField(key: string): void {
  const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
}
