import type { useBlocker } from '@tanstack/react-router';
import { Button } from '../base/button.tsx';
import { Dialog } from './dialog.tsx';

interface LeaveQuestionProps {
  blocker: Extract<ReturnType<typeof useBlocker>, object>;
  title: string;
  /** The label of the button that leaves. */
  leave: string;
  /** What happens to the changes. */
  children: string;
}

/** Asks whether to leave the screen when a navigation was blocked. */
export function LeaveQuestion({ blocker, title, leave, children }: LeaveQuestionProps) {
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={title}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={blocker.proceed}>
            {leave}
          </Button>
          <Button variant="primary" autoFocus onClick={blocker.reset}>
            Stay here
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
