import { useRef, useState } from 'react';
import { ApiError, isAboutValues, messageOf } from '../../../api/errors/api-error.ts';
import { useRefresh } from '../../../api/project.ts';
import { counted } from '../../../components/base/counted.ts';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
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
    } catch (error) {
      if (error instanceof ApiError && error.code === 'revision_conflict') {
        await store.pull();
        const what = `Someone else just saved this ${service.noun}. Review it, then try again.`;
        toastError(new Error(what));
      } else if (isAboutValues(error)) {
        store.refuse(error);
        toastError(new Error(refusalOf(error)));
        // Once what hides it has made way.
        requestAnimationFrame(() => showFirstProblem(store));
      } else toastError(error);
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
function refusalOf(error: ApiError): string {
  if (!error.errors.every(({ param }) => param !== undefined)) return messageOf(error);
  return `Not done. ${counted(error.errors.length, 'field needs', 'fields need')} your attention.`;
}

/** Scrolls to the first field with an error and focuses it. */
export function showFirstProblem(store: Pick<DraftStore, 'state'>): void {
  const [key] = store.state().errors.keys();
  if (key !== undefined) showField(key);
}

/** Told before a field is shown: who hides it opens what it stands in. */
export const showingField = 'galley:showing-field';

/** Brings a field into view, with the cursor in it. */
export function showField(key: string): void {
  const selector = `[data-field="${CSS.escape(key)}"]`;
  let row: HTMLElement | null = null;
  // Each event opens one level more: a tab, a block, a section in the block.
  for (let level = 0; level < 8 && row === null; level++) {
    document.dispatchEvent(new CustomEvent<string>(showingField, { detail: key }));
    row = document.querySelector<HTMLElement>(selector);
  }
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
}
