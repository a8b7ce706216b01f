import type { JsonSchema } from '../schema-book.ts';

/** Returns the TypeScript name of a named schema. */
export type NameOf = (definition: string) => string;

/** Returns the TypeScript type of a schema as text. Objects take several lines, indented by `indent`. */
export function typeText(schema: JsonSchema, nameOf: NameOf, indent = ''): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return nameOf(reference.slice(reference.lastIndexOf('/') + 1));
  if ('const' in schema) return JSON.stringify(schema['const']);
  const choices = schema['enum'] as unknown[] | undefined;
  if (choices !== undefined)
    return choices.length === 0 ? 'never' : union(choices.map((choice) => JSON.stringify(choice)));
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (options !== undefined) return union(options.map((option) => typeText(option, nameOf, indent)));
  const types = [schema['type']].flat();
  return union(types.map((type) => ofType(type, schema, nameOf, indent)));
}

/** Returns the members of an object, one per line, each below its description. */
export function membersText(schema: JsonSchema, nameOf: NameOf, indent: string): string {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(properties)
    .map(([key, value]) => {
      const optionalMark = required.includes(key) ? '' : '?';
      return `${comment(value, indent)}${indent}${keyText(key)}${optionalMark}: ${typeText(value, nameOf, indent)};\n`;
    })
    .join('');
}

/** Returns a text for use inside a comment: on one line, unable to end the comment. */
export function commentText(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
}

function ofType(type: unknown, schema: JsonSchema, nameOf: NameOf, indent: string): string {
  switch (type) {
    case 'object':
      return objectText(schema, nameOf, indent);
    case 'array':
      if (schema['maxItems'] === 0) return '[]';
      return `Array<${typeText((schema['items'] ?? {}) as JsonSchema, nameOf, indent)}>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function objectText(schema: JsonSchema, nameOf: NameOf, indent: string): string {
  const additional = schema['additionalProperties'];
  if (schema['properties'] === undefined) {
    const values = typeof additional === 'object' && additional !== null ? (additional as JsonSchema) : {};
    return `{ [key: string]: ${typeText(values, nameOf, indent)} }`; // unlike Record, it can name its own alias
  }
  const members = membersText(schema, nameOf, `${indent}  `);
  return members === '' ? 'Record<string, never>' : `{\n${members}${indent}}`;
}

function comment({ title, description }: JsonSchema, indent: string): string {
  const descriptionTexts = [title, description].filter((text) => typeof text === 'string' && text !== '');
  return descriptionTexts.length === 0 ? '' : `${indent}/** ${commentText(descriptionTexts.join(': '))} */\n`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
