import type { ReactNode } from 'react';
import type { FieldType } from '../../../../src/contract/field-types.ts';
import type { FieldOptions } from '../../../../src/fields/schema.ts';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';

interface DefaultFieldProps {
  type: FieldType;
  options: FieldOptions;
  at: string;
  onChange: (value: unknown) => void;
}

/** What a new entry begins with, where the type has such a thing. */
export function DefaultField({ type, options, at, onChange }: DefaultFieldProps): ReactNode {
  const text = typeof options.default === 'string' ? options.default : '';
  const shared = {
    label: 'Default value',
    name: `${at}.default`,
    help: 'New entries start with this value. Existing entries do not change.',
  };
  const asText = (value: string) => onChange(value === '' ? undefined : value);
  switch (type) {
    case 'string':
    case 'url':
      return <TextField {...shared} value={text} onChange={asText} placeholder="Empty" />;
    case 'text':
      return <TextArea {...shared} rows={2} value={text} onChange={asText} placeholder="Empty" />;
    case 'date':
      return <TextField {...shared} value={text} onChange={asText} placeholder="2026-05-09" />;
    case 'number':
      return (
        <TextField
          {...shared}
          type="number"
          step="any"
          value={typeof options.default === 'number' ? String(options.default) : ''}
          onChange={(value) => onChange(value === '' ? undefined : Number(value))}
          placeholder="Empty"
        />
      );
    case 'boolean':
      return (
        <SelectField
          {...shared}
          value={typeof options.default === 'boolean' ? String(options.default) : ''}
          onChange={(value) => onChange(value === '' ? undefined : value === 'true')}
        >
          <option value="">Neither</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </SelectField>
      );
    case 'select':
      return (
        <SelectField {...shared} value={text} onChange={asText}>
          <option value="">None</option>
          {(options.choices ?? []).map(({ value, label }, index) => (
            <option key={index} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      );
    case 'richtext':
    case 'image':
    case 'gallery':
    case 'link':
    case 'link_list':
    case 'reference':
    case 'reference_list':
      return null;
  }
}
