import { parseTime } from '../../../contract/time.ts';
import { Type } from '@sinclair/typebox';
import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { badValue, type FieldKind } from '../kind.ts';
import type { Field } from '../schema.ts';
import { choices, choiceValues, normalizeChoices } from './choices.ts';

const maxExact = Number.MAX_SAFE_INTEGER;
/** `JSON.parse` rounds larger numbers, which would change identifiers of other systems. */
export const exactNumber = `a number from -${maxExact} to ${maxExact}. Use a string field for identifiers`;

/** Whether `JSON.parse` returns the number that was sent, as far as that can be seen. */
export function isExact(value: number): boolean {
  return Math.abs(value) <= maxExact;
}

export const numberKind: FieldKind = {
  type: 'number',
  ...fieldTypeFacts.number,
  options: { min: Type.Number(), max: Type.Number(), integer: Type.Boolean() },
  normalizeOptions(options) {
    const { min, max } = options;
    for (const [at, bound] of Object.entries({ min, max }))
      if (typeof bound === 'number' && !isExact(bound)) return { why: `${at} must be ${exactNumber}.`, at };
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      return { why: 'min is larger than max.', at: 'min' };
    return { options };
  },
  read(value, reading) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw badValue(reading, 'number', jsonType(value));
    if (!isExact(value)) throw badValue(reading, exactNumber, String(value));
    const { min, max, integer } = reading.field.options;
    if (integer === true && !Number.isInteger(value))
      throw badValue(reading, 'a whole number', String(value));
    if (min !== undefined && value < min) throw badValue(reading, `at least ${min}`, String(value));
    if (max !== undefined && value > max) throw badValue(reading, `at most ${max}`, String(value));
    return value === 0 ? 0 : value; // -0 is 0 in JSON
  },
  isEmpty: () => false,
  facets: (value) => [value as number],
  parseFilter(text, field, param) {
    const value = Number(text);
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) || !Number.isFinite(value)) return null;
    if (!isExact(value)) throw badValue({ field, at: param, warn: () => undefined }, exactNumber, text);
    return { facet: value };
  },
  filterExpects: 'number',
  filterExample: 'a number, for example 10',
  sortKey: (value) => value as number,
  served: () => Type.Number(), // values from before `integer` was set stay fractional
  written({ options: { integer, min, max } }) {
    const bounds = {
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
    };
    return integer === true ? Type.Integer(bounds) : Type.Number(bounds);
  },
};

export const booleanKind: FieldKind = {
  type: 'boolean',
  ...fieldTypeFacts.boolean,
  options: {},
  read(value, reading) {
    if (typeof value !== 'boolean') throw badValue(reading, 'boolean', jsonType(value));
    return value;
  },
  isEmpty: () => false,
  facets: (value) => [value as boolean],
  parseFilter: (text) => (text === 'true' || text === 'false' ? { facet: text === 'true' } : null),
  filterExpects: 'boolean',
  filterExample: 'true or false',
  sortKey: (value) => value as boolean,
  served: () => Type.Boolean(),
  written: () => Type.Boolean(),
};

const dateForm = 'a date: YYYY-MM-DD, or an RFC 3339 date-time';
/** Documents list the two forms separately. The check also accepts a time without an offset. */
const documentedForms = {
  'x-document': {
    type: undefined,
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
};
const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/** Stored as it is served: a day stays a day, and a date-time is converted to UTC. Filters compare them as times. */
export const dateKind: FieldKind = {
  type: 'date',
  ...fieldTypeFacts.date,
  options: {},
  read(value, reading) {
    const time = typeof value === 'string' ? parseTime(value) : null;
    if (typeof value !== 'string') throw badValue(reading, dateForm, jsonType(value));
    if (time === null) throw badValue(reading, dateForm, 'another text');
    return dayOnly.test(value) ? value : time.toISOString();
  },
  isEmpty: () => false,
  facets: (value) => [timeOf(value)],
  parseFilter(text) {
    const time = parseTime(text);
    return time === null ? null : { facet: time };
  },
  filterExpects: dateForm,
  sortKey: timeOf,
  served: () =>
    Type.String({
      description: 'YYYY-MM-DD, or an RFC 3339 date-time in UTC',
      examples: ['2026-05-09'],
      ...documentedForms,
    }),
  written: () => Type.String({ description: dateForm, examples: ['2026-05-09'], ...documentedForms }),
};

function timeOf(stored: unknown): Date {
  return new Date(stored as string);
}

export const selectKind: FieldKind = {
  type: 'select',
  ...fieldTypeFacts.select,
  options: {
    choices,
  },
  neededOptions: ['choices'],
  normalizeOptions: normalizeChoices,
  read(value, reading) {
    if (typeof value !== 'string') throw badValue(reading, 'one of the choices', jsonType(value));
    const values = choiceValues(reading.field);
    const choice = toNfc(value);
    // Older definitions contain choices that are not in NFC.
    if (!values.some((one) => toNfc(one) === choice))
      throw badValue(reading, `one of ${values.join(', ')}`, value.slice(0, 80));
    return choice;
  },
  normalize: (value) => toNfc(value as string),
  isEmpty: (value) => value === '',
  facets: (value) => [value as string],
  parseFilter: (text) => ({ facet: toNfc(text) }),
  sortKey: (value) => value as string,
  served: choiceOf,
  written: choiceOf,
};

function choiceOf(field: Field) {
  return Type.String({ enum: choiceValues(field) });
}
