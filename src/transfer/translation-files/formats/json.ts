import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Unit } from '../units.ts';
import { type FileHead, fileError, type TextsFile } from './file-unit.ts';

/** Writes a JSON document with one unit a line. */
export async function* writeJson(
  { source, locale }: FileHead,
  units: AsyncIterable<Unit>,
): AsyncGenerator<string> {
  yield `{"format": "galley-texts", "source_locale": ${JSON.stringify(source)}, "locale": ${JSON.stringify(locale)}, "units": [`;
  let separator = '\n';
  for await (const { id, source: text, translation, revision, hash } of units) {
    yield `${separator}${JSON.stringify({ unit: id, source: text, translation, source_revision: revision, hash })}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

const JsonUnit = Type.Object({
  unit: Type.String(),
  translation: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  source_revision: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const JsonFile = Type.Object({
  format: Type.Literal('galley-texts'),
  locale: Type.String(),
  units: Type.Array(JsonUnit),
});

/** @throws invalid_parameter for damaged files and other JSON */
export function readJson(text: string): TextsFile {
  const value = parseJson(text);
  if (!Value.Check(JsonFile, value)) {
    const error = Value.Errors(JsonFile, value).First();
    const position = error === undefined || error.path === '' ? '' : ` at ${error.path}`;
    throw fileError(
      `The file is JSON, but not a translation file: it has an unexpected value${position}. Export the texts again.`,
    );
  }
  const units = value.units.map(({ unit, translation, source_revision: revision = null, hash = null }) => ({
    id: unit,
    translation: translation ?? '',
    revision,
    hash,
    isBroken: false,
  }));
  return { locale: value.locale, units };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fileError(`The file is not valid JSON: ${(error as Error).message}.`);
  }
}
