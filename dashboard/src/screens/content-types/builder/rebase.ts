import { isEqual } from '../../../features/editing/conflict/equal.ts';
import type { Definition } from '../kinds.ts';
import { type Draft, type DraftField, draftOf } from './draft.ts';

/**
 * Applies the changes of this draft to a newer stored definition. Fields and settings that were not changed here take
 * the stored value, fields added there are added, and fields removed here are removed.
 */
export function rebaseDraft(stored: Definition, base: Draft, draft: Draft): Draft {
  const theirs = draftOf(stored, draft);
  const own = draft.fields.flatMap((field): DraftField[] => {
    const before = fieldOf(base, storedKeyOf(field));
    const current = fieldOf(theirs, storedKeyOf(field));
    const isMine = before === undefined || serialize(field) !== serialize(before);
    if (current === undefined) return isMine ? [{ ...field, stored: null }] : [];
    return [isMine ? { ...field, stored: current.stored, hasOwnKey: true } : current];
  });
  const added = theirs.fields.filter(
    ({ key }) => fieldOf(base, key) === undefined && !own.some((field) => storedKeyOf(field) === key),
  );
  const mine = <Key extends 'name' | 'description' | 'display' | 'subtitle' | 'groups'>(
    key: Key,
  ): Draft[Key] => (isEqual(draft[key], base[key]) ? theirs[key] : draft[key]);
  return {
    ...theirs,
    name: mine('name'),
    description: mine('description'),
    display: mine('display'),
    subtitle: mine('subtitle'),
    groups: mine('groups'),
    fields: [...own, ...added],
  };
}

function fieldOf({ fields }: Draft, key: string): DraftField | undefined {
  return fields.find((field) => field.key === key);
}

/** The key by which both definitions name a field that may be renamed here. */
function storedKeyOf({ stored, key }: DraftField): string {
  return stored?.key ?? key;
}

function serialize({ key, label, type, options }: DraftField): string {
  return JSON.stringify([key, label, type, options]);
}
