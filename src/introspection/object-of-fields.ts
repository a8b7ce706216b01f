import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Field } from '../content/index.ts';

export const closed = { additionalProperties: false } as const;

/** Returns the schema of an object with a property for each field; labels are the titles. */
export function objectOfFields(
  type: { fields: readonly Field[] },
  id: string,
  schemaOf: (field: Field) => TSchema,
): TObject {
  const properties = type.fields.map((field) => {
    const schema = schemaOf(field);
    const description = [schema.description, field.options.help]
      .filter((text) => (text ?? '') !== '')
      .join('. ');
    const descriptionPart = description === '' ? {} : { description };
    const titlePart = field.label === '' ? {} : { title: field.label };
    return [field.key, { ...schema, ...titlePart, ...descriptionPart }] as const;
  });
  return Type.Object(Object.fromEntries(properties), { $id: id, ...closed });
}
