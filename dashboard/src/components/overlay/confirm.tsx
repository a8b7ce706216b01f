import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { TextField } from '../form/field.tsx';
import { useSubmit } from '../form/form.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Question {
  title: string;
  /** What will happen, and what cannot be undone. */
  body?: ReactNode;
  /** The button's verb: "Delete type". */
  action: string;
  /** Has to be typed first, for what breaks other things: a slug, a name. */
  typed?: string;
  danger?: boolean;
  /** The work itself; while it runs the dialog stays, and shows what it throws. */
  run: () => Promise<unknown>;
}

type Ask = (question: Question) => void;

const ConfirmContext = createContext<Ask>(() => undefined);

/** Asks before something that cannot be taken back. */
export function useConfirm(): Ask {
  return useContext(ConfirmContext);
}

/** Where questions are asked: inside a project, of whose content they may show links. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <ConfirmContext value={setQuestion}>
      {children}
      {question === null ? null : <ConfirmDialog question={question} onClose={() => setQuestion(null)} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, body, action, typed: wanted, danger = false } = question;
  const [typed, setTyped] = useState('');
  useLeaving(onClose);
  const submission = useSubmit(() => question.run().then(onClose));
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      size="small"
      submission={submission}
      fields={[]}
      action={action}
      danger={danger}
      disabled={wanted !== undefined && typed.trim() !== wanted}
      {...(wanted === undefined ? { focus: danger ? 'leave' : 'action' } : {})}
    >
      {body === undefined ? null : <div>{body}</div>}
      {wanted === undefined ? null : <TypedField wanted={wanted} value={typed} onChange={setTyped} />}
    </FormDialog>
  );
}

interface TypedFieldProps {
  /** What has to be typed: a slug, a name. */
  wanted: string;
  value: string;
  onChange: (value: string) => void;
}

/** Has its name typed before something goes that other things need. */
export function TypedField({ wanted, value, onChange }: TypedFieldProps) {
  return (
    <TextField
      label={`Type ${wanted} to confirm`}
      name="confirm"
      value={value}
      onChange={onChange}
      autoComplete="off"
      spellCheck={false}
      autoFocus
    />
  );
}

/** A link in the question leads away from it. */
function useLeaving(onLeave: () => void): void {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const asked = useRef(here);
  useEffect(() => {
    if (here !== asked.current) onLeave();
  });
}
