import { useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { exactTime } from '../../../components/base/time.tsx';
import { fromLocal, tomorrowAtNine, toLocal } from '../../fields/moment.ts';
import { endErrorOf, durationText, zonesOf } from './end-rules.ts';

interface ScheduleDialogProps {
  /** The current start date, or null. */
  at: string | null;
  /** The current end date, or null. */
  until: string | null;
  title?: string;
  /** A note after the description. */
  note?: string | undefined;
  /** Whether a change of a live item is scheduled, which does not set its end. */
  isChange?: boolean;
  onChoose: (at: string, until: string | null) => Promise<void>;
  onClose: () => void;
}

/** Asks for the start and end dates of an item, in the time zone of the browser. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { at, until, title = 'Schedule', note, isChange = false, onChoose, onClose } = props;
  const description = 'This version goes live at the time you choose. Later edits won’t be included.';
  const [localStart, setLocalStart] = useState(() => toLocal(at ?? tomorrowAtNine()));
  const [localEnd, setLocalEnd] = useState(() => (until === null ? '' : toLocal(until)));
  const start = localStart === '' ? null : fromLocal(localStart);
  const end = isChange ? until : localEnd === '' ? null : fromLocal(localEnd);
  const startError = startErrorOf(start, isChange ? until : null);
  const endError = isChange || end === null ? undefined : endErrorOf(end, { start });
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
      disabled={start === null || startError !== undefined || endError !== undefined}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        value={localStart}
        onChange={setLocalStart}
        error={startError}
        help={zonesOf(start)}
        autoFocus
      />
      {isChange ? null : (
        <TextField
          label="Ends (optional)"
          type="datetime-local"
          value={localEnd}
          onChange={setLocalEnd}
          error={endError}
          help={
            end === null
              ? 'Readers see it until you unpublish it.'
              : `${zonesOf(end)} · ${durationText(start, end)}`
          }
        />
      )}
    </FormDialog>
  );
}

function startErrorOf(start: string | null, until: string | null): string | undefined {
  if (start === null) return undefined;
  if (new Date(start) <= new Date()) return 'Choose a time in the future.';
  return until !== null && new Date(start) >= new Date(until)
    ? `Choose a time before it ends, ${exactTime(new Date(until))}.`
    : undefined;
}
