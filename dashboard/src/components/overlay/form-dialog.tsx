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
  /** The label of the submit button: "Save". Null if the form can't be submitted; then only Close is shown. */
  action: string | null;
  /** The action can't be undone. */
  danger?: boolean;
  disabled?: boolean;
  /** The label of the cancel button; null shows none. */
  leave?: string | null;
  /** The button that has the initial focus; by default a field of the form. */
  focus?: 'leave' | 'action';
  children: ReactNode;
}

/** A short form in a dialog, with cancel and submit buttons. */
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
