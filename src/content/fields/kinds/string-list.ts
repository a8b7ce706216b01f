import { Type } from '@sinclair/typebox';
import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { limits } from '../../../contract/limits.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import { badValue, type FieldInput, type FieldKind } from '../kind.ts';
import type { Field } from '../schema.ts';
import { choices, choiceValues, normalizeChoices } from './choices.ts';
import { isOneLine } from './strings.ts';

const { list_items_max: itemsMax, string_chars_max: charsMax } = limits;

function count(most: number) {
  return Type.Integer({ minimum: 1, maximum: most, description: `a whole number from 1 to ${most}` });
}

/** Short texts in an order. With `choices`, each is one of them and occurs once. */
export const stringListKind: FieldKind = {
  type: 'string_list',
  ...fieldTypeFacts.string_list,
  options: { max_items: count(itemsMax), max_length: count(charsMax), choices },
  normalizeOptions: normalizeChoices,
  read(value, reading) {
    if (!Array.isArray(value)) throw badValue(reading, 'a list of texts', jsonType(value));
    const most = reading.field.options.max_items ?? itemsMax;
    if (value.length > most) throw badValue(reading, `at most ${most} items`, `${value.length} items`);
    const texts = value.map((item, i) => readItem(item, { ...reading, at: `${reading.at}[${i}]` }));
    const double = reading.field.options.choices && texts.findIndex((text, i) => texts.indexOf(text) !== i);
    if (double !== undefined && double !== -1)
      throw badValue(
        { ...reading, at: `${reading.at}[${double}]` },
        'each choice once',
        `${texts[double] ?? ''} again`,
      );
    return texts;
  },
  normalize: (value) => (value as string[]).map(toNfc),
  isEmpty: (value) => (value as string[]).length === 0,
  facets: (value) => [...new Set(value as string[])],
  parseFilter: (text) => ({ facet: toNfc(text) }),
  served: (field) => Type.Array(itemSchema(field)),
  written: (field) => Type.Array(itemSchema(field), { maxItems: field.options.max_items ?? itemsMax }),
};

function readItem(item: unknown, reading: FieldInput): string {
  if (typeof item !== 'string') throw badValue(reading, 'a text of one line', jsonType(item));
  const text = toNfc(item);
  if (text === '') throw badValue(reading, 'a text of at least 1 character', '0 characters');
  if (!isOneLine(text)) throw badValue(reading, 'a text of one line', 'several lines');
  const { max_length: most = charsMax, choices: allowed } = reading.field.options;
  const chars = [...text].length;
  if (chars > most) throw badValue(reading, `at most ${most} characters`, `${chars} characters`);
  const values = choiceValues(reading.field);
  if (allowed !== undefined && !values.some((one) => toNfc(one) === text))
    throw badValue(reading, `one of ${values.join(', ')}`, text.slice(0, 80));
  return text;
}

function itemSchema(field: Field) {
  const { choices: allowed, max_length: most = charsMax } = field.options;
  return allowed === undefined
    ? Type.String({ minLength: 1, maxLength: most })
    : Type.String({ enum: choiceValues(field) });
}
