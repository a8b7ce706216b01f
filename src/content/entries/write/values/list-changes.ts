import { storageKey } from '../../../../contract/fields/storage-key.ts';
import { isDeepStrictEqual } from 'node:util';
import { apiError, ApiError } from '../../../../contract/errors/api-error.ts';
import { fieldKindOf } from '../../../fields/kinds.ts';
import type { Field } from '../../../fields/schema.ts';
import { linksIn } from '../../../fields/walk.ts';
import type { TypeRecord } from '../../../types/schema.ts';
import type { EntryValues } from '../../store/schema.ts';
import { type CheckedValues, missingError, unknownKeyErrors } from '../validate.ts';

/** Items to add to and remove from list fields, by the keys of the fields. */
export interface ListChanges {
  add?: Readonly<Record<string, readonly unknown[]>>;
  remove?: Readonly<Record<string, readonly unknown[]>>;
}

/** Field types whose values are lists of independent items. */
const listTypes: ReadonlySet<string> = new Set([
  'string_list',
  'link_list',
  'reference_list',
  'gallery',
  'file_list',
]);

interface ListCheckOptions {
  /** The links and errors of the items are added to it. */
  checked: CheckedValues;
  /** The snapshots that the write changes. Their lists must be valid afterwards. */
  snapshots: readonly EntryValues[];
  /** Whether required fields may be empty, as in a draft. */
  mayBeIncomplete: boolean;
}

/**
 * Validates list changes as if the items were sent as values.
 * @returns the new lists of a snapshot
 */
export function readListChanges(
  type: TypeRecord,
  { add = {}, remove = {} }: ListChanges,
  { checked, snapshots, mayBeIncomplete }: ListCheckOptions,
): (snapshot: EntryValues) => EntryValues {
  checked.errors.push(...unknownKeyErrors(type, { ...add, ...remove }));
  const changes = type.fields.flatMap((field): ItemChange[] => {
    const addedItems = Object.hasOwn(add, field.key) ? readItems(field, add[field.key] ?? [], checked) : [];
    const removedItems = Object.hasOwn(remove, field.key)
      ? readItems(field, remove[field.key] ?? [], checked)
      : [];
    if (addedItems === null || removedItems === null || addedItems.length + removedItems.length === 0)
      return [];
    checked.links.push(
      ...linksIn({ fields: [field], blocks: new Map() }, { [storageKey(field)]: addedItems }),
    );
    return [{ field, addedItems, removedItems }];
  });
  for (const change of changes) {
    const error = snapshots.map((snapshot) => listError(change, snapshot, mayBeIncomplete)).find(Boolean);
    if (error != null) checked.errors.push(error);
  }
  return (snapshot) => {
    const lists = changes.map((change) => [storageKey(change.field), listAfter(change, snapshot)] as const);
    // Removing nothing from an empty field must not store an empty list.
    return Object.fromEntries(lists.filter(([key, list]) => list.length > 0 || snapshot[key] !== undefined));
  };
}

interface ItemChange {
  field: Field;
  addedItems: readonly unknown[];
  removedItems: readonly unknown[];
}

/** The items in their stored form, or null after noting an error. */
function readItems(field: Field, items: readonly unknown[], { errors, warnings }: CheckedValues) {
  if (!listTypes.has(field.type)) {
    const why = 'it has no list of items. Set its value instead';
    errors.push(apiError('invalid_field_value', { name: field.key, why }, { param: field.key }));
    return null;
  }
  try {
    const warn = (warning: CheckedValues['warnings'][number]) => warnings.push(warning);
    return fieldKindOf(field).read(items, { field, at: field.key, warn }) as unknown[];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    errors.push(error);
    return null;
  }
}

function listAfter({ field, addedItems, removedItems }: ItemChange, snapshot: EntryValues): unknown[] {
  const list = (snapshot[storageKey(field)] ?? []) as unknown[];
  const isIn = (items: readonly unknown[], item: unknown) =>
    items.some((each) => isDeepStrictEqual(each, item));
  const remaining = list.filter((item) => !isIn(removedItems, item));
  const isNew = (item: unknown, i: number) => !isIn(remaining, item) && !isIn(addedItems.slice(0, i), item);
  return [...remaining, ...addedItems.filter(isNew)];
}

/** The error of a new list: it is too long, or required and empty. */
function listError(change: ItemChange, snapshot: EntryValues, mayBeIncomplete: boolean): ApiError | null {
  const { field } = change;
  const list = listAfter(change, snapshot);
  const { required, show_if: conditions } = field.options; // with conditions it is checked once all values are known
  if (list.length === 0)
    return required === true && conditions === undefined && !mayBeIncomplete ? missingError(field) : null;
  try {
    fieldKindOf(field).read(list, { field, at: field.key, warn: () => undefined });
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
