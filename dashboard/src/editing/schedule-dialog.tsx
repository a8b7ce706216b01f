import { timeZone } from '../fields/moment.ts';
import { MomentDialog } from './moment-dialog.tsx';

interface ScheduleDialogProps {
  /** The date that holds now, if any. */
  at: string | null;
  title?: string;
  /** What else happens. */
  note?: string | undefined;
  onChoose: (at: string) => Promise<void>;
  onClose: () => void;
}

/** Tomorrow at nine. */
function proposal(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at.toISOString();
}

/** When the item goes live, in the time zone of the browser, which is named. */
export function ScheduleDialog({ at, title = 'Schedule', note, onChoose, onClose }: ScheduleDialogProps) {
  const description = 'This version goes live at the time you choose. Later edits won’t be included.';
  return (
    <MomentDialog
      title={title}
      description={note === undefined ? description : `${description} ${note}`}
      action="Schedule"
      at={at ?? proposal()}
      faultOf={(moment) => (new Date(moment) <= new Date() ? 'Choose a time in the future.' : undefined)}
      helpOf={(moment) =>
        `${timeZone(moment)}${moment === null ? '' : ` · ${moment.slice(0, 16).replace('T', ' ')} UTC`}`
      }
      onChoose={(moment) => void onChoose(moment)}
      onClose={onClose}
    />
  );
}
