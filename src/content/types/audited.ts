import { type AuditDetail, type AuditEntry, changedKeys } from '../../contract/events/audit-actions.ts';
import type { Field } from '../fields/schema.ts';
import { renamedKeys } from './definition/changes.ts';
import { type FieldUses, removedBetween } from './definition/removed-fields.ts';

/** The part of a definition that is sent in requests. */
interface Definition {
  slug: string;
  name: string;
  revision: number;
  fields: readonly Field[];
}

interface DefinitionWrite {
  before: Definition | null;
  after: Definition;
  /** The numbers of entries with a value in each field that the write removes. */
  uses: readonly FieldUses[];
  releaseId: string;
}

/** The audit row of a write of a definition. `fields.price` in `changed` is a field whose definition changed. */
export function auditedDefinition(
  kind: 'type' | 'block',
  { before, after, uses, releaseId }: DefinitionWrite,
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

/** The renamed and removed fields, with the number of entries that have a value in a removed field. */
function detailOf(before: Definition, after: Definition, uses: readonly FieldUses[]): AuditDetail {
  const renamed = renamedKeys(before.fields, after.fields);
  const removedFields = removedBetween(before, after).map((key) => ({
    field: key,
    entries: uses.find(({ field }) => field === key)?.entries ?? 0,
  }));
  return {
    ...(renamed.length === 0 ? {} : { renamed }),
    ...(removedFields.length === 0 ? {} : { removed: removedFields }),
  };
}

function changedNames(before: Definition, after: Definition): string[] {
  const names = ['name', 'description', 'kind', 'display_field', 'groups'];
  const properties = changedKeys(before, after).filter((key) => names.includes(key));
  const fields = changedKeys(byKey(before), byKey(after)).map((key) => `fields.${key}`);
  return [...properties, ...fields];
}

function byKey({ fields }: Definition): object {
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}
