import { type ReactNode, useId } from 'react';
import { Button } from '../base/button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type Submission } from '../form/form.tsx';

interface FormDialogProps {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  size?: 'small' | 'medium';
  onClose: () => void;
  submission: Submission;
  /** The parameters of the fields below. Errors of other parameters are shown above them. */
  fields: readonly string[];
  /** The button's verb: "Save". Null where nothing can be sent: the way out is all there is. */
  action: string | null;
  /** What cannot be taken back. */
  danger?: boolean;
  /** Cannot be sent yet. */
  disabled?: boolean;
  /** What leaves without sending; null leaves that to the cross. */
  leave?: string | null;
  /** Which button has the keyboard at first; a field of the form where none is named. */
  focus?: 'leave' | 'action';
  children: ReactNode;
}

/** A short form in front of the screen, with the way out beside the way on. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'medium', onClose, submission, fields, focus, children } = props;
  const { action, danger = false, disabled = false, leave = 'Cancel' } = props;
  const id = useId();
  const submit = () => (disabled || action === null ? undefined : submission.submit());
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {leave === null ? null : (
            <Button variant="quiet" onClick={onClose} autoFocus={focus === 'leave'}>
              {action === null ? 'Close' : leave}
            </Button>
          )}
          {action === null ? null : (
            <Button
              type="submit"
              form={id}
              variant={danger ? 'danger' : 'primary'}
              disabled={disabled}
              busy={submission.busy}
              autoFocus={focus === 'action'}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <Form id={id} submission={{ ...submission, submit }} fields={fields}>
        {children}
      </Form>
    </Dialog>
  );
}
