import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before leaving what is not saved: in the app by a dialog, for a closed tab by the browser. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    // The release or a tab may be chosen only where the screen stays.
    shouldBlockFn: () => when,
    enableBeforeUnload: when,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title="Leave without saving?"
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={blocker.proceed}>
            Discard changes
          </Button>
          <Button variant="primary" autoFocus onClick={blocker.reset}>
            Stay here
          </Button>
        </>
      }
    >
      Your changes are not saved yet.
    </Dialog>
  );
}
