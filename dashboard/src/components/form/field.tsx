import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react';
import { useFieldError } from './form.tsx';
import { type FieldLanguage, FieldLanguageContext } from './language.ts';

interface FieldText {
  label: string;
  help?: ReactNode;
  /** The `param` of errors of this field. */
  name?: string | undefined;
  /** An error that the form detected, shown instead of the service's. */
  error?: string | undefined;
  required?: boolean | undefined;
}

interface Ids {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean | undefined;
  lang?: string;
  dir?: FieldLanguage['dir'];
}

interface FieldProps extends FieldText {
  children: (ids: Ids) => ReactNode;
}

/** A control with its label, help and error, connected for screen readers. */
export function Field({ label, help, name, error, required, children }: FieldProps) {
  const id = useId();
  const serviceError = useFieldError(name);
  const message = error ?? serviceError;
  const ids = [help === undefined ? null : `${id}-help`, message === undefined ? null : `${id}-error`];
  const describedBy = ids.filter((part) => part !== null).join(' ');
  const { note, ...language } = useContext(FieldLanguageContext);
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {required ? <span className="field-required">required</span> : null}
        {note === undefined ? null : <span className="field-required">{note}</span>}
      </label>
      {children({
        ...language,
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

type ControlProps<Attributes> = Omit<Attributes, 'value' | 'onChange' | 'name' | 'required'> &
  FieldText & { value: string; onChange: (value: string) => void };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface ValueFieldProps extends ControlProps<object> {
  control: (
    attributes: Ids & { name?: string; onChange: (event: ChangeEvent<Control>) => void },
  ) => ReactNode;
}

/** A field with one native control, which receives the remaining properties. */
function ValueField({ label, help, name, error, required, onChange, control, ...rest }: ValueFieldProps) {
  return (
    <Field label={label} help={help} name={name} error={error} required={required}>
      {(ids) =>
        control({
          ...(name === undefined ? {} : { name }),
          ...rest,
          ...ids,
          onChange: (event) => onChange(event.target.value),
        })
      }
    </Field>
  );
}

export function TextField(props: ControlProps<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <ValueField
      {...props}
      control={(attributes) => <input type="text" className="input" dir="auto" {...attributes} />}
    />
  );
}

export function TextArea(props: ControlProps<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <ValueField
      {...props}
      control={(attributes) => <textarea rows={3} className="input" dir="auto" {...attributes} />}
    />
  );
}

export function SelectField({ children, ...props }: ControlProps<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <ValueField
      {...props}
      control={(attributes) => (
        <select className="input select" {...attributes}>
          {children}
        </select>
      )}
    />
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
