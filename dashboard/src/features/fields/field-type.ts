import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field, FieldOptions } from '../../../../src/content/fields/schema.ts';
import type { WidgetProps } from './context.ts';

/** An option of some types. The type editor has an input for each. */
export type TypeOption = Exclude<
  keyof FieldOptions,
  | 'required'
  | 'help'
  | 'default'
  | 'show_if'
  | 'group'
  | 'width'
  | 'collapse_empty'
  | 'localized'
  | 'fallback'
>;

/** The input for the default value; `value` is undefined without one. */
export interface DefaultInputProps {
  label: string;
  /** The path of the option in errors. */
  name: string;
  help: string;
  value: unknown;
  onChange: (value: unknown) => void;
  options: FieldOptions;
}

/** A non-null value in a table cell. */
export interface CellProps {
  field: Field;
  value: unknown;
  targets: EditorTargets;
}

/** The dashboard's view of a field type. */
export interface FieldTypeView {
  name: string;
  /** What the type is for. */
  purpose: string;
  icon: LucideIcon;
  group: 'Text' | 'Values' | 'Media' | 'Links';
  /** In the order of the type editor. */
  options: readonly TypeOption[];
  /** Absent if the type has no default. */
  DefaultInput?: ComponentType<DefaultInputProps>;
  Widget: ComponentType<WidgetProps>;
  Cell: ComponentType<CellProps>;
  /** `end` aligns numbers to the right. */
  align?: 'end';
}
