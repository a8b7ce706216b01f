import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { useFieldProblem } from './form.tsx';

interface Described {
  label: string;
  help?: ReactNode;
  /** The name that the service gives faults of this field by. */
  name?: string | undefined;
  /** Beside the fault of the form, for fields that check themselves. */
  error?: string | undefined;
  required?: boolean | undefined;
}

interface Ids {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean | undefined;
}

interface FieldProps extends Described {
  children: (ids: Ids) => ReactNode;
}

/** A label, a control, its help and its fault, tied together for those who cannot see them. */
export function Field({ label, help, name, error, required, children }: FieldProps) {
  const id = useId();
  const fault = useFieldProblem(name);
  const message = error ?? fault;
  const ids = [help === undefined ? null : `${id}-help`, message === undefined ? null : `${id}-error`];
  const describedBy = ids.filter((part) => part !== null).join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {required ? <span className="field-required">required</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': message !== undefined,
        'aria-required': required,
      })}
      {message === undefined ? null : (
        <p id={`${id}-error`} className="field-error" role="alert">
          {message}
        </p>
      )}
      {help === undefined ? null : (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
    </div>
  );
}

type Valued<Attributes> = Omit<Attributes, 'value' | 'onChange' | 'name' | 'required'> &
  Described & { value: string; onChange: (value: string) => void };

export function TextField({
  label,
  help,
  name,
  error,
  required,
  onChange,
  ...rest
}: Valued<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} help={help} name={name} error={error} required={required}>
      {(ids) => (
        <input
          type="text"
          className="input"
          dir="auto"
          name={name}
          {...rest}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  help,
  name,
  error,
  required,
  onChange,
  ...rest
}: Valued<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} help={help} name={name} error={error} required={required}>
      {(ids) => (
        <textarea
          rows={3}
          className="input"
          dir="auto"
          name={name}
          {...rest}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function SelectField({
  label,
  help,
  name,
  error,
  required,
  onChange,
  children,
  ...rest
}: Valued<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field label={label} help={help} name={name} error={error} required={required}>
      {(ids) => (
        <select
          className="input select"
          name={name}
          {...rest}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  type?: 'checkbox' | 'radio';
  name?: string;
}

export function CheckField({
  label,
  help,
  checked,
  onChange,
  disabled = false,
  type = 'checkbox',
  name,
}: CheckFieldProps) {
  const id = useId();
  return (
    <div className="check-field">
      <input
        id={id}
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help === undefined ? null : (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
    </div>
  );
}
