import { createContext, useContext } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';

/** What an id leads to, as it is shown. */
export type Target = EditorTargets[string];

/** What widgets need beside their value: names of ids, and a place for names that they learn. */
export interface FieldHost {
  targets: Readonly<Record<string, Target>>;
  learn: (id: string, target: Target) => void;
}

export const FieldHostContext = createContext<FieldHost>({ targets: {}, learn: () => undefined });

export function useFieldHost(): FieldHost {
  return useContext(FieldHostContext);
}

/** One field of an entry being edited. `value` is in the form in which it is written; null is "empty". */
export interface WidgetProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Says that the field changed; the value is asked for when it is needed. For long texts. */
  onTouch: (read: () => unknown) => void;
  error: string | undefined;
  /** Says what is wrong with what stands in the field and is no value at all; null when that is over. */
  onInvalid: (message: string | null) => void;
}
