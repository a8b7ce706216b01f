import { definitionError } from '../../fields/definition.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import type { Field } from '../../fields/schema.ts';

/** Former keys that a request can list for one field, and that a definition remembers of one. */
export const formerKeysMax = 10;

/** A field of a request, as far as its former keys are concerned. */
export interface RenamedField {
  key: string;
  /** Newest first. */
  formerKeys: readonly string[];
}

/** The rename of one field: the field that it was, or why it can't be renamed. Null if it isn't renamed. */
export type Rename = { from: Field } | { why: string; suggestion?: string | undefined } | null;

/** Decides what `renamed_from` means for a stored definition. The first rule that matches decides. */
export function resolveRename(
  { key, formerKeys }: RenamedField,
  { fields, noun }: { fields: readonly Field[] | null; noun: string },
): Rename {
  const [first] = formerKeys;
  if (fields === null || first === undefined) return null;
  const from = formerKeys.map((former) => fields.find((field) => field.key === former)).find(Boolean);
  const isKnown = fields.some((field) => field.key === key);
  if (isKnown && from === undefined) return null;
  if (isKnown && from !== undefined)
    return { why: `The ${noun} has "${from.key}" and "${key}". Remove one of them first.` };
  if (from !== undefined) return { from };
  const suggestion = suggestKey(first, fields);
  return { why: `There is no field "${first.slice(0, 80)}" to rename.`, suggestion };
}

/** Former keys that the request uses twice: as a field of its own, or for two fields. */
export function findRivals(sent: readonly RenamedField[], index: number): string | null {
  const { formerKeys = [] } = sent[index] ?? {};
  for (const former of formerKeys) {
    if (sent.some(({ key }) => key === former))
      return `The request also has the field "${former}". Remove it from the fields or from renamed_from.`;
    if (sent.slice(0, index).some((other) => other.formerKeys.includes(former)))
      return `Two fields name "${former}" in renamed_from.`;
  }
  return null;
}

/** The key and the other keys in `renamed_from` of a field of a request, as far as they can be read. */
export function readRenamedField(sent: unknown): RenamedField {
  const { key, renamed_from: renamedFrom } = (sent ?? {}) as Record<string, unknown>;
  const formerKeys = [renamedFrom].flat().filter((former) => typeof former === 'string' && former !== key);
  return {
    key: typeof key === 'string' ? key : '',
    formerKeys: formerKeys.slice(0, formerKeysMax) as string[],
  };
}

/** Checks the form of `renamed_from`. @throws invalid_field_definition */
export function checkRenamedFrom(sent: unknown, param: string): void {
  const value = (sent as Record<string, unknown> | null)?.['renamed_from'];
  if (value === undefined || value === null) return;
  const keys: unknown[] = [value].flat();
  const isList =
    keys.length > 0 && keys.length <= formerKeysMax && keys.every((key) => typeof key === 'string');
  if (isList) return;
  throw definitionError(`renamed_from must be a key, or a list of 1 to ${formerKeysMax} keys.`, param);
}

/** The former keys of a field after it got a new key. */
export function formerKeysAfter({ key, former_keys: former = [] }: Field, newKey: string): string[] {
  return [key, ...former].filter((one) => one !== newKey).slice(0, formerKeysMax);
}
