import type { Block } from '../../contract/fields/blocks.ts';
import { fieldKindOf } from './kinds.ts';
import type { Field } from './schema.ts';
import type { Shape } from './walk.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stored values in the form in which they are sent. Only some field types are stored in another form. */
export function sentValues({ fields, blocks }: Shape, values: Values): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || value === null || !mayDiffer(field)) continue;
    sent[field.key] =
      field.type === 'blocks'
        ? (value as Block[]).map((block) => {
            const own = blocks.get(block.block)?.fields ?? [];
            return { ...block, values: sentValues({ fields: own, blocks }, block.values) };
          })
        : fieldKindOf(field).sent?.(value);
  }
  return sent;
}

function mayDiffer(field: Field): boolean {
  return field.type === 'blocks' || fieldKindOf(field).sent !== undefined;
}
