import { clip } from '../../../contract/text/clip.ts';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { type JsonObject, type RichtextReader, isCleanText, isObject, jsonKindOf } from './reading.ts';
import { type MarkDefinition, droppedAttributes, markDefinitions, nodeDefinitions } from '../vocabulary.ts';

interface Checks {
  attributes: ReadonlyMap<string, { check: TypeCheck<TSchema>; expected: string }>;
  required: readonly string[];
  dropped: ReadonlySet<string>;
}

const checks: ReadonlyMap<string, Checks> = new Map(
  [...Object.entries(nodeDefinitions), ...Object.entries(markDefinitions)].map(([name, word]) => [
    name,
    compile(word),
  ]),
);

/**
 * Checks the attributes of the node or mark `name` found at `path`, and answers those that are kept: nulls and what
 * editors or reads add are dropped. Answers null when there are faults; they are noted in `reading`.
 */
export function readAttributes(
  reading: RichtextReader,
  name: string,
  raw: unknown,
  path: string,
): JsonObject | null {
  const known = checks.get(name);
  if (known === undefined) throw new RangeError(`no word ${name}`);
  const faultsBefore = reading.faultCount;
  const kept: JsonObject = {};
  if (raw !== undefined && raw !== null && !isObject(raw)) {
    reading.refuse(path, `the attributes of ${name} must be an object`, {
      expected: 'object',
      got: jsonKindOf(raw),
    });
    return null;
  }
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (reading.isFull) return null;
    if (value === null) continue;
    const attribute = known.attributes.get(key);
    if (attribute !== undefined) {
      kept[key] = value;
      checkValue(reading, { name: `${key} of ${name}`, value, path: `${path}.${key}` }, attribute);
    } else if (!known.dropped.has(key)) {
      const hint = didYouMean(key, [...known.attributes.keys()]);
      const why = `${name} has no attribute "${clip(key)}"`;
      reading.refuse(`${path}.${clip(key)}`, why, hint === undefined ? {} : { did_you_mean: hint });
    }
  }
  for (const key of known.required) {
    if (Object.hasOwn(kept, key)) continue;
    const expected = known.attributes.get(key)?.expected ?? 'a value';
    reading.refuse(`${path}.${key}`, `${name} needs ${key}, ${expected}`, { expected, got: 'nothing' });
  }
  return reading.faultCount === faultsBefore ? kept : null;
}

function checkValue(
  reading: RichtextReader,
  { name, value, path }: { name: string; value: unknown; path: string },
  { check, expected }: { check: TypeCheck<TSchema>; expected: string },
): void {
  const clean = typeof value !== 'string' || isCleanText(value);
  if (clean && check.Check(value)) return;
  const shown = typeof value === 'number' || typeof value === 'boolean' ? ` (${String(value)} was sent)` : '';
  const why = clean ? `${name} takes ${expected}${shown}` : `${name} is not well-formed Unicode`;
  reading.refuse(path, why, { expected, got: jsonKindOf(value) });
}

function compile({ attributes, served }: MarkDefinition): Checks {
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
