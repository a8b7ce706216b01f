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
  /** With the keys under which their values are stored. */
  fields: Field[];
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again. */
  has_restored_fields?: true;
}

/** What entries have, as far as it decides which removed values come back. */
export interface StoredValues {
  /** Whether a removed field gives its values back to a field with its key and type: all of them or none. */
  accepts: (removed: RemovedField, field: Field) => boolean | Promise<boolean>;
  /** Whether any entry has a value of a removed field. */
  hasAny: (removed: RemovedField) => boolean | Promise<boolean>;
}

const keptDays = 7;
/** So many removed fields in a week are a mistake of a program. The definition must stay one document. */
const removedFieldsMax = 1_000;
/** Bytes of definitions that removed fields keep, so that a type stays a small document. */
const keptDefinitionsBytesMax = 512 * 1024;

/**
 * Gives the fields of a request the keys under which their values are stored, and lists those that are removed. A field
 * that is added again takes its removed values. If another field is renamed to the key, they are given up.
 */
export async function planFields(
  sent: readonly SentField[],
  before: Definition | null,
  { now, values }: { now: Date; values: StoredValues },
): Promise<PlannedFields> {
  const { fields: stored, removed } = before ?? { fields: [], removed: [] };
  const usedKeys = new Set([...stored, ...removed].map(storageKey));
  const restored = new Set<RemovedField>();
  const fields: Field[] = [];
  for (const { field, was } of sent) {
    const returning = was === null ? await findRestorable(field, removed, { now, values }) : null;
    if (returning !== null) restored.add(returning);
    const source = was ?? returning;
    fields.push(source === null ? withNewStorageKey(field, usedKeys) : withKeysOf(source, field));
  }
  const remaining = new Set(sent.map(({ was }) => was));
  const newlyRemoved = stored
    .filter((field) => !remaining.has(field))
    .map((field) => removedField(field, now));
  const newKeys = sent.flatMap(({ field, was }) =>
    was === null || was.key === field.key ? [] : [field.key],
  );
  const stillRemoved = removed
    .filter((field) => !restored.has(field))
    .map((field) => (newKeys.includes(field.key) ? withoutDefinition(field) : field));
  const hasRestored = restored.size > 0 || before?.has_restored_fields === true;
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

/** A removed field whose values are given up. The job clears them. */
export function withoutDefinition(field: RemovedField): RemovedField {
  const { label: _label, options: _options, ...rest } = field;
  return { ...rest, is_begun: true };
}

/** The newest one that has values, if several removed fields had the key and type. */
async function findRestorable(
  field: Field,
  removed: readonly RemovedField[],
  { now, values }: { now: Date; values: StoredValues },
): Promise<RemovedField | null> {
  const accepted: RemovedField[] = [];
  for (const one of [...removed].reverse())
    if (one.key === field.key && one.type === field.type && isRestorable(one, now))
      if (await values.accepts(one, field)) accepted.push(one);
  if (accepted.length > 1) for (const one of accepted) if (await values.hasAny(one)) return one;
  return accepted[0] ?? null;
}

/** Whether every choice and every block that values of a removed field can have is in a definition. */
export function acceptsAllValues(
  { options: before }: RemovedField,
  { options: after, type }: Field,
): boolean {
  if (type === 'blocks') return includesAll(after.blocks ?? [], before?.blocks);
  if (after.choices === undefined) return true;
  return includesAll(choiceValues(after), before && choiceValues(before));
}

function choiceValues({ choices = [] }: Field['options']): string[] {
  return choices.map(({ value }) => value);
}

/** False if nothing is known of what there was. */
function includesAll(after: readonly string[], before: readonly string[] | undefined): boolean {
  return before !== undefined && before.length > 0 && before.every((value) => after.includes(value));
}

type Keyed = Pick<Field, 'key' | 'storage_key' | 'former_keys'>;

/** The field with the storage key of another state of it. */
function withKeysOf(source: Keyed, field: Field): Field {
  const stored = storageKey(source);
  const { key, former_keys: before = [] } = source;
  const former = key === field.key ? before : formerKeysAfter(source as Field, field.key);
  return {
    ...field,
    ...(stored === field.key ? {} : { storage_key: stored }),
    ...(former.length === 0 ? {} : { former_keys: [...former] }),
  };
}

/** The field with its key as storage key, or with a number behind it if that is usedKeys. */
function withNewStorageKey(field: Field, usedKeys: Set<string>): Field {
  let stored = field.key;
  for (let number = 2; usedKeys.has(stored); number += 1) stored = `${field.key}~${number}`;
  usedKeys.add(stored);
  return stored === field.key ? field : { ...field, storage_key: stored };
}

function removedField(field: Field, now: Date): RemovedField {
  return { ...field, kept_until: new Date(now.getTime() + keptDays * dayMs) };
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
    if (bytes <= keptDefinitionsBytesMax || field.options === undefined) return field;
    const { label: _label, options: _options, ...rest } = field;
    return rest;
  });
  return newestFirst.reverse();
}
