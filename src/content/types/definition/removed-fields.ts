import { apiError } from '../../../contract/errors/api-error.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import { limits } from '../../../contract/limits.ts';
import { readRenamedField, resolveRename } from './renames.ts';
import type { Field } from '../../fields/schema.ts';

/** How many entries have a value in a field. */
export interface FieldUses {
  field: string;
  /** Entries with a value in the draft, the published version or a scheduled change. */
  entries: number;
  live: number;
  /** Present if counting stopped early, so that both numbers are lower bounds. */
  entries_is_capped?: true;
}

/** Which fields a request may remove, and how many entries have values in the fields that it would remove. */
export interface RemovalGuard {
  /** Null if the request may remove any field. */
  allowed: readonly string[] | null;
  uses: readonly FieldUses[];
}

/** Reads `remove_fields=teaser,body`, which may be empty. */
export function readRemoveFields(text: string | undefined): string[] | null {
  return text === undefined ? null : text.split(',').map((key) => key.trim());
}

/** The stored fields whose values a request removes or serves as null. */
export interface AffectedFields {
  /** In their previous order. */
  removed: Field[];
  /** Fields with another `target` or `content_type`, in the order of the request. */
  retargeted: { field: Field; key: string; option: string; index: number }[];
}

/** Reads the affected fields from a request before its validation. An unreadable field is identified by its key. */
export function findAffected(
  before: { fields: readonly Field[] } | null,
  input: { fields?: readonly unknown[] },
): AffectedFields {
  if (before === null || input.fields === undefined) return { removed: [], retargeted: [] };
  if (input.fields.length > limits.fields_per_type_max) return { removed: [], retargeted: [] }; // the request is rejected
  const fields = input.fields.map((each, index) => {
    const renamed = readRenamedField(each);
    const rename = resolveRename(renamed, { fields: before.fields, noun: 'type' });
    const sameKeyField = before.fields.find(({ key }) => key === renamed.key);
    const field = rename !== null && 'from' in rename ? rename.from : sameKeyField;
    return { field, key: renamed.key, options: optionsOf(each), index };
  });
  const remaining = new Set(fields.map(({ field }) => field));
  const retargeted = fields.flatMap(({ field, key, options, index }) => {
    const option = targetOptions.find((name) => field?.options[name] !== undefined);
    const isChanged = option !== undefined && options[option] !== field?.options[option];
    return field === undefined || option === undefined || !isChanged ? [] : [{ field, key, option, index }];
  });
  return { removed: before.fields.filter((field) => !remaining.has(field)), retargeted };
}

const targetOptions = ['target', 'content_type'] as const;

function optionsOf(definition: unknown): Record<string, unknown> {
  const { options } = (definition ?? {}) as { options?: unknown };
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}

/** @throws fields_would_be_removed with every field that is not in `remove_fields` */
export function checkRemovals(
  before: { fields: readonly Field[] } | null,
  after: { fields: readonly Field[] },
  { allowed, uses }: RemovalGuard,
): void {
  if (allowed === null) return;
  const keys = removedBetween(before, after).filter((key) => !allowed.includes(key));
  if (keys.length === 0) return;
  const fields = keys.map((field) => {
    const use = uses.find((each) => each.field === field);
    return { field, entries: use?.entries ?? 0, live: use?.live ?? 0 };
  });
  throw apiError('fields_would_be_removed', { names: keys }, { param: 'remove_fields', fields });
}

/** The keys of the fields that a write removes, in their previous order. */
export function removedBetween(
  before: { fields: readonly Field[] } | null,
  after: { fields: readonly Field[] },
): string[] {
  const remaining = new Set(after.fields.map(storageKey));
  return (before?.fields ?? []).filter((field) => !remaining.has(storageKey(field))).map(({ key }) => key);
}
