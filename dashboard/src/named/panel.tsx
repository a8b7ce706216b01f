import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useActions } from '../components/actions.ts';
import { Button } from '../components/button.tsx';
import { CopyText } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form, useSubmit } from '../components/form.tsx';
import { LeaveGuard } from '../components/leave-guard.tsx';
import { DeleteNamedDialog } from './delete-dialog.tsx';
import './named.css';

interface PanelProps {
  /** What it is called; "New author" for a new one. */
  title: string;
  noun: string;
  /** What is stored; null for something new. */
  stored: { id: string } | null;
  /** Names of the fields, by which the service tells faults. */
  fields: readonly string[];
  isChanged: boolean;
  /** Saves; the panel closes when it went well. */
  save: () => Promise<unknown>;
  remove: Omit<Parameters<typeof DeleteNamedDialog>[0], 'id' | 'name' | 'noun' | 'onClose' | 'onDeleted'>;
  /** Leaves the panel whatever was typed. */
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Below the form: where it is used. */
  after?: ReactNode;
}

/** One named thing beside its list: its fields, where it is used, and the way to be rid of it. */
export function NamedPanel(props: PanelProps) {
  const { title, noun, stored, fields, isChanged, save, remove, onDone, onClose, children, after } = props;
  const [isDeleting, setDeleting] = useState(false);
  const submission = useSubmit(async () => {
    await save();
    onDone();
  });
  useActions([
    {
      id: 'save-named',
      label: `Save the ${noun}`,
      group: 'This panel',
      keys: 'mod+s',
      run: submission.submit,
    },
  ]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="side"
      footer={
        <>
          <span className="named-foot">
            {stored === null ? null : (
              <Button variant="quiet" icon={Trash2} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </span>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="named-form"
            variant="primary"
            disabled={!isChanged}
            busy={submission.busy}
          >
            {stored === null ? `Add ${noun}` : 'Save'}
          </Button>
        </>
      }
    >
      <div className="named-form">
        <Form id="named-form" submission={submission} fields={fields}>
          {children}
        </Form>
        {after}
        {stored === null ? null : (
          <section>
            <h3>Id</h3>
            <CopyText text={stored.id} label="Copy the id" />
          </section>
        )}
      </div>
      <LeaveGuard when={isChanged && !submission.busy} />
      {isDeleting && stored !== null ? (
        <DeleteNamedDialog
          {...remove}
          id={stored.id}
          name={title}
          noun={noun}
          onClose={() => setDeleting(false)}
          onDeleted={onDone}
        />
      ) : null}
    </Dialog>
  );
}
