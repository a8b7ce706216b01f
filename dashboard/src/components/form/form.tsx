import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { textAtField } from '../../api/errors/error-texts.ts';
import { ApiError, messageOf } from '../../api/errors/api-error.ts';
import type { ErrorDetail } from '../../api/errors/error-detail.ts';
import './form.css';

const noErrors: ReadonlyMap<string, string> = new Map();
const FieldErrorsContext = createContext<ReadonlyMap<string, string>>(noErrors);

/** The service's error about the field with this `param`. */
export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FieldErrorsContext);
  return name === undefined ? undefined : errors.get(name);
}

export interface Submission {
  busy: boolean;
  /** The error of the last attempt; null if it succeeded. */
  error: unknown;
  submit: () => void;
}

/** Runs `save` when the form is submitted, and stores its error for the form. */
export function useSubmit(save: () => Promise<unknown>): Submission {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const submit = () => {
    if (state.busy) return;
    setState({ busy: true, error: null });
    save().then(
      () => setState({ busy: false, error: null }),
      (error: unknown) => setState({ busy: false, error }),
    );
  };
  return { ...state, submit };
}

interface FormProps {
  submission: Submission;
  /** The parameters of the fields below. Errors of other parameters are shown above them. */
  fields: readonly string[];
  children: ReactNode;
  id?: string;
}

/** A form whose fields show their own errors. Ctrl+Enter or ⌘+Enter submits it from any field. */
export function Form({ submission, fields, children, id }: FormProps) {
  const { byField, general } = groupErrors(submission.error, fields);
  const submit = (event: FormEvent) => {
    // Events of a dialog that a field opened arrive here too; that dialog is not part of the form.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    submission.submit();
  };
  return (
    <form
      {...(id === undefined ? {} : { id })}
      className="form"
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event);
      }}
    >
      <FieldErrorsContext value={byField}>
        {general.length > 0 ? <FormError messages={general} /> : null}
        {children}
      </FieldErrorsContext>
    </form>
  );
}

export function FormError({ messages }: { messages: readonly string[] }) {
  return (
    <div className="form-error" role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

function groupErrors(error: unknown, fields: readonly string[]) {
  const byField = new Map<string, string>();
  const general: string[] = [];
  if (error === null) return { byField, general };
  const errors: readonly ErrorDetail[] =
    error instanceof ApiError ? error.errors : [{ code: 'thrown', message: messageOf(error) }];
  for (const error of errors) {
    const { param, message } = error;
    const field = fields.find(
      (name) => param === name || param?.startsWith(`${name}[`) || param?.startsWith(`${name}.`),
    );
    if (field === undefined) general.push(message);
    else byField.set(field, textAtField(error, 'This'));
  }
  return { byField, general };
}
