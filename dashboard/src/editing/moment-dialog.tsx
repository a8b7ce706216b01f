import { type FormEvent, useId, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { fromLocal, toLocal } from '../fields/moment.ts';

interface MomentDialogProps {
  title: string;
  description: string;
  /** What the button is called. */
  action: string;
  /** The date that is shown first. */
  at: string;
  /** Why a date cannot be chosen; undefined for one that can. */
  faultOf: (moment: string) => string | undefined;
  helpOf: (moment: string | null) => string;
  onChoose: (moment: string) => void;
  onClose: () => void;
}

/** One date with its time, in the time zone of the browser. */
export function MomentDialog(props: MomentDialogProps) {
  const { title, description, action, at, faultOf, helpOf, onChoose, onClose } = props;
  const form = useId();
  const [typed, setTyped] = useState(() => toLocal(at));
  const moment = typed === '' ? null : fromLocal(typed);
  const fault = moment === null ? undefined : faultOf(moment);
  const canSend = moment !== null && fault === undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onChoose(moment);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size="small"
      footer={
        <Button type="submit" variant="primary" form={form} disabled={!canSend}>
          {action}
        </Button>
      }
    >
      <form id={form} className="stack" onSubmit={send}>
        <TextField
          label="Date and time"
          type="datetime-local"
          value={typed}
          onChange={setTyped}
          error={fault}
          help={helpOf(moment)}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
