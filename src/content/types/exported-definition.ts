import { fieldStoredAs } from '../../contract/fields/storage-key.ts';
import { servedField } from '../fields/keyed-fields.ts';
import type { BlockRecord } from './blocks/schema.ts';
import type { TypeRecord } from './schema.ts';
import { isSettled } from './settle/settle.ts';

type Definition = Pick<TypeRecord, 'fields' | 'removed' | 'has_restored_fields'>;

/** Whether values of the definition are stored under other keys than those of its fields, or belong to removed fields. */
export function hasStoredKeys({ fields, removed = [] }: Definition): boolean {
  return removed.length > 0 || fields.some((field) => servedField(field) !== field);
}

/** A type in its exported form: with keys in place of storage keys and without removed fields, for older versions. */
export function exportedType({ stale_rows: _stale, ...type }: TypeRecord): TypeRecord {
  if (!hasStoredKeys(type)) return type;
  const sortSlots = type.sort_slots.flatMap((slot) => {
    const field = fieldStoredAs(type.fields, slot.key);
    return field === undefined ? [] : [{ ...slot, key: field.key }];
  });
  const exported = { ...withoutStoredKeys(type), sort_slots: sortSlots };
  return { ...exported, is_settled: isSettled(exported) };
}

/** A block definition in its exported form. */
export function exportedBlock(block: BlockRecord): BlockRecord {
  return hasStoredKeys(block) ? { ...withoutStoredKeys(block), is_settled: true } : block;
}

/** Exported entries are derived with their exported definition, so nothing is left to restore. */
function withoutStoredKeys<D extends Definition>(definition: D): D {
  const exported = { ...definition, fields: definition.fields.map(servedField), removed: [] };
  delete exported.has_restored_fields;
  return exported;
}
