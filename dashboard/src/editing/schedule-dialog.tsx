import { type FormEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { fromLocal, timeZone, toLocal } from '../fields/moment.ts';

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
  return toLocal(at.toISOString());
}

/** When the item goes live, in the time zone of whoever chooses, which is named. */
export function ScheduleDialog({ at, title = 'Schedule', note, onChoose, onClose }: ScheduleDialogProps) {
  const [typed, setTyped] = useState(at === null ? proposal() : toLocal(at));
  const moment = typed === '' ? null : fromLocal(typed);
  const isPast = moment !== null && new Date(moment) <= new Date();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (moment !== null && !isPast) void onChoose(moment);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`This version goes live at the time you choose. Later edits won’t be included. ${note ?? ''}`.trim()}
      size="small"
      footer={
        <Button type="submit" variant="primary" form="schedule-form" disabled={moment === null || isPast}>
          Schedule
        </Button>
      }
    >
      <form id="schedule-form" className="stack" onSubmit={send}>
        <TextField
          label="Date and time"
          type="datetime-local"
          value={typed}
          onChange={setTyped}
          error={isPast ? 'Choose a time in the future.' : undefined}
          help={`${timeZone(moment)}${moment === null ? '' : ` · ${moment.slice(0, 16).replace('T', ' ')} UTC`}`}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
