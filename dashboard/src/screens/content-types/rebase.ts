import type { ContentType } from '../../../../src/content/types/schema.ts';
import { type Draft, type DraftField, draftOf } from './draft.ts';

/**
 * What was changed here, on top of what another person saved since: each field and each setting that was not touched
 * here is theirs, what they added stays, and what was removed here is removed.
 */
export function rebased(stored: ContentType, base: Draft, draft: Draft): Draft {
  const theirs = draftOf(stored, draft);
  const kept = draft.fields.flatMap((field): DraftField[] => {
    const before = fieldOf(base, field.key);
    const now = fieldOf(theirs, field.key);
    const isMine = before === undefined || told(field) !== told(before);
    if (now === undefined) return isMine ? [{ ...field, stored: null }] : [];
    return [isMine ? { ...field, stored: now.stored, hasOwnKey: true } : now];
  });
  const added = theirs.fields.filter(
    ({ key }) => fieldOf(base, key) === undefined && !kept.some((field) => field.key === key),
  );
  const mine = <Key extends 'name' | 'display' | 'subtitle'>(key: Key): Draft[Key] =>
    draft[key] === base[key] ? theirs[key] : draft[key];
  return {
    ...theirs,
    name: mine('name'),
    display: mine('display'),
    subtitle: mine('subtitle'),
    fields: [...kept, ...added],
  };
}

function fieldOf({ fields }: Draft, key: string): DraftField | undefined {
  return fields.find((field) => field.key === key);
}

function told({ label, type, options }: DraftField): string {
  return JSON.stringify([label, type, options]);
}
