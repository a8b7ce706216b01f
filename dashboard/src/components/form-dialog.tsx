import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type Submission } from './form.tsx';

interface FormDialogProps {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  size?: 'small' | 'medium';
  onClose: () => void;
  submission: Submission;
  /** Names of the fields below; a fault of another one is shown above them. */
  fields: readonly string[];
  /** The button's verb: "Save". */
  action: string;
  /** What leaves without sending. */
  leave?: string;
  children: ReactNode;
}

/** A short form in front of the screen, with the way out beside the way on. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'medium', onClose, submission, fields } = props;
  const { action, leave = 'Cancel', children } = props;
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {leave}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={submission.busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} submission={submission} fields={fields}>
        {children}
      </Form>
    </Dialog>
  );
}
