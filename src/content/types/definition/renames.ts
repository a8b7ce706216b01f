import { definitionError } from '../../fields/definition.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import type { Field } from '../../fields/schema.ts';

/** The maximum number of former keys of a field, in a request and in a definition. */
export const formerKeysMax = 10;

/** The keys of a field of a request. */
export interface RenamedField {
  key: string;
  /** Newest first. */
  formerKeys: readonly string[];
}

/** The rename of one field: its stored field, or the reason why it can't be renamed. Null if it isn't renamed. */
export type Rename = { from: Field } | { why: string; suggestion?: string | undefined } | null;

/** Decides what `renamed_from` means for a stored definition. The first rule that matches decides. */
export function resolveRename(
  { key, formerKeys }: RenamedField,
  { fields, noun }: { fields: readonly Field[] | null; noun: string },
): Rename {
  const [firstKey] = formerKeys;
  if (fields === null || firstKey === undefined) return null;
  const from = formerKeys.map((formerKey) => fields.find((field) => field.key === formerKey)).find(Boolean);
  const keyExists = fields.some((field) => field.key === key);
  if (keyExists && from === undefined) return null;
  if (keyExists && from !== undefined)
    return { why: `The ${noun} has "${from.key}" and "${key}". Remove one of them first.` };
  if (from !== undefined) return { from };
  const suggestion = suggestKey(firstKey, fields);
  return { why: `There is no field "${firstKey.slice(0, 80)}" to rename.`, suggestion };
}

/**
 * Why former keys of a field conflict with the request: another field has the key, or names it too. Null if none does.
 */
export function findRenameConflict(fields: readonly RenamedField[], index: number): string | null {
  const { formerKeys = [] } = fields[index] ?? {};
  for (const formerKey of formerKeys) {
    if (fields.some(({ key }) => key === formerKey))
      return `The request also has the field "${formerKey}". Remove it from the fields or from renamed_from.`;
    if (fields.slice(0, index).some((field) => field.formerKeys.includes(formerKey)))
      return `Two fields name "${formerKey}" in renamed_from.`;
  }
  return null;
}

/** The key of a field of a request, and the other keys in its `renamed_from`, if they can be read. */
export function readRenamedField(definition: unknown): RenamedField {
  const { key, renamed_from: renamedFrom } = (definition ?? {}) as Record<string, unknown>;
  const formerKeys = [renamedFrom]
    .flat()
    .filter((formerKey) => typeof formerKey === 'string' && formerKey !== key);
  return {
    key: typeof key === 'string' ? key : '',
    formerKeys: formerKeys.slice(0, formerKeysMax) as string[],
  };
}

/** Checks the form of `renamed_from`. @throws invalid_field_definition */
export function checkRenamedFrom(definition: unknown, param: string): void {
  const value = (definition as Record<string, unknown> | null)?.['renamed_from'];
  if (value === undefined || value === null) return;
  const keys: unknown[] = [value].flat();
  const isList =
    keys.length > 0 && keys.length <= formerKeysMax && keys.every((key) => typeof key === 'string');
  if (isList) return;
  throw definitionError(`renamed_from must be a key, or a list of 1 to ${formerKeysMax} keys.`, param);
}

/** The former keys of a field after it got a new key. */
export function formerKeysAfter({ key, former_keys: formerKeys = [] }: Field, newKey: string): string[] {
  return [key, ...formerKeys].filter((each) => each !== newKey).slice(0, formerKeysMax);
}
