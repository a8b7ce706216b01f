import { isDeepStrictEqual } from 'node:util';
import { withoutLayout } from '../../fields/layout.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Field } from '../../fields/schema.ts';

/** How one field differs between two definitions, as `content.type.updated` tells it (specification: event-data). */
export interface FieldChange {
  key: string;
  change: 'added' | 'removed' | 'renamed' | 'relabelled' | 'reordered' | 'options';
  /** The previous key of a renamed field. */
  from?: string;
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
  const [old, current] = [byStorageKey(before), byStorageKey(after)];
  const commonKeys = [...old.keys()].filter((key) => current.has(key));
  const commonKeysAfter = [...current.keys()].filter((key) => old.has(key));
  const changes: FieldChange[] = [];
  for (const [stored, field] of current) {
    const was = old.get(stored);
    const add = (change: FieldChange['change']) => changes.push({ key: field.key, change });
    if (was === undefined) {
      add('added');
      continue;
    }
    if (was.key !== field.key) changes.push({ key: field.key, change: 'renamed', from: was.key });
    if (was.label !== field.label) add('relabelled');
    if (!isDeepStrictEqual(withoutLayout(was.options), withoutLayout(field.options))) add('options');
    if (commonKeys.indexOf(stored) !== commonKeysAfter.indexOf(stored)) add('reordered');
  }
  const removed = [...old].filter(([stored]) => !current.has(stored));
  return [...changes, ...removed.map(([, { key }]) => ({ key, change: 'removed' as const }))];
}

/** The keys of fields that were renamed, in the order of the new list. */
export function renamedKeys(
  before: readonly Field[],
  after: readonly Field[],
): { from: string; to: string }[] {
  return fieldChanges(before, after).flatMap(({ key, from }) =>
    from === undefined ? [] : [{ from, to: key }],
  );
}

function byStorageKey(fields: readonly Field[]): Map<string, Field> {
  return new Map(fields.map((field) => [storageKey(field), field]));
}
