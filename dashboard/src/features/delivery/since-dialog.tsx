import { useState } from 'react';
import { timeZone, toLocal } from '../fields/moment.ts';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';

interface SinceDialogProps {
  title: string;
  description: string;
  action: string;
  help: string;
  /** Receives a time in UTC, or the input if it is not a time. Returns the text of the toast. */
  run: (since: string) => Promise<string>;
  onClose: () => void;
}

/** The initial value lies this many milliseconds in the past. */
const initialAgoMs = 60 * 60_000;

/** Sends everything since a time again. */
export function SinceDialog({ title, description, action, help, run, onClose }: SinceDialogProps) {
  const [localTime, setLocalTime] = useState(() =>
    toLocal(new Date(new Date().getTime() - initialAgoMs).toISOString()),
  );
  const submission = useSubmit(async () => {
    const at = new Date(localTime);
    toast(await run(Number.isNaN(at.getTime()) ? localTime : at.toISOString()));
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title={title}
      description={description}
      submission={submission}
      fields={['since']}
      action={action}
    >
      <TextField
        label={`Since (${timeZone(null)})`}
        name="since"
        type="datetime-local"
        value={localTime}
        onChange={setLocalTime}
        help={help}
        autoFocus
      />
    </FormDialog>
  );
}
