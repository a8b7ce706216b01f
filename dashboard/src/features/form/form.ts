import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { hiddenFields, hidingField } from '../../../../src/contract/fields/conditions.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedField } from '../editing/item.ts';
import { isOff } from '../editing/publish/readiness.ts';
import { whenFieldIsShown } from '../editing/show-field.ts';
import { type FieldGroup, haveNameOfField, isOfField } from './parts.ts';

/** The fields of an entry or of a block, and where their values are. */
export interface FormSource {
  store: DraftStore;
  fields: readonly EditedField[];
  groups: readonly FieldGroup[] | undefined;
  /** The name of a field in the draft. */
  nameOf: (field: EditedField) => string;
  valueOf: (field: EditedField) => unknown;
  /** Whether a value can be removed by storing null. */
  isClearable: (field: EditedField) => boolean;
  /** Whether the field contains what `name` names in the draft; for lists of blocks inside a block. */
  contains?: (field: EditedField, name: string) => boolean;
}

/** What the parts of one form share. */
export interface EditedForm extends FormSource {
  /** Keys of the fields that are not drawn. */
  hidden: ReadonlySet<string>;
  /** Hidden fields with a value, by the field whose value hides them. */
  filled: ReadonlyMap<string, readonly EditedField[]>;
  /** Keys of hidden fields that a person wants to see. */
  revealed: ReadonlySet<string>;
  reveal: (keys: readonly string[], isRevealed: boolean) => void;
  /** Keys of collapsible fields that were opened. */
  expanded: ReadonlySet<string>;
  expand: (key: string) => void;
  /** Whether the section of a group is open. */
  isOpen: (group: FieldGroup) => boolean;
  toggle: (group: FieldGroup) => void;
}

/** The state of a form: hidden and opened fields, and folded sections. A field that something leads to is opened first. */
export function useForm(source: FormSource): EditedForm {
  const { store, fields, groups, nameOf, valueOf, isClearable } = source;
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({});
  const state = useSyncExternalStore(store.subscribe, () => hiddenState(source, revealed));
  const { hidden, filled } = useMemo(() => parseState(state, fields), [state, fields]);
  const reveal = useCallback((keys: readonly string[], isRevealed: boolean) => {
    setRevealed((before) => {
      const others = [...before].filter((key) => !keys.includes(key));
      return new Set(isRevealed ? [...others, ...keys] : others);
    });
  }, []);
  const expand = useCallback((key: string) => setExpanded((before) => new Set([...before, key])), []);
  useShownField(source, (field) => {
    if (hidden.has(field.key)) reveal([field.key], true);
    expand(field.key);
    const { group } = field.options;
    if (group !== undefined) setFolds((before) => ({ ...before, [group]: true }));
  });
  return useMemo((): EditedForm => {
    const isOpen = ({ key, collapsed }: FieldGroup) => folds[key] ?? !collapsed;
    const toggle = (group: FieldGroup) => setFolds((before) => ({ ...before, [group.key]: !isOpen(group) }));
    const shared = { store, fields, groups, nameOf, valueOf, isClearable };
    return { ...shared, hidden, filled, revealed, reveal, expanded, expand, isOpen, toggle };
  }, [
    store,
    fields,
    groups,
    nameOf,
    valueOf,
    isClearable,
    hidden,
    filled,
    revealed,
    reveal,
    expanded,
    expand,
    folds,
  ]);
}

/** Calls `open` with a field of the form before it, or a block in it, is shown. */
function useShownField({ fields, nameOf, contains }: FormSource, open: (field: EditedField) => void): void {
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  useEffect(
    () =>
      whenFieldIsShown((name) => {
        const isShown = (field: EditedField) =>
          isOfField(name, nameOf(field)) || (contains?.(field, name) ?? false);
        const field = fields.find(isShown);
        if (field !== undefined) flushSync(() => latest.current(field));
      }),
    [fields, nameOf, contains],
  );
}

/** The hidden fields and those with a value as text, so that typing in other fields draws nothing again. */
function hiddenState({ store, fields, nameOf, valueOf }: FormSource, revealed: ReadonlySet<string>): string {
  const hidden = hiddenFields(fields, valueOf);
  if (hidden.size === 0) return '';
  const { errors } = store.state();
  const hasError = (field: EditedField) => haveNameOfField(errors.keys(), nameOf(field));
  const keys: string[] = [];
  const filled: [string, string][] = [];
  for (const field of fields) {
    if (!hidden.has(field.key)) continue;
    if (!revealed.has(field.key) && !hasError(field)) keys.push(field.key);
    const hiding = isOff(valueOf(field)) ? null : hidingField(fields, field, valueOf);
    if (hiding !== null) filled.push([hiding, field.key]);
  }
  return JSON.stringify({ keys, filled });
}

function parseState(state: string, fields: readonly EditedField[]): Pick<EditedForm, 'hidden' | 'filled'> {
  if (state === '') return { hidden: new Set(), filled: new Map() };
  const { keys, filled } = JSON.parse(state) as { keys: string[]; filled: [string, string][] };
  const fieldsByHiding = new Map<string, EditedField[]>();
  for (const [hiding, key] of filled) {
    const field = fields.find((one) => one.key === key);
    if (field !== undefined) fieldsByHiding.set(hiding, [...(fieldsByHiding.get(hiding) ?? []), field]);
  }
  return { hidden: new Set(keys), filled: fieldsByHiding };
}

export const FormContext = createContext<EditedForm | null>(null);

export function useEditedForm(): EditedForm {
  const form = useContext(FormContext);
  if (form === null) throw new Error('This component belongs inside a form.');
  return form;
}
