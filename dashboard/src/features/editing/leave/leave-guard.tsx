import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDeleterName } from '../../../api/trash.ts';
import { LeaveQuestion } from '../../../components/overlay/leave-question.tsx';
import { arrivalCount, useArrivals } from '../../fields/arrivals.ts';
import type { ItemEditor } from '../item-editor.ts';
import { isItemDeleted } from './save-state.tsx';
import { useDraftState } from '../draft/use-draft.ts';

/** Milliseconds to wait for a running save before asking. */
const maxWaitMs = 1_500;

/** Asks before the user leaves unsaved changes. Most are saved before the question appears. */
export function LeaveGuard({ editor: { store, service } }: { editor: ItemEditor }) {
  const isUnsaved = () => store.state().phase !== 'saved' || arrivalCount() > 0;
  const blocker = useBlocker({
    enableBeforeUnload: isUnsaved,
    withResolver: true,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false;
      await Promise.race([store.flush(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      return isUnsaved();
    },
  });
  // Leaves when everything was saved while the dialog was open.
  const uploadCount = useArrivals();
  const isSaved = useDraftState(store, ({ phase }) => phase === 'saved') && uploadCount === 0;
  const isDeleted = useDraftState(
    store,
    ({ saveError, phase }) => phase === 'offline' && isItemDeleted(saveError),
  );
  const id = useDraftState(store, ({ item }) => item.id);
  const deleter = useDeleterName(isDeleted ? id : null);
  const isStoredLocally = useDraftState(store, (state) => state.isStoredLocally);
  const { status, proceed } = blocker;
  useEffect(() => {
    if (isSaved && status === 'blocked') proceed();
  }, [isSaved, status, proceed]);
  return (
    <LeaveQuestion blocker={blocker} title="Leave before everything is saved?" leave="Leave">
      {isDeleted
        ? `${deleter} deleted this ${service.noun}. Restore it first to keep your changes.`
        : isStoredLocally === false
          ? 'Browser storage is full. Your changes are lost if you leave.'
          : uploadCount > 0
            ? 'A file is still being uploaded. It isn’t added if you leave.'
            : 'Your changes stay on this device and come back when you open this page again.'}
    </LeaveQuestion>
  );
}
