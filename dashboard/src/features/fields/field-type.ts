import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field, FieldOptions } from '../../../../src/content/fields/schema.ts';
import type { WidgetProps } from './context.ts';

/** An option that only some types have; the content type editor draws an input for each. */
export type OwnOption = Exclude<
  keyof FieldOptions,
  'required' | 'help' | 'default' | 'show_if' | 'group' | 'width' | 'collapse_empty'
>;

/** The input for the value that a new entry starts with; `value` is undefined while there is none. */
export interface DefaultInputProps {
  label: string;
  /** The path by which the service names the option in an error. */
  name: string;
  help: string;
  value: unknown;
  onChange: (value: unknown) => void;
  options: FieldOptions;
}

/** A value that is not null, in a cell of a table. */
export interface CellProps {
  field: Field;
  value: unknown;
  targets: EditorTargets;
}

/** Everything that the dashboard needs of one field type. */
export interface FieldTypeView {
  name: string;
  /** What one would choose it for. */
  purpose: string;
  icon: LucideIcon;
  group: 'Text' | 'Values' | 'Media' | 'Links';
  /** In the order in which the content type editor shows them. */
  options: readonly OwnOption[];
  /** Absent where an entry cannot start with a value. */
  DefaultInput?: ComponentType<DefaultInputProps>;
  Widget: ComponentType<WidgetProps>;
  Cell: ComponentType<CellProps>;
  /** Numbers stand at the right edge of their column. */
  align?: 'end';
}
