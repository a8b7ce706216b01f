import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LeaveQuestion } from '../../../components/overlay/leave-question.tsx';
import { arrivals, useArrivals } from '../../fields/arrivals.ts';
import type { Opened } from '../opened.ts';
import { isGone as isItemGone } from './save-state.tsx';
import { useDraftState } from '../draft/use-draft.ts';

/** How long leaving waits for a save that is under way, in milliseconds. */
const patienceMs = 1_500;

/** Asks before the item is left with something that the service has not got; most of the time it has it at once. */
export function LeaveGuard({ opened: { store, service } }: { opened: Opened }) {
  const isUnsaved = () => store.state().phase !== 'saved' || arrivals() > 0;
  const blocker = useBlocker({
    enableBeforeUnload: isUnsaved,
    withResolver: true,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false;
      await Promise.race([store.flush(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
      return isUnsaved();
    },
  });
  // What was asked about was saved meanwhile: the way is free.
  const arriving = useArrivals();
  const isSaved = useDraftState(store, ({ phase }) => phase === 'saved') && arriving === 0;
  const isGone = useDraftState(store, ({ saveError, phase }) => phase === 'offline' && isItemGone(saveError));
  const isKept = useDraftState(store, (state) => state.isKept);
  const { status, proceed } = blocker;
  useEffect(() => {
    if (isSaved && status === 'blocked') proceed();
  }, [isSaved, status, proceed]);
  return (
    <LeaveQuestion blocker={blocker} title="Leave before everything is saved?" leave="Leave">
      {isGone
        ? `Someone deleted this ${service.noun}. Restore it first to keep your changes.`
        : !isKept
          ? 'Browser storage is full. Your changes are lost if you leave.'
          : arriving > 0
            ? 'A file is still being uploaded. It isn’t added if you leave.'
            : 'Your changes stay in this browser and come back when you open this page again.'}
    </LeaveQuestion>
  );
}
