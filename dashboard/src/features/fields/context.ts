import { createContext, useContext } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Asset } from '../../../../src/content/media/schema.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';

/** The target of a link, for display. */
export type Target = EditorTargets[string];

/** The target of a link to an asset. */
export function imageTarget(asset: Asset): Target {
  const { id, url, alt, width, height, content_type } = asset;
  const image = { id, url, alt, width, height, content_type };
  return { kind: 'media', title: alt, slug: null, live: url !== null, content_type: null, image };
}

/** What widgets need besides their value: the title of the item, names of ids, and a function to add names. */
export interface FieldHost {
  title?: string;
  targets: Readonly<Record<string, Target>>;
  rememberTarget: (id: string, target: Target) => void;
}

export const FieldHostContext = createContext<FieldHost>({ targets: {}, rememberTarget: () => undefined });

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
