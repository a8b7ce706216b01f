import { storageKey } from '../../contract/fields/storage-key.ts';
import type { Block } from '../../contract/fields/blocks.ts';
import { fieldKindOf } from './kinds.ts';
import type { Shape } from './walk.ts';

/**
 * Returns stored values with their texts in NFC, including those inside blocks. Values of unknown fields and of
 * blocks without a definition stay unchanged.
 */
export function normalizedValues(
  { fields, blocks }: Shape,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const normalized: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const value = values[storageKey(field)];
    if (value === undefined || value === null) continue;
    if (field.type !== 'blocks') {
      normalized[storageKey(field)] = fieldKindOf(field).normalize?.(value) ?? value;
      continue;
    }
    normalized[storageKey(field)] = (value as Block[]).map((block) => {
      const own = blocks.get(block.block)?.fields;
      if (own === undefined) return block;
      return { ...block, values: normalizedValues({ fields: own, blocks }, block.values) };
    });
  }
  return normalized;
}
