import { servedField } from '../fields/keyed-fields.ts';
import type { ContentType, TypeRecord } from './schema.ts';

/** The response form of a stored type. */
export function serializeType(record: TypeRecord): ContentType {
  const { slug, name, kind, display_field, subtitle_field, groups, fields, revision, updated_at } = record;
  return {
    slug,
    name,
    kind,
    display_field,
    subtitle_field,
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(servedField),
    revision,
    updated_at: updated_at.toISOString(),
  };
}
