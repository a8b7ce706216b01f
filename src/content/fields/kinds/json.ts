import { Type } from '@sinclair/typebox';
import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { badValue, type FieldInput, type FieldKind } from '../kind.ts';
import { exactNumber, isExact } from './scalars.ts';

const bytesMax = 65_536;
/** Levels of arrays and objects. */
const levelsMax = 20;

/** Any JSON value. It is stored as its text, because keys may have names that MongoDB treats as operators or paths. */
export const jsonKind: FieldKind = {
  type: 'json',
  ...fieldTypeFacts.json,
  options: {},
  read(value, reading) {
    checkValue(value, reading, 1);
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    if (bytes > bytesMax) throw badValue(reading, `at most ${bytesMax} bytes of JSON`, `${bytes} bytes`);
    return text;
  },
  sent: (stored) => JSON.parse(stored as string) as unknown,
  isEmpty: () => false,
  served: () => JsonValue,
  written: () => JsonValue,
};

export const JsonValue = Type.Unknown({ $id: 'JsonValue', description: 'any JSON value' });

/** @throws ApiError for a number that was rounded, and for a value with too many levels */
function checkValue(value: unknown, reading: FieldInput, level: number): void {
  if (typeof value === 'number' && !isExact(value)) throw badValue(reading, exactNumber, String(value));
  if (typeof value !== 'object' || value === null) return;
  if (level > levelsMax)
    throw badValue(reading, `at most ${levelsMax} levels of arrays and objects`, `${level} levels`);
  for (const one of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    checkValue(one, reading, level + 1);
}
