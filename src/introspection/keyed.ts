import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Field } from '../content/index.ts';

export const closed = { additionalProperties: false } as const;

/** An object with every field by its key, its label as the title. */
export function keyed(
  type: { fields: readonly Field[] },
  id: string,
  schemaOf: (field: Field) => TSchema,
): TObject {
  const properties = type.fields.map((field) => {
    const schema = schemaOf(field);
    const description = [schema.description, field.options.help]
      .filter((text) => (text ?? '') !== '')
      .join('. ');
    const words = description === '' ? {} : { description };
    return [field.key, { ...schema, title: field.label, ...words }] as const;
  });
  return Type.Object(Object.fromEntries(properties), { $id: id, ...closed });
}
