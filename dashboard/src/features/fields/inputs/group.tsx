import { type ReactNode, useContext, useId } from 'react';
import { FieldLanguageContext } from '../../../components/form/language.ts';

interface GroupProps {
  label: string;
  required: boolean | undefined;
  help: string | undefined;
  error: string | undefined;
  children: ReactNode;
}

/** A field with several controls: a list, an image. */
export function FieldGroup({ label, required, help, error, children }: GroupProps) {
  const id = useId();
  const { note } = useContext(FieldLanguageContext);
  return (
    <div
      className="field"
      role="group"
      aria-labelledby={id}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <span id={id} className="field-label">
        {label}
        {required === true ? <span className="field-required">required</span> : null}
        {note === undefined ? null : <span className="field-required">{note}</span>}
      </span>
      {children}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {help === undefined ? null : <p className="field-help">{help}</p>}
    </div>
  );
}
