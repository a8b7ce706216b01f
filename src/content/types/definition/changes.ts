import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../../fields/schema.ts';

/** How one field differs between two definitions, as `content.type.updated` tells it (specification: event-data). */
export interface FieldChange {
  key: string;
  change: 'added' | 'removed' | 'relabelled' | 'reordered' | 'options';
  /** The block whose definition changed, of a field that leads to it. */
  block?: string;
}

/** What changed from one field list to the next, in the order of the new list, removed fields last. */
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
    if (!isDeepStrictEqual(was.options, field.options)) add('options');
    if (kept.indexOf(field.key) !== keptNow.indexOf(field.key)) add('reordered');
  }
  const gone = before.filter((field) => !after.some(({ key }) => key === field.key));
  return [...changes, ...gone.map(({ key }) => ({ key, change: 'removed' as const }))];
}
