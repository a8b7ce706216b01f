import { isDeepStrictEqual } from 'node:util';
import { withoutLayout } from '../../fields/layout.ts';
import type { Field } from '../../fields/schema.ts';

/** How one field differs between two definitions, as `content.type.updated` tells it (specification: event-data). */
export interface FieldChange {
  key: string;
  change: 'added' | 'removed' | 'relabelled' | 'reordered' | 'options';
  /** The block whose definition changed, of a field that leads to it. */
  block?: string;
}

interface Definition {
  name: string;
  description?: string;
  display_field: string | null;
  subtitle_field?: string | null;
  fields: readonly Field[];
}

/** Whether two definitions differ in nothing that readers or receivers can see (specification: conditions). */
export function differsInLayoutOnly(before: Definition, after: Definition): boolean {
  const names = ['name', 'description', 'display_field', 'subtitle_field'] as const;
  return (
    names.every((name) => before[name] === after[name]) &&
    fieldChanges(before.fields, after.fields).length === 0
  );
}

/** What changed from one field list to the next, in the order of the new list, removed fields last. Layout doesn't count. */
export function fieldChanges(before: readonly Field[], after: readonly Field[]): FieldChange[] {
  const old = new Map(before.map((field) => [field.key, field]));
  const kept = before.filter((field) => after.some(({ key }) => key === field.key)).map(({ key }) => key);
  const keptNow = after.filter((field) => old.has(field.key)).map(({ key }) => key);
  const changes: FieldChange[] = [];
  for (const field of after) {
    const was = old.get(field.key);
    const add = (change: FieldChange['change']) => changes.push({ key: field.key, change });
    if (was === undefined) {
      add('added');
      continue;
    }
    if (was.label !== field.label) add('relabelled');
    if (!isDeepStrictEqual(withoutLayout(was.options), withoutLayout(field.options))) add('options');
    if (kept.indexOf(field.key) !== keptNow.indexOf(field.key)) add('reordered');
  }
  const gone = before.filter((field) => !after.some(({ key }) => key === field.key));
  return [...changes, ...gone.map(({ key }) => ({ key, change: 'removed' as const }))];
}
