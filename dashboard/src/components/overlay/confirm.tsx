import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { CheckField, TextField } from '../form/field.tsx';
import { useSubmit } from '../form/form.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Confirmation {
  title: string;
  /** The consequences, and what can't be undone. */
  body?: ReactNode;
  /** The button's verb: "Delete type". */
  action: string;
  /** A slug or name that the person must type first, for actions that break other things. */
  confirmText?: string;
  danger?: boolean;
  /** The label of a checkbox for a choice of the action. It is not checked at first. */
  option?: string;
  /** Runs the action. The dialog stays open until it resolves, and shows its error. */
  run: (isOptionChosen: boolean) => Promise<unknown>;
}

type Confirm = (confirmation: Confirmation) => void;

const ConfirmContext = createContext<Confirm>(() => undefined);

/** Returns a function that opens a confirmation dialog. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

/** Renders the dialog. Must be inside a project, because a dialog may link to its content. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  return (
    <ConfirmContext value={setConfirmation}>
      {children}
      {confirmation === null ? null : (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      )}
    </ConfirmContext>
  );
}

function ConfirmDialog({ confirmation, onClose }: { confirmation: Confirmation; onClose: () => void }) {
  const { title, body, action, confirmText: requiredText, danger = false, option } = confirmation;
  const [input, setInput] = useState('');
  const [isOptionChosen, setOptionChosen] = useState(false);
  useCloseOnNavigation(onClose);
  const submission = useSubmit(() => confirmation.run(isOptionChosen).then(onClose));
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      size="small"
      submission={submission}
      fields={[]}
      action={action}
      danger={danger}
      disabled={requiredText !== undefined && input.trim() !== requiredText}
      {...(requiredText === undefined ? { focus: danger ? 'leave' : 'action' } : {})}
    >
      {body === undefined ? null : <div>{body}</div>}
      {option === undefined ? null : (
        <CheckField label={option} checked={isOptionChosen} onChange={setOptionChosen} />
      )}
      {requiredText === undefined ? null : (
        <ConfirmationField requiredText={requiredText} value={input} onChange={setInput} />
      )}
    </FormDialog>
  );
}

interface ConfirmationFieldProps {
  /** The slug or name to type. */
  requiredText: string;
  value: string;
  onChange: (value: string) => void;
}

/** Asks the person to type a slug or name before deleting something that is in use. */
export function ConfirmationField({ requiredText, value, onChange }: ConfirmationFieldProps) {
  return (
    <TextField
      label={`Type ${requiredText} to confirm`}
      name="confirm"
      value={value}
      onChange={onChange}
      autoComplete="off"
      spellCheck={false}
      autoFocus
    />
  );
}

/** Closes the dialog when a link in it is followed. */
function useCloseOnNavigation(onLeave: () => void): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const initialPath = useRef(path);
  useEffect(() => {
    if (path !== initialPath.current) onLeave();
  });
}
