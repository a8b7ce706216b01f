import { createContext, useContext } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';

/** The target of a link, for display. */
export type Target = EditorTargets[string];

/** What widgets need besides their value: names of ids, and a function to add names. */
export interface FieldHost {
  targets: Readonly<Record<string, Target>>;
  learn: (id: string, target: Target) => void;
}

export const FieldHostContext = createContext<FieldHost>({ targets: {}, learn: () => undefined });

export function useFieldHost(): FieldHost {
  return useContext(FieldHostContext);
}

/** A field of an entry that is being edited. `value` has the form of writes; null means empty. */
export interface WidgetProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Reports a change. The value is read when it is needed. For long texts. */
  onTouch: (read: () => unknown) => void;
  error: string | undefined;
  /** Reports an input that is no value; null when it is valid again. */
  onInvalid: (message: string | null) => void;
}
