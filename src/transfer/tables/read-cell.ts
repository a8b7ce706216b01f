import { apiError } from '../../contract/errors/api-error.ts';
import { splitItems, unguardFormula } from '../../contract/tables/text.ts';
import type { Field } from '../../content/index.ts';

/** Types whose cells are the text itself. Blanks around all other cells are ignored. */
const textTypes: readonly Field['type'][] = ['string', 'text', 'richtext', 'select', 'url'];
const listTypes: readonly Field['type'][] = [
  'gallery',
  'file_list',
  'link_list',
  'reference_list',
  'string_list',
];

const booleanWords: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

const decimal = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const coordinates = /^([+-]?\d+(?:\.\d+)?)\s*[,;]\s*([+-]?\d+(?:\.\d+)?)$/;

/**
 * Converts a cell to the value that the API accepts for its field. An empty cell is null, which clears the field. Rules of the field
 * itself, such as a maximum, are checked by the write.
 * @throws invalid_field_value for text that is not a value of the field's type
 */
export function readCell(field: Field, cell: string): unknown {
  const text = unguardFormula(cell);
  if (textTypes.includes(field.type)) return text === '' ? null : readText(field, text);
  const trimmed = text.trim();
  if (listTypes.includes(field.type)) return trimmed === '' ? null : splitItems(text);
  return trimmed === '' ? null : readTrimmed(field, trimmed);
}

function readText({ type }: Field, text: string): unknown {
  if (type !== 'richtext') return text;
  return text.trimStart().startsWith('<') ? { html: text } : { markdown: text };
}

function readTrimmed(field: Field, text: string): unknown {
  const read = readers[field.type];
  return read === undefined ? text : read(field, text);
}

/** Readers of the types whose values are not the text of the cell. */
const readers: Partial<Record<Field['type'], (field: Field, text: string) => unknown>> = {
  number: readNumber,
  boolean: readBoolean,
  json: parseJson,
  blocks: readBlocks,
  geo_point: readPoint,
};

function readNumber(field: Field, text: string): number {
  if (!decimal.test(text)) throw badCell(field, 'a number such as 1200 or 12.5', text);
  return Number(text);
}

function readBoolean(field: Field, text: string): boolean {
  const value = booleanWords[text.toLowerCase()];
  if (value === undefined) throw badCell(field, 'true, false, yes, no, 1 or 0', text);
  return value;
}

function readBlocks(field: Field, text: string): unknown {
  const blocks = parseJson(field, text);
  if (!Array.isArray(blocks)) throw badCell(field, 'a list of blocks as JSON', text);
  return blocks;
}

function readPoint(field: Field, text: string): unknown {
  if (text.startsWith('{')) return parseJson(field, text);
  const [, lat, lng] = coordinates.exec(text) ?? [];
  if (lat === undefined || lng === undefined)
    throw badCell(field, 'latitude and longitude such as 54.32,10.13', text);
  return { lat: Number(lat), lng: Number(lng) };
}

function parseJson(field: Field, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badCell(field, 'JSON', text);
  }
}

function badCell({ key }: Field, expected: string, text: string) {
  const got = text.slice(0, 80);
  return apiError(
    'invalid_field_value',
    { name: key, why: `it must be ${expected}` },
    { param: key, expected, got },
  );
}
