import { Trash2 } from 'lucide-react';
import { type ReactNode, useContext, useState } from 'react';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { CopyText } from '../../components/base/copy.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { WholeItemAccess } from '../access/locale-access.tsx';
import { ListLocaleMenu } from '../locales/locale-menu.tsx';
import { DeleteTermDialog } from './delete-dialog.tsx';
import { DeleteTermLocale } from './delete-term-locale.tsx';
import type { PanelEvents } from './loaded-term.tsx';
import { TermText } from './term-field.tsx';
import { TermLocaleContext } from './term-locale.ts';
import type { Term, TermForm, TermValues } from './use-term-form.ts';
import './taxonomy.css';

interface PanelProps<Form extends TermValues> extends PanelEvents {
  noun: string;
  form: TermForm<Term, Form>;
  /** The field of articles that prevents the deletion. */
  blockingField?: string;
  /** Another reason why it can't be deleted, as a sentence. */
  blockingReason?: string | null;
  /** The fields below the name. */
  children: ReactNode;
  /** Below the form: its uses. */
  after?: ReactNode;
}

/** Chooses the language of a term. Absent with one. */
function TermLocaleMenu({ stored: { locales = [] } }: { stored: Term }) {
  return (
    <div>
      <ListLocaleMenu hintOf={({ code }) => (locales.includes(code) ? '' : 'Not started')} />
    </div>
  );
}

/** The panel of a term beside its list: its fields, its uses and its deletion. */
export function TermPanel<Form extends TermValues>(props: PanelProps<Form>) {
  const { noun, form, blockingField, blockingReason = null, onDone, onClose, children, after } = props;
  const { kind, stored, values, set, isChanged } = form;
  const fallbackName = useContext(TermLocaleContext)?.fallbacks[kind.nameKey]?.text;
  const title = (form.name === '' ? fallbackName : form.name) ?? `New ${noun}`;
  const [isDeleting, setDeleting] = useState(false);
  const submission = useSubmit(async () => {
    const name = await form.save();
    toast(stored === null ? `${name} is added` : `${name} is saved`);
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
              <>
                <DeleteTermLocale form={form} stored={stored} onDone={onDone} />
                <WholeItemAccess>
                  <Button needs="publish" variant="quiet" icon={Trash2} onClick={() => setDeleting(true)}>
                    Delete
                  </Button>
                </WholeItemAccess>
              </>
            )}
          </span>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            needs="publish"
            type="submit"
            form="named-form"
            variant="primary"
            disabled={!isChanged}
            busy={submission.busy}
          >
            {stored === null ? `Create ${noun}` : 'Save'}
          </Button>
        </>
      }
    >
      <div className="named-form">
        {stored === null ? null : <TermLocaleMenu stored={stored} />}
        <Form id="named-form" submission={submission} fields={[kind.nameKey, ...kind.fields(values)]}>
          <TermText
            label={kind.nameKey === 'name' ? 'Name' : 'Title'}
            name={kind.nameKey}
            value={values.name}
            onChange={(name) => set({ name } as Partial<Form>)}
            required
            autoComplete="off"
            autoFocus={stored === null}
          />
          {children}
        </Form>
        {after}
        {stored === null ? null : (
          <section>
            <h3>ID</h3>
            <CopyText text={stored.id} label="Copy the id" />
          </section>
        )}
      </div>
      <LeaveGuard when={isChanged && !submission.busy} />
      {isDeleting && stored !== null ? (
        <DeleteTermDialog
          path={kind.path}
          module={kind.module}
          {...(blockingField === undefined ? {} : { blockingField })}
          blockingReason={blockingReason}
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
