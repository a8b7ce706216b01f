import { useState } from 'react';
import { timeZone, toLocal } from '../fields/moment.ts';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';

interface SinceDialogProps {
  title: string;
  description: string;
  /** What the button is called. */
  action: string;
  help: string;
  /** Does it since a moment in UTC, or since what was typed where that is none; answers what is said of it. */
  run: (since: string) => Promise<string>;
  onClose: () => void;
}

/** The moment that is shown first is so long ago, in milliseconds. */
const proposedMs = 60 * 60_000;

/** Sends again what happened since a moment; the receiver may see things twice, as it may always. */
export function SinceDialog({ title, description, action, help, run, onClose }: SinceDialogProps) {
  const [typed, setTyped] = useState(() =>
    toLocal(new Date(new Date().getTime() - proposedMs).toISOString()),
  );
  const submission = useSubmit(async () => {
    const at = new Date(typed);
    toast(await run(Number.isNaN(at.getTime()) ? typed : at.toISOString()));
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
        value={typed}
        onChange={setTyped}
        help={help}
        autoFocus
      />
    </FormDialog>
  );
}
