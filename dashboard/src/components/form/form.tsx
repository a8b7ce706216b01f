import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { textAtField } from '../../api/errors/error-texts.ts';
import { ApiProblem, messageOf } from '../../api/errors/problem.ts';
import type { ProblemDetail } from '../../api/errors/problem-detail.ts';
import './form.css';

const NoFaults: ReadonlyMap<string, string> = new Map();
const FaultsContext = createContext<ReadonlyMap<string, string>>(NoFaults);

/** What the service said about the field of this name (its `param`), if anything. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const faults = useContext(FaultsContext);
  return name === undefined ? undefined : faults.get(name);
}

/** A form's way to the service. */
export interface Submission {
  busy: boolean;
  /** What was thrown by the last attempt; null after one that went well. */
  problem: unknown;
  submit: () => void;
}

/** Runs `save` when the form is sent, and keeps what it throws for the form to show. */
export function useSubmit(save: () => Promise<unknown>): Submission {
  const [state, setState] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null });
  const submit = () => {
    if (state.busy) return;
    setState({ busy: true, problem: null });
    save().then(
      () => setState({ busy: false, problem: null }),
      (problem: unknown) => setState({ busy: false, problem }),
    );
  };
  return { ...state, submit };
}

interface FormProps {
  submission: Submission;
  /** Names of the fields below; a fault of another one is shown above them. */
  fields: readonly string[];
  children: ReactNode;
  id?: string;
}

/** A form whose fields show their own faults; `mod+Enter` sends it from anywhere inside. */
export function Form({ submission, fields, children, id }: FormProps) {
  const { byField, general } = sorted(submission.problem, fields);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submission.submit();
  };
  return (
    <form
      {...(id === undefined ? {} : { id })}
      className="form"
      onSubmit={send}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send(event);
      }}
    >
      <FaultsContext value={byField}>
        {general.length > 0 ? <FormProblem messages={general} /> : null}
        {children}
      </FaultsContext>
    </form>
  );
}

export function FormProblem({ messages }: { messages: readonly string[] }) {
  return (
    <div className="form-problem" role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

function sorted(problem: unknown, fields: readonly string[]) {
  const byField = new Map<string, string>();
  const general: string[] = [];
  if (problem === null) return { byField, general };
  const faults: readonly ProblemDetail[] =
    problem instanceof ApiProblem ? problem.faults : [{ code: 'thrown', message: messageOf(problem) }];
  for (const fault of faults) {
    const { param, message } = fault;
    const field = fields.find(
      (name) => param === name || param?.startsWith(`${name}[`) || param?.startsWith(`${name}.`),
    );
    if (field === undefined) general.push(message);
    else byField.set(field, textAtField(fault, 'This'));
  }
  return { byField, general };
}
