import { isEqual } from '../editing/conflict/equal.ts';
import type { Values } from '../editing/conflict/merge.ts';
import type { EditedField } from '../editing/item.ts';
import { isEmptyValue } from '../editing/publish/readiness.ts';
import { type FormTab, haveNameOfField } from './parts.ts';

export type OutlineMark = 'error' | 'empty' | 'changed';

/** A field in the outline, below the label of its group. */
export interface OutlineRow {
  key: string;
  label: string;
  marks: readonly OutlineMark[];
}

export interface OutlineGroup {
  key: string;
  label: string | null;
  rows: readonly OutlineRow[];
}

interface OutlineInput {
  tabs: readonly FormTab[];
  hidden: ReadonlySet<string>;
  /** The draft as it is now, with the values of blocks under names of their own. */
  draft: Values;
  /** What readers see; null if the entry is not live. */
  live: Values | null;
  /** Names of fields with an error. */
  errors: readonly string[];
}

/** The shown fields of a form with their marks. */
export function outlineRows({ tabs, hidden, draft, live, errors }: OutlineInput): OutlineGroup[] {
  const changed = live === null ? [] : changedNames(draft, live);
  const marksOf = ({ key, options }: EditedField): OutlineMark[] => [
    ...(haveNameOfField(errors, key) ? (['error'] as const) : []),
    ...(options.required === true && isEmptyValue(draft[key]) ? (['empty'] as const) : []),
    ...(haveNameOfField(changed, key) ? (['changed'] as const) : []),
  ];
  const groups = tabs.flatMap((tab) =>
    tab.sections.map(({ group, fields }) => {
      const own = group ?? tab.group;
      const rows = fields
        .filter(({ key }) => !hidden.has(key))
        .map((field): OutlineRow => ({ key: field.key, label: field.label, marks: marksOf(field) }));
      return { key: own?.key ?? '', label: own?.label ?? null, rows };
    }),
  );
  return groups.filter(({ rows }) => rows.length > 0);
}

function changedNames(draft: Values, live: Values): string[] {
  const names = new Set([...Object.keys(draft), ...Object.keys(live)]);
  return [...names].filter((name) => {
    const [before, after] = [live[name], draft[name]];
    return !isEqual(before, after) && !(isEmptyValue(before) && isEmptyValue(after));
  });
}
