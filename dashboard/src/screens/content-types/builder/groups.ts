import type { FieldGroup } from '../../../features/form/parts.ts';
import { freeKey, keyOf } from '../fields/key-of.ts';
import type { Draft, DraftField } from './draft.ts';

/** The groups of a draft after an edit of the list. A new group gets its key from its label; fields follow. */
export function changeGroups(draft: Draft, groups: readonly FieldGroup[]): Draft {
  const storedKeys = new Set(draft.stored?.groups?.map(({ key }) => key));
  const renamed = new Map<string, string>();
  const next: FieldGroup[] = [];
  for (const group of groups) {
    const others = [...next, ...groups.filter((other) => other !== group)].map(({ key }) => key);
    const isFinal = storedKeys.has(group.key);
    const key = isFinal ? group.key : freeKey(keyOf(group.label) || 'group', others);
    if (group.key !== '' && key !== group.key) renamed.set(group.key, key);
    next.push({ ...group, key });
  }
  const keys = new Set(next.map(({ key }) => key));
  return { ...draft, groups: next, fields: draft.fields.map((field) => followGroup(field, renamed, keys)) };
}

/** Keeps a field in its group if the group is renamed, and takes it out of a group that is removed. */
function followGroup(
  field: DraftField,
  renamed: ReadonlyMap<string, string>,
  keys: ReadonlySet<string>,
): DraftField {
  const { group, ...others } = field.options;
  if (group === undefined) return field;
  const key = renamed.get(group) ?? group;
  if (key === group && keys.has(key)) return field;
  return { ...field, options: keys.has(key) ? { ...others, group: key } : others };
}
