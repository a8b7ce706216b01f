import { useBlocker } from '@tanstack/react-router';
import { LeaveQuestion } from '../overlay/leave-question.tsx';

/** Asks before leaving what is not saved: in the app by a dialog, for a closed tab by the browser. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    // The release or a tab may be chosen only where the screen stays.
    shouldBlockFn: () => when,
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <LeaveQuestion blocker={blocker} title="Leave without saving?" leave="Discard changes">
      Your changes are not saved yet.
    </LeaveQuestion>
  );
}
