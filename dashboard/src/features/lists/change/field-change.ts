import type { BulkSet } from '../../../../../src/contract/bulk.ts';
import type { FieldType } from '../../../../../src/contract/fields/field-types.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';

/** What a bulk change does to one field. */
export type FieldAction = 'set' | 'add' | 'remove' | 'clear';

export const fieldActionLabels: Readonly<Record<FieldAction, string>> = {
  set: 'Set to',
  add: 'Add',
  remove: 'Remove',
  clear: 'Clear',
};

const lists: readonly FieldType[] = ['string_list', 'link_list', 'reference_list', 'gallery', 'file_list'];

/** The actions for a field, the default first. Two entries can't share a unique value, and blocks have their own editor. */
export function fieldActionsOf({ type, options }: Field): readonly FieldAction[] {
  if (type === 'blocks' || options.unique === true) return ['clear'];
  return lists.includes(type) ? ['add', 'remove', 'set', 'clear'] : ['set', 'clear'];
}

/** The change of one field as the service takes it. */
export function bulkSetOf(key: string, action: FieldAction, value: unknown): BulkSet {
  if (action === 'add') return { add: { [key]: value as unknown[] } };
  if (action === 'remove') return { remove: { [key]: value as unknown[] } };
  return { values: { [key]: action === 'clear' ? null : value } };
}
