import { useBlocker } from '@tanstack/react-router';
import { LeaveQuestion } from '../components/leave-question.tsx';
import type { DraftStore } from './draft-store.ts';

/** How long leaving waits for a save that is under way, in milliseconds. */
const patienceMs = 1_500;

/** Asks before the item is left with something that the service has not got; most of the time it has it at once. */
export function LeaveGuard({ store }: { store: DraftStore }) {
  const isUnsaved = () => store.state().phase !== 'saved';
  const blocker = useBlocker({
    enableBeforeUnload: isUnsaved,
    withResolver: true,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false;
      await Promise.race([store.flush(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
      return isUnsaved();
    },
  });
  return (
    <LeaveQuestion blocker={blocker} title="Leave before everything is saved?" leave="Leave">
      Your changes stay in this browser and come back when you open this page again.
    </LeaveQuestion>
  );
}
