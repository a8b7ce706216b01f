import { useBlocker } from '@tanstack/react-router';
import { LeaveQuestion } from '../overlay/leave-question.tsx';

/** Asks before unsaved changes are lost: with a dialog in the app, with the browser's question when the tab closes. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    // Also blocks changes of the release or a tab, because they can replace the screen.
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
