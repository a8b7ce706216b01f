import { KindGuard, type TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { didYouMean } from '../contract/suggest.ts';
import { type Form, TextKeywords } from './schema.ts';
import { readSeedDate } from './seed-dates.ts';
import type { KeyPath, SeedError } from './seed-errors.ts';
import type { SeedText } from './text.ts';

/** A string in the data of a form, with the keywords that the form gives it. */
export interface FormText {
  keywords: TextKeywords;
  text: string;
  path: KeyPath;
}

const momentAdvice = 'write 2026-03-14, 2026-03-14T08:00:00Z, or a distance from today such as +30d or -10d';

/** Holds a file's data against its form; answers the typed data, or the faults, one for each place. */
export function readForm<D>(form: Form<D>, text: SeedText): D | SeedError[] {
  const { data } = text;
  if (!Value.Check(form, data)) {
    const faults = new Map<string, SeedError>();
    for (const error of Value.Errors(form, data)) {
      if (!faults.has(error.path)) faults.set(error.path, text.fault(pathOf(error.path), explain(error)));
    }
    return [...faults.values()];
  }
  const badMoments = textsOf(form, data).filter(
    ({ keywords, text: moment }) => keywords.moment === true && readSeedDate(moment, new Date(0)) === null,
  );
  if (badMoments.length === 0) return data;
  return badMoments.map(({ path, text: moment }) =>
    text.fault(path, `"${moment}" is not a date; ${momentAdvice}`),
  );
}

/** Every string in the data, with the keywords of its place in the form. */
export function textsOf(form: TSchema, data: unknown, path: KeyPath = []): FormText[] {
  if (typeof data === 'string')
    return Value.Check(TextKeywords, form) ? [{ keywords: form, text: data, path }] : [];
  if (Array.isArray(data)) {
    if (!KindGuard.IsArray(form)) return [];
    return data.flatMap((item, i) => textsOf(form.items, item, [...path, i]));
  }
  if (typeof data !== 'object' || data === null || !KindGuard.IsObject(form)) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    const property = form.properties[key];
    return property === undefined ? [] : textsOf(property, value, [...path, key]);
  });
}

/** `/authors/1` -> `['authors', 1]` */
function pathOf(pointer: string): KeyPath {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) =>
    /^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~'),
  );
}

function explain({ type, path, schema, value }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties && KindGuard.IsObject(schema)) {
    return explainUnknown(path.slice(path.lastIndexOf('/') + 1), Object.keys(schema.properties));
  }
  const expected = schema.description ?? (KindGuard.IsObject(schema) ? 'settings by name' : 'another value');
  if (type === ValueErrorType.ObjectRequiredProperty) return `this is missing; write ${expected}`;
  return `expected ${expected}, got ${JSON.stringify(value)?.slice(0, 80) ?? 'nothing'}`;
}

/** For a key that a form or a type does not have. */
export function explainUnknown(key: string, known: readonly string[]): string {
  const meant = didYouMean(key, known);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `"${key}" is not known here.${hint} Known are: ${known.join(', ')}`;
}
