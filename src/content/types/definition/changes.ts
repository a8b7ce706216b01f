import type { NewEvent } from '../../../contract/events/events.ts';
import { isDeepStrictEqual } from 'node:util';
import { withoutLayout } from '../../fields/layout.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Field } from '../../fields/schema.ts';
import type { TypeRecord } from '../schema.ts';

/** A change of one field, as `content.type.updated` reports it (specification: event-data). */
export interface FieldChange {
  key: string;
  change: 'added' | 'removed' | 'renamed' | 'relabelled' | 'reordered' | 'options';
  /** The previous key of a renamed field. */
  from?: string;
  /** The changed block, if the field can contain it. */
  block?: string;
}

interface Definition {
  name: string;
  description?: string;
  display_field: string | null;
  subtitle_field?: string | null;
  fields: readonly Field[];
}

/**
 * Whether two definitions differ only in layout, which readers and receivers do not see (specification: conditions).
 */
export function differsInLayoutOnly(before: Definition, after: Definition): boolean {
  const names = ['name', 'description', 'display_field', 'subtitle_field'] as const;
  return (
    names.every((name) => before[name] === after[name]) &&
    fieldChanges(before.fields, after.fields).length === 0
  );
}

/**
 * Lists the changes between two field lists, in the order of the new list, removed fields last. Layout doesn't count.
 */
export function fieldChanges(before: readonly Field[], after: readonly Field[]): FieldChange[] {
  const [fieldsBefore, fieldsAfter] = [byStorageKey(before), byStorageKey(after)];
  const commonKeys = [...fieldsBefore.keys()].filter((key) => fieldsAfter.has(key));
  const commonKeysAfter = [...fieldsAfter.keys()].filter((key) => fieldsBefore.has(key));
  const changes: FieldChange[] = [];
  for (const [key, field] of fieldsAfter) {
    const previous = fieldsBefore.get(key);
    const add = (change: FieldChange['change']) => changes.push({ key: field.key, change });
    if (previous === undefined) {
      add('added');
      continue;
    }
    if (previous.key !== field.key) changes.push({ key: field.key, change: 'renamed', from: previous.key });
    if (previous.label !== field.label) add('relabelled');
    if (!isDeepStrictEqual(withoutLayout(previous.options), withoutLayout(field.options))) add('options');
    if (commonKeys.indexOf(key) !== commonKeysAfter.indexOf(key)) add('reordered');
  }
  const removedFields = [...fieldsBefore].filter(([key]) => !fieldsAfter.has(key));
  return [...changes, ...removedFields.map(([, { key }]) => ({ key, change: 'removed' as const }))];
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

/** The event of a content type whose own definition or blocks changed. */
export function typeUpdated(
  { slug, name, kind, revision }: Pick<TypeRecord, 'slug' | 'name' | 'kind' | 'revision'>,
  changes: readonly object[],
): NewEvent {
  const url = `/v1/schema/content-types/${slug}`;
  return {
    name: 'content.type.updated',
    subject: slug,
    revision,
    data: { slug, name, kind, changes, url },
    isPublic: true,
  };
}
