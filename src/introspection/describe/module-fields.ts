import type { TSchema } from '@sinclair/typebox';
import { type JsonSchema, neededKeys, SchemaBook } from '../schema-book.ts';
import type { Resource } from '../../core/context/index.ts';

/** A field of a built-in resource. Some are only served (`word_count`), some only written (`featured_image_id`). */
export interface ModuleField {
  key: string;
  /** The JSON type, or the name of the form: `string`, `array`, `Image`. */
  type: string;
  nullable: boolean;
  served: boolean;
  written: boolean;
  /** Whether a creation needs it. */
  required: boolean;
  /** JSON Schema of the served value, or of the written value if the field is not served. */
  schema: JsonSchema;
}

/**
 * Returns the fields of a resource, from its schemas (specification: introspection). `meta` belongs to responses, not
 * to resources.
 */
export function fieldsOf({ served, written }: Resource): ModuleField[] {
  const writtenFields: Record<string, TSchema> = written?.properties ?? {};
  const requiredKeys = written === null ? [] : neededKeys(written);
  const all: Record<string, TSchema> = { ...writtenFields, ...served.properties };
  const keys = [...new Set([...Object.keys(served.properties), ...Object.keys(writtenFields)])];
  return keys
    .filter((key) => key !== 'meta')
    .flatMap((key) => {
      const schema = all[key];
      if (schema === undefined) return [];
      const isWritten = Object.hasOwn(writtenFields, key);
      return {
        key,
        ...namedType(schema),
        served: Object.hasOwn(served.properties, key),
        written: isWritten,
        required: requiredKeys.includes(key),
        schema: inline(schema),
      };
    });
}

function namedType(schema: TSchema): { type: string; nullable: boolean } {
  const plain = new SchemaBook('').add(schema);
  const options = (plain['anyOf'] as JsonSchema[] | undefined) ?? [plain];
  const types = options.flatMap((option) => option['$ref'] ?? option['type'] ?? 'any') as string[];
  return { type: types.filter((type) => type !== 'null').join(' | '), nullable: types.includes('null') };
}

/** Returns the schema with all of its definitions. */
function inline(schema: TSchema): JsonSchema {
  const book = new SchemaBook('#/$defs/');
  const plain = book.add(schema);
  const { definitions } = book;
  return Object.keys(definitions).length === 0 ? plain : { ...plain, $defs: definitions };
}
