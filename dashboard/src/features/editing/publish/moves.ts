import { useRef, useState } from 'react';
import { ApiProblem, isAboutValues, messageOf } from '../../../api/errors/problem.ts';
import { useRefresh } from '../../../api/project.ts';
import { counted } from '../../../components/base/counted.ts';
import { toast, toastProblem } from '../../../components/overlay/toast.tsx';
import type { DraftStore } from '../draft/draft-store.ts';
import type { EditedItem } from '../item.ts';
import type { Opened } from '../opened.ts';

export interface Moves<Item extends EditedItem> {
  busy: boolean;
  /**
   * Runs a move after everything typed is stored; what it refuses stands at the fields. `said` is shown when it is
   * done, with Undo where `undo` takes the move back: it gets the item as it was and as it is.
   */
  move: (
    said: string,
    run: (item: Item) => Promise<Item>,
    undo?: (before: Item, latest: Item) => Promise<Item>,
  ) => Promise<void>;
}

/** Publishing, hiding and whatever else changes where an item stands. */
export function useMoves<Item extends EditedItem>({ store, service }: Opened<Item>): Moves<Item> {
  const [busy, setBusy] = useState(false);
  const last = useRef(Promise.resolve());
  const refresh = useRefresh();
  // One after another: what is chosen while a move is under way is about the item as that one leaves it.
  const move: Moves<Item>['move'] = (...asked) => {
    last.current = last.current.then(() => make(...asked));
    return last.current;
  };
  const make: Moves<Item>['move'] = async (said, run, undo) => {
    setBusy(true);
    try {
      await store.flush();
      const { phase, item } = store.state();
      if (phase !== 'saved') {
        requestAnimationFrame(() => showFirstProblem(store));
        throw new Error(unsavedText(said, store.state().waiting));
      }
      store.accept(await run(item));
      // The editor may have been left by then, and the item saved by another one.
      const takeBack = async (back: NonNullable<typeof undo>) => {
        await store.pull();
        return back(item, store.state().item);
      };
      toast(
        said,
        undo === undefined ? null : { label: 'Undo', run: () => void move('Undone', () => takeBack(undo)) },
      );
      await refresh(service.module);
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 'revision_conflict') {
        await store.pull();
        const what = `Someone else just saved this ${service.noun}. Review it, then try again.`;
        toastProblem(new Error(what));
      } else if (isAboutValues(problem)) {
        store.refuse(problem);
        toastProblem(new Error(refusalOf(problem)));
        // Once what hides it has made way.
        requestAnimationFrame(() => showFirstProblem(store));
      } else toastProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, move };
}

function unsavedText(said: string, waiting: number): string {
  const what = said === 'Published' ? 'Not published' : 'Not done';
  const changes = waiting === 1 ? '1 change isn’t' : `${waiting} changes aren’t`;
  return `${what}: ${waiting === 0 ? 'your last changes aren’t' : changes} saved yet.`;
}

/** Why a move was refused; what is wrong with a field stands at the field. */
function refusalOf(problem: ApiProblem): string {
  if (!problem.faults.every(({ param }) => param !== undefined)) return messageOf(problem);
  return `Not done. ${counted(problem.faults.length, 'field needs', 'fields need')} your attention.`;
}

/** Brings the first field at fault into view, with the cursor in it. */
export function showFirstProblem(store: Pick<DraftStore, 'state'>): void {
  const [key] = store.state().faults.keys();
  if (key !== undefined) showField(key);
}

/** Told before a field is shown: who hides it opens what it stands in. */
export const showingField = 'galley:showing-field';

/** Brings a field into view, with the cursor in it. */
export function showField(key: string): void {
  document.dispatchEvent(new CustomEvent<string>(showingField, { detail: key }));
  const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
}
