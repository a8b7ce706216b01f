import { clip } from '../../../contract/text/clip.ts';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { type JsonObject, type RichtextReader, isCleanText, isObject, jsonKindOf } from './reader.ts';
import { type MarkDefinition, droppedAttributes, markDefinitions, nodeDefinitions } from '../vocabulary.ts';

interface AttributeChecks {
  attributes: ReadonlyMap<string, { check: TypeCheck<TSchema>; expected: string }>;
  required: readonly string[];
  dropped: ReadonlySet<string>;
}

const checksByName: ReadonlyMap<string, AttributeChecks> = new Map(
  [...Object.entries(nodeDefinitions), ...Object.entries(markDefinitions)].map(([name, definition]) => [
    name,
    compile(definition),
  ]),
);

/**
 * Validates the attributes of the node or mark `name` at `path`. Returns them without nulls and without attributes that
 * editors or reads add; returns null after adding errors to `reader`.
 */
export function readAttributes(
  reader: RichtextReader,
  name: string,
  raw: unknown,
  path: string,
): JsonObject | null {
  const checks = checksByName.get(name);
  if (checks === undefined) throw new RangeError(`no word ${name}`);
  const errorCountBefore = reader.errorCount;
  const attributes: JsonObject = {};
  if (raw !== undefined && raw !== null && !isObject(raw)) {
    reader.reject(path, `the attributes of ${name} must be an object`, {
      expected: 'object',
      got: jsonKindOf(raw),
    });
    return null;
  }
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (reader.isFull) return null;
    if (value === null) continue;
    const attribute = checks.attributes.get(key);
    if (attribute !== undefined) {
      attributes[key] = value;
      checkValue(reader, { name: `${key} of ${name}`, value, path: `${path}.${key}` }, attribute);
    } else if (!checks.dropped.has(key)) {
      const hint = didYouMean(key, [...checks.attributes.keys()]);
      const why = `${name} has no attribute "${clip(key)}"`;
      reader.reject(`${path}.${clip(key)}`, why, hint === undefined ? {} : { did_you_mean: hint });
    }
  }
  for (const key of checks.required) {
    if (Object.hasOwn(attributes, key)) continue;
    const expected = checks.attributes.get(key)?.expected ?? 'a value';
    reader.reject(`${path}.${key}`, `${name} needs ${key}, ${expected}`, { expected, got: 'nothing' });
  }
  return reader.errorCount === errorCountBefore ? attributes : null;
}

function checkValue(
  reader: RichtextReader,
  { name, value, path }: { name: string; value: unknown; path: string },
  { check, expected }: { check: TypeCheck<TSchema>; expected: string },
): void {
  const isClean = typeof value !== 'string' || isCleanText(value);
  if (isClean && check.Check(value)) return;
  const sentValue =
    typeof value === 'number' || typeof value === 'boolean' ? ` (${String(value)} was sent)` : '';
  const why = isClean ? `${name} takes ${expected}${sentValue}` : `${name} is not well-formed Unicode`;
  reader.reject(path, why, { expected, got: jsonKindOf(value) });
}

function compile({ attributes, served }: MarkDefinition): AttributeChecks {
  return {
    attributes: new Map(
      Object.entries(attributes?.properties ?? {}).map(([name, schema]) => [
        name,
        { check: TypeCompiler.Compile(schema), expected: schema.description ?? 'another value' },
      ]),
    ),
    required: attributes?.required ?? [],
    dropped: new Set([...droppedAttributes, ...Object.keys(served?.properties ?? {})]),
  };
}
