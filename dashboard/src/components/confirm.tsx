import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { FormProblem } from './form.tsx';

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
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null });
  useLeaving(onClose);
  const isReady = question.typed === undefined || typed.trim() === question.typed;
  const run = () => {
    if (!isReady || state.busy) return;
    setState({ busy: true, problem: null });
    question.run().then(onClose, (problem: unknown) => setState({ busy: false, problem }));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={question.title}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="confirm-form"
            variant={question.danger === true ? 'danger' : 'primary'}
            disabled={!isReady}
            busy={state.busy}
            autoFocus={question.typed === undefined}
          >
            {question.action}
          </Button>
        </>
      }
    >
      <form
        id="confirm-form"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {question.body === undefined ? null : <div>{question.body}</div>}
        {question.typed === undefined ? null : (
          <TextField
            label={`Type ${question.typed} to confirm`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            spellCheck={false}
            autoFocus
          />
        )}
        {state.problem === null ? null : <FormProblem messages={[messageOf(state.problem)]} />}
      </form>
    </Dialog>
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
