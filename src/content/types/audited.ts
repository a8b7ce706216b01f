import { type AuditEntry, changedKeys } from '../../contract/events/audit-actions.ts';

/** The part of a definition that a person sets; the rest is the service's own. */
interface Named {
  slug: string;
  name: string;
  revision: number;
  fields: readonly { key: string }[];
}

/** A definition that was written, in the words of the audit log: `fields.price` is a field that became another. */
export function auditedDefinition(
  kind: 'type' | 'block',
  { before, after, releaseId }: { before: Named | null; after: Named; releaseId: string },
): AuditEntry {
  const { slug, name, revision } = after;
  return {
    action: `${kind}.${before === null ? 'created' : 'changed'}`,
    subject: { kind, id: slug, title: name },
    releaseId,
    revision,
    changed: before === null ? [] : changedNames(before, after),
  };
}

function changedNames(before: Named, after: Named): string[] {
  const shown = ['name', 'description', 'kind', 'display_field', 'groups'];
  const own = changedKeys(before, after).filter((key) => shown.includes(key));
  const fields = changedKeys(byKey(before), byKey(after)).map((key) => `fields.${key}`);
  return [...own, ...fields];
}

function byKey({ fields }: Named): object {
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}
