import { useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { fromLocal, toLocal } from '../../fields/moment.ts';

interface DateTimeDialogProps {
  title: string;
  description: string;
  /** What the button is called. */
  action: string;
  /** The date that is shown first. */
  at: string;
  /** Why a date cannot be chosen; undefined for one that can. */
  errorOf: (moment: string) => string | undefined;
  helpOf: (moment: string | null) => string;
  onChoose: (moment: string) => void;
  onClose: () => void;
}

/** One date with its time, in the time zone of the browser. */
export function DateTimeDialog(props: DateTimeDialogProps) {
  const { title, description, action, at, errorOf, helpOf, onChoose, onClose } = props;
  const [typed, setTyped] = useState(() => toLocal(at));
  const moment = typed === '' ? null : fromLocal(typed);
  const error = moment === null ? undefined : errorOf(moment);
  const submission = useSubmit(async () => (moment === null ? undefined : onChoose(moment)));
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      size="small"
      submission={submission}
      fields={[]}
      action={action}
      disabled={moment === null || error !== undefined}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        value={typed}
        onChange={setTyped}
        error={error}
        help={helpOf(moment)}
        autoFocus
      />
    </FormDialog>
  );
}
