import { SelectField, TextArea, TextField } from '../../../components/form/field.tsx';
import type { DefaultInputProps } from '../field-type.ts';

/** Props of all inputs of default values: text, or undefined if empty. */
function textInput({ options: _, value, onChange, ...labels }: DefaultInputProps) {
  return {
    ...labels,
    value: typeof value === 'string' ? value : '',
    onChange: (text: string) => onChange(text === '' ? undefined : text),
  };
}

export function TextDefault(props: DefaultInputProps) {
  return <TextField {...textInput(props)} placeholder="Empty" />;
}

export function LinesDefault(props: DefaultInputProps) {
  return <TextArea {...textInput(props)} rows={2} placeholder="Empty" />;
}

export function DateDefault(props: DefaultInputProps) {
  return <TextField {...textInput(props)} placeholder="2026-05-09" />;
}

export function NumberDefault(props: DefaultInputProps) {
  return (
    <TextField
      {...textInput(props)}
      type="number"
      step="any"
      value={typeof props.value === 'number' ? String(props.value) : ''}
      onChange={(text) => props.onChange(text === '' ? undefined : Number(text))}
      placeholder="Empty"
    />
  );
}

export function BooleanDefault(props: DefaultInputProps) {
  return (
    <SelectField
      {...textInput(props)}
      value={typeof props.value === 'boolean' ? String(props.value) : ''}
      onChange={(text) => props.onChange(text === '' ? undefined : text === 'true')}
    >
      <option value="">Neither</option>
      <option value="true">Yes</option>
      <option value="false">No</option>
    </SelectField>
  );
}

export function SelectDefault(props: DefaultInputProps) {
  return (
    <SelectField {...textInput(props)}>
      <option value="">None</option>
      {(props.options.choices ?? []).map(({ value, label }, index) => (
        <option key={index} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
