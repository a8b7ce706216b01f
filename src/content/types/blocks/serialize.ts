import { servedField } from '../../fields/keyed-fields.ts';
import type { BlockDefinition, BlockRecord } from './schema.ts';

/** The response form of a stored definition. */
export function serializeBlock(record: BlockRecord): BlockDefinition {
  const { slug, name, description, display_field, groups, fields, revision, updated_at } = record;
  return {
    slug,
    name,
    description,
    display_field,
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(servedField),
    revision,
    updated_at: updated_at.toISOString(),
  };
}

/** Bytes of a definition in responses, without its revision and dates. */
export function bytesOfBlock(record: BlockRecord): number {
  const { revision: _revision, updated_at: _at, ...served } = serializeBlock(record);
  return Buffer.byteLength(JSON.stringify(served));
}
