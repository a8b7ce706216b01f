import { useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { fromLocal, toLocal } from '../../fields/moment.ts';

interface DateTimeDialogProps {
  title: string;
  description: string;
  /** The label of the button. */
  action: string;
  /** The initial date. */
  at: string;
  /** The error of a date; undefined for a valid one. */
  errorOf: (moment: string) => string | undefined;
  helpOf: (moment: string | null) => string;
  onChoose: (moment: string) => void;
  onClose: () => void;
}

/** One date with its time, in the time zone of the browser. */
export function DateTimeDialog(props: DateTimeDialogProps) {
  const { title, description, action, at, errorOf, helpOf, onChoose, onClose } = props;
  const [localDate, setLocalDate] = useState(() => toLocal(at));
  const moment = localDate === '' ? null : fromLocal(localDate);
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
        value={localDate}
        onChange={setLocalDate}
        error={error}
        help={helpOf(moment)}
        autoFocus
      />
    </FormDialog>
  );
}
