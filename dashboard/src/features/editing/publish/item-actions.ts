import { useRef, useState } from 'react';
import { ApiError, isAboutValues, messageOf } from '../../../api/errors/api-error.ts';
import { useRefresh } from '../../../api/project.ts';
import { showFirstError } from '../show-field.ts';
import { counted } from '../../../components/base/counted.ts';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import type { EditedItem } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';

export interface ItemActions<Item extends EditedItem> {
  busy: boolean;
  /**
   * Saves all changes, then runs an action. Errors of values are shown at their fields. `doneText` is the toast, with
   * Undo if `undo` is given, which gets the item before and after the action.
   */
  runAction: (
    doneText: string,
    run: (item: Item) => Promise<Item>,
    undo?: (before: Item, latest: Item) => Promise<Item>,
  ) => Promise<void>;
}

interface ActionOptions {
  /** Called instead of showing the error if the action needs an approval. */
  onApprovalRequired?: () => void;
}

/** Runs actions that change the status of an item, such as publish and unpublish. */
export function useItemActions<Item extends EditedItem>(
  { store, service }: ItemEditor<Item>,
  { onApprovalRequired }: ActionOptions = {},
): ItemActions<Item> {
  const [busy, setBusy] = useState(false);
  const last = useRef(Promise.resolve());
  const refresh = useRefresh();
  // Actions run one after another, each with the item that the previous one returned.
  const runAction: ItemActions<Item>['runAction'] = (...action) => {
    last.current = last.current.then(() => runNow(...action));
    return last.current;
  };
  const runNow: ItemActions<Item>['runAction'] = async (doneText, run, undo) => {
    setBusy(true);
    try {
      await store.flush();
      const { phase, item } = store.state();
      if (phase !== 'saved') {
        requestAnimationFrame(() => showFirstError(store));
        throw new Error(unsavedText(doneText, store.state().unsavedCount));
      }
      store.accept(await run(item));
      // The editor may have been left, and another editor may have saved the item.
      const undoAction = async (revert: NonNullable<typeof undo>) => {
        await store.pull();
        return revert(item, store.state().item);
      };
      toast(
        doneText,
        undo === undefined
          ? null
          : { label: 'Undo', run: () => void runAction('Undone', () => undoAction(undo)) },
      );
      await refresh(service.module);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'revision_conflict') {
        await store.pull();
        const text = `Someone else just saved this ${service.noun}. Review it, then try again.`;
        toastError(new Error(text));
      } else if (isAboutValues(error)) {
        store.showErrors(error);
        toastError(new Error(rejectionText(error)));
        // After the dialog that hides the field has closed.
        requestAnimationFrame(() => showFirstError(store));
      } else if (
        error instanceof ApiError &&
        error.code === 'approval_required' &&
        onApprovalRequired !== undefined
      ) {
        onApprovalRequired();
      } else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, runAction };
}

function unsavedText(doneText: string, unsavedCount: number): string {
  const failure = doneText === 'Published' ? 'Not published' : 'Not done';
  const changes = unsavedCount === 1 ? '1 change isn’t' : `${unsavedCount} changes aren’t`;
  return `${failure}: ${unsavedCount === 0 ? 'your last changes aren’t' : changes} saved yet.`;
}

/** Why an action was rejected. Errors of fields are shown at the fields. */
function rejectionText(error: ApiError): string {
  if (!error.errors.every(({ param }) => param !== undefined)) return messageOf(error);
  return `Not done. ${counted(error.errors.length, 'field needs', 'fields need')} your attention.`;
}
