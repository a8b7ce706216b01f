import { type AuditDetail, type AuditEntry, changedKeys } from '../../contract/events/audit-actions.ts';
import type { Field } from '../fields/schema.ts';
import { renamedKeys } from './definition/changes.ts';
import { type FieldUses, removedBetween } from './definition/removed-fields.ts';

/** The part of a definition that a person sets; the rest is the service's own. */
interface Named {
  slug: string;
  name: string;
  revision: number;
  fields: readonly Field[];
}

interface Written {
  before: Named | null;
  after: Named;
  /** How many entries have a value in each field that the write removes. */
  uses: readonly FieldUses[];
  releaseId: string;
}

/** A definition that was written, in the words of the audit log: `fields.price` is a field that became another. */
export function auditedDefinition(
  kind: 'type' | 'block',
  { before, after, uses, releaseId }: Written,
): AuditEntry {
  const { slug, name, revision } = after;
  const detail = before === null ? {} : detailOf(before, after, uses);
  return {
    action: `${kind}.${before === null ? 'created' : 'changed'}`,
    subject: { kind, id: slug, title: name },
    releaseId,
    revision,
    changed: before === null ? [] : changedNames(before, after),
    ...(Object.keys(detail).length === 0 ? {} : { detail }),
  };
}

/** The renamed fields, and the removed ones with the number of entries that have a value. */
function detailOf(before: Named, after: Named, uses: readonly FieldUses[]): AuditDetail {
  const renamed = renamedKeys(before.fields, after.fields);
  const removed = removedBetween(before, after).map((key) => ({
    field: key,
    entries: uses.find(({ field }) => field === key)?.entries ?? 0,
  }));
  return {
    ...(renamed.length === 0 ? {} : { renamed }),
    ...(removed.length === 0 ? {} : { removed }),
  };
}

function changedNames(before: Named, after: Named): string[] {
  const names = ['name', 'description', 'kind', 'display_field', 'groups'];
  const own = changedKeys(before, after).filter((key) => names.includes(key));
  const fields = changedKeys(byKey(before), byKey(after)).map((key) => `fields.${key}`);
  return [...own, ...fields];
}

function byKey({ fields }: Named): object {
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}
