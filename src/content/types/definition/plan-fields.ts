import { apiError } from '../../../contract/errors/api-error.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import { dayMs } from '../../../contract/time.ts';
import type { Field, RemovedField } from '../../fields/schema.ts';
import type { SentField } from './read-definition.ts';
import { formerKeysAfter } from './renames.ts';

interface Definition {
  fields: readonly Field[];
  removed: readonly RemovedField[];
  has_restored_fields?: true;
}

export interface PlannedFields {
  /** The fields with their storage keys. */
  fields: Field[];
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again. */
  has_restored_fields?: true;
}

/** Queries the values of entries that decide which removed values are restored. */
export interface StoredValues {
  /** Whether the values of a removed field fit a field with its key and type: all of them or none. */
  accepts: (removed: RemovedField, field: Field) => boolean | Promise<boolean>;
  /** Whether any entry has a value of a removed field. */
  hasAny: (removed: RemovedField) => boolean | Promise<boolean>;
}

const restorableDays = 7;
/** Maximum removed fields within a week. Only a faulty client removes more, and the definition must fit into one document. */
const removedFieldsMax = 1_000;
/** The maximum bytes of the definitions of removed fields, so that a type stays a small document. */
const removedDefinitionsBytesMax = 512 * 1024;

/**
 * Assigns storage keys to the fields of a request, and lists the removed fields. A field that is added again gets its
 * removed values back, unless another field was renamed to its key.
 */
export async function planFields(
  sentFields: readonly SentField[],
  previous: Definition | null,
  { now, values }: { now: Date; values: StoredValues },
): Promise<PlannedFields> {
  const { fields: storedFields, removed } = previous ?? { fields: [], removed: [] };
  const usedKeys = new Set([...storedFields, ...removed].map(storageKey));
  const restored = new Set<RemovedField>();
  const fields: Field[] = [];
  for (const { field, storedField } of sentFields) {
    const restoredField = storedField === null ? await findRestorable(field, removed, { now, values }) : null;
    if (restoredField !== null) restored.add(restoredField);
    const source = storedField ?? restoredField;
    fields.push(source === null ? withNewStorageKey(field, usedKeys) : withKeysOf(source, field));
  }
  const remaining = new Set(sentFields.map(({ storedField }) => storedField));
  const newlyRemoved = storedFields
    .filter((field) => !remaining.has(field))
    .map((field) => removedField(field, now));
  const newKeys = sentFields.flatMap(({ field, storedField }) =>
    storedField === null || storedField.key === field.key ? [] : [field.key],
  );
  const stillRemoved = removed
    .filter((field) => !restored.has(field))
    .map((field) => (newKeys.includes(field.key) ? withoutDefinition(field) : field));
  const hasRestored = restored.size > 0 || previous?.has_restored_fields === true;
  return {
    fields,
    removed: withinBudget([...stillRemoved, ...newlyRemoved]),
    ...(hasRestored ? { has_restored_fields: true } : {}),
  };
}

/** Whether the values of a removed field can still be restored. */
export function isRestorable({ kept_until: until, is_begun: isBegun }: RemovedField, now: Date): boolean {
  return isBegun !== true && (until === undefined || until > now);
}

/** A removed field whose values can no longer be restored. The job clears them. */
export function withoutDefinition(field: RemovedField): RemovedField {
  const { label: _label, options: _options, ...rest } = field;
  return { ...rest, is_begun: true };
}

/** The newest removed field with the key and type that has values. */
async function findRestorable(
  field: Field,
  removed: readonly RemovedField[],
  { now, values }: { now: Date; values: StoredValues },
): Promise<RemovedField | null> {
  const accepted: RemovedField[] = [];
  for (const candidate of [...removed].reverse())
    if (candidate.key === field.key && candidate.type === field.type && isRestorable(candidate, now))
      if (await values.accepts(candidate, field)) accepted.push(candidate);
  if (accepted.length > 1)
    for (const candidate of accepted) if (await values.hasAny(candidate)) return candidate;
  return accepted[0] ?? null;
}

/** Whether a definition has every choice and every block that values of a removed field can contain. */
export function acceptsAllValues(
  { options: previous }: RemovedField,
  { options: after, type }: Field,
): boolean {
  if (type === 'blocks') return includesAll(after.blocks ?? [], previous?.blocks);
  if (after.choices === undefined) return true;
  return includesAll(choiceValues(after), previous && choiceValues(previous));
}

function choiceValues({ choices = [] }: Field['options']): string[] {
  return choices.map(({ value }) => value);
}

/** False if the previous choices or blocks are unknown. */
function includesAll(after: readonly string[], previous: readonly string[] | undefined): boolean {
  return previous !== undefined && previous.length > 0 && previous.every((value) => after.includes(value));
}

type Keyed = Pick<Field, 'key' | 'storage_key' | 'former_keys'>;

/** The field with the storage key and former keys of its previous definition. */
function withKeysOf(source: Keyed, field: Field): Field {
  const ownStorageKey = storageKey(source);
  const { key, former_keys: previous = [] } = source;
  const formerKeys = key === field.key ? previous : formerKeysAfter(source as Field, field.key);
  return {
    ...field,
    ...(ownStorageKey === field.key ? {} : { storage_key: ownStorageKey }),
    ...(formerKeys.length === 0 ? {} : { former_keys: [...formerKeys] }),
  };
}

/** The field with its key as storage key; if that is in use, with a number appended. */
function withNewStorageKey(field: Field, usedKeys: Set<string>): Field {
  let ownStorageKey = field.key;
  for (let number = 2; usedKeys.has(ownStorageKey); number += 1) ownStorageKey = `${field.key}~${number}`;
  usedKeys.add(ownStorageKey);
  return ownStorageKey === field.key ? field : { ...field, storage_key: ownStorageKey };
}

function removedField(field: Field, now: Date): RemovedField {
  return { ...field, kept_until: new Date(now.getTime() + restorableDays * dayMs) };
}

/** The newest removed fields with their definitions, the others without. @throws field_being_removed for too many */
function withinBudget(removed: readonly RemovedField[]): RemovedField[] {
  const [oldest] = removed;
  if (oldest !== undefined && removed.length > removedFieldsMax) {
    throw apiError('field_being_removed', { name: oldest.key }, { param: 'fields' });
  }
  let bytes = 0;
  const newestFirst = [...removed].reverse().map((field) => {
    bytes += JSON.stringify(field).length;
    if (bytes <= removedDefinitionsBytesMax || field.options === undefined) return field;
    const { label: _label, options: _options, ...rest } = field;
    return rest;
  });
  return newestFirst.reverse();
}
