import { useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { exactTime } from '../../../components/base/time.tsx';
import { fromLocal, toLocal } from '../../fields/moment.ts';
import { endProblemOf, spanOf, zonesOf } from './end-rules.ts';

interface ScheduleDialogProps {
  /** The date that holds now, if any. */
  at: string | null;
  /** The end that holds now, if any. */
  until: string | null;
  title?: string;
  /** What else happens. */
  note?: string | undefined;
  /** Changes of what is live are scheduled before its end; that one is set elsewhere. */
  isChange?: boolean;
  onChoose: (at: string, until: string | null) => Promise<void>;
  onClose: () => void;
}

/** Tomorrow at nine. */
function proposal(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at.toISOString();
}

/** When the item goes live and when it ends, in the time zone of the browser, which is named. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { at, until, title = 'Schedule', note, isChange = false, onChoose, onClose } = props;
  const description = 'This version goes live at the time you choose. Later edits won’t be included.';
  const [typed, setTyped] = useState(() => toLocal(at ?? proposal()));
  const [typedEnd, setTypedEnd] = useState(() => (until === null ? '' : toLocal(until)));
  const start = typed === '' ? null : fromLocal(typed);
  const end = isChange ? until : typedEnd === '' ? null : fromLocal(typedEnd);
  const startFault = startFaultOf(start, isChange ? until : null);
  const endFault = isChange || end === null ? undefined : endProblemOf(end, { start });
  const submission = useSubmit(async () => (start === null ? undefined : onChoose(start, end)));
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={note === undefined ? description : `${description} ${note}`}
      size="small"
      submission={submission}
      fields={[]}
      action="Schedule"
      disabled={start === null || startFault !== undefined || endFault !== undefined}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        value={typed}
        onChange={setTyped}
        error={startFault}
        help={zonesOf(start)}
        autoFocus
      />
      {isChange ? null : (
        <TextField
          label="Ends (optional)"
          type="datetime-local"
          value={typedEnd}
          onChange={setTypedEnd}
          error={endFault}
          help={
            end === null
              ? 'Readers see it until you unpublish it.'
              : `${zonesOf(end)} · ${spanOf(start, end)}`
          }
        />
      )}
    </FormDialog>
  );
}

function startFaultOf(start: string | null, until: string | null): string | undefined {
  if (start === null) return undefined;
  if (new Date(start) <= new Date()) return 'Choose a time in the future.';
  return until !== null && new Date(start) >= new Date(until)
    ? `Choose a time before it ends, ${exactTime(new Date(until))}.`
    : undefined;
}
