import type { Block } from '../../contract/fields/blocks.ts';
import { storageKey } from '../../contract/fields/storage-key.ts';
import { fieldKindOf } from './kinds.ts';
import type { Field } from './schema.ts';
import type { Shape } from './walk.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stored values in the form in which they are sent, by the keys of their fields. Values of removed fields are omitted. */
export function sentValues({ fields, blocks }: Shape, values: Values): Record<string, unknown> {
  const byStorageKey = new Map(fields.map((field) => [storageKey(field), field]));
  const sentByKey: Record<string, unknown> = {};
  for (const [stored, value] of Object.entries(values)) {
    const field = byStorageKey.get(stored);
    if (field !== undefined) sentByKey[field.key] = value == null ? value : sentValue(field, value, blocks);
  }
  return sentByKey;
}

function sentValue(field: Field, value: unknown, blocks: Shape['blocks']): unknown {
  if (field.type !== 'blocks') return fieldKindOf(field).sent?.(value) ?? value;
  return (value as Block[]).map((block) => {
    const own = blocks.get(block.block)?.fields ?? [];
    return { ...block, values: sentValues({ fields: own, blocks }, block.values) };
  });
}
