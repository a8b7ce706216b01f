import { type TSchema, Type } from '@sinclair/typebox';
import { aliases } from '../../contract/events/aliases.ts';
import { toNfc } from '../../contract/text/nfc.ts';
import { clip } from '../../contract/text/clip.ts';
import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { type Check, compile } from '../../core/http/index.ts';
import type { FieldKind } from './kind.ts';
import { fieldKindOf } from './kinds.ts';
import { type FieldType, fieldTypes } from '../../contract/fields/field-types.ts';
import type { Choice, Field, FieldOptions } from './schema.ts';

export const keyPattern = '^[A-Za-z][A-Za-z0-9_-]{0,62}$';
const keyForm = new RegExp(keyPattern);
const reservedKeys = ['created_at', 'updated_at', 'published_at'];
/** Reserved for new fields alone: types from before keep theirs. */
const newlyReserved = ['id'];
/** Names of the key in other systems. */
const keyNames = ['name', 'id', 'slug', 'field', 'handle', 'api_id', 'apiId'];
const definitionKeys = ['key', 'label', 'type', 'options', 'required'];
export const commonOptions = {
  required: Type.Boolean(),
  help: Type.String({ maxLength: 2_000 }),
  default: Type.Unknown(),
};

/**
 * Reads one field definition as it was sent; `at` is its path, `fields[2]` say, and `existing` are the keys that the type
 * has already (specification: fields).
 * @throws invalid_field_definition, unknown_field, each naming the place.
 */
export function readDefinition(sent: unknown, at: string, existing: readonly string[] = []): Field {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw refuse('A field definition must be an object.', at);
  const given = sent as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!definitionKeys.includes(name)) throw unknownPart(name, given, at);
  }
  const key = readKey(given['key'], at, existing);
  const type = readType(given['type'], at);
  const label = inNfc(given['label'] ?? inWords(key));
  if (typeof label !== 'string' || label.length > 200)
    throw refuse('A label must be a text of at most 200 characters.', `${at}.label`);
  const field: Field = { key, label, type, options: readOptions(given, fieldKindOf({ type }), at) };
  checkDefault(field, at);
  return normalizedField(field);
}

/** The field with its texts in NFC. Choices that become equal are one choice. */
export function normalizedField(field: Field): Field {
  const { help, choices, default: preset } = field.options;
  const options: FieldOptions = {
    ...field.options,
    ...(help === undefined ? {} : { help: toNfc(help) }),
    ...(choices === undefined ? {} : { choices: normalizedChoices(choices) }),
    ...(preset === undefined ? {} : { default: normalizedValue(field, preset) }),
  };
  return { ...field, label: toNfc(field.label), options };
}

function normalizedValue(field: Field, value: unknown): unknown {
  return value === null ? null : (fieldKindOf(field).normalize?.(value) ?? value);
}

function normalizedChoices(choices: readonly Choice[]): Choice[] {
  const byValue = new Map<string, Choice>();
  for (const { value, label } of choices) {
    const choice = { value: toNfc(value), label: toNfc(label) };
    if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  }
  return [...byValue.values()];
}

/** Texts, and those inside lists and objects, in NFC; lengths are checked afterwards. */
function inNfc(value: unknown): unknown {
  if (typeof value === 'string') return toNfc(value);
  if (Array.isArray(value)) return value.map(inNfc);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inNfc(one)]));
}

/** The error for an unknown part: another name of the key, or an option that is outside of `options`. */
function unknownPart(name: string, given: Record<string, unknown>, at: string): ApiError {
  const hints = {
    param: `${at}.${name}`,
    did_you_mean: didYouMean(name, definitionKeys),
    available_fields: definitionKeys,
  };
  if (given['key'] === undefined && keyNames.includes(name)) {
    const message = `A field definition needs "key". Did you mean "key" instead of "${name}"?`;
    return new ApiError('unknown_field', message, { ...hints, did_you_mean: 'key' });
  }
  const type = fieldTypes.find((known) => known === given['type']);
  const options = type === undefined ? commonOptions : { ...commonOptions, ...fieldKindOf({ type }).options };
  const others = type === undefined ? undefined : otherNames[type];
  if (!Object.hasOwn(options, name) && !Object.hasOwn(others ?? {}, name))
    return apiError('unknown_field', { name }, hints);
  const right = `{"options": {"${name}": ${sampleOf(given[name])}}}`;
  return new ApiError('unknown_field', `${name} belongs in options: ${right}.`, hints);
}

function sampleOf(value: unknown): string {
  if (Array.isArray(value)) return '[...]';
  return typeof value === 'object' && value !== null ? '{...}' : clip(JSON.stringify(value));
}

function readKey(key: unknown, at: string, existing: readonly string[]): string {
  const where = `${at}.key`;
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw refuse('A key begins with a letter and has at most 63 letters, digits, "_" and "-".', where);
  }
  if (reservedKeys.includes(key.toLowerCase()) || key in Object.prototype)
    throw refuse(`The key "${key}" is reserved.`, where);
  if (newlyReserved.includes(key.toLowerCase()) && !existing.includes(key))
    throw refuse(`The key "${key}" is reserved for the ID of the entry. Choose another key.`, where);
  return key;
}

function readType(type: unknown, at: string): FieldType {
  const found = fieldTypes.find((known) => known === type);
  if (found !== undefined) return found;
  const given = typeof type === 'string' ? type : String(JSON.stringify(type));
  const why = `There is no field type ${given.slice(0, 80)}. Types: ${fieldTypes.join(', ')}.`;
  throw refuse(why, `${at}.type`, didYouMean(given, fieldTypes));
}

function readOptions(given: Record<string, unknown>, kind: FieldKind, at: string): FieldOptions {
  const sent = given['options'] ?? {};
  if (typeof sent !== 'object' || Array.isArray(sent))
    throw refuse('options must be an object.', `${at}.options`);
  const options = canonicalOptions(sent as Record<string, unknown>, kind, at);
  if (given['required'] != null) {
    if (options['required'] !== undefined) throw sentTwice('required', `${at}.required`);
    options['required'] = given['required'];
  }
  const schemas: Record<string, TSchema> = { ...commonOptions, ...kind.options };
  for (const [name, value] of Object.entries(options)) {
    const where = `${at}.options.${name}`;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (name === 'localized') throw refuse('The option "localized" is reserved for a later version.', where);
    if (schema === undefined) {
      const known = Object.keys(schemas);
      throw refuse(
        `A ${kind.type} field has no option "${name}". Options: ${known.join(', ')}.`,
        where,
        didYouMean(name, known),
      );
    }
    if (!checkOf(schema)(value)) throw refuse(`The option "${name}" must be ${wanted(schema)}.`, where);
  }
  for (const name of kind.neededOptions ?? []) {
    if (options[name] === undefined)
      throw refuse(`A ${kind.type} field needs the option "${name}".`, `${at}.options.${name}`);
  }
  const normal = kind.normalizeOptions?.(options) ?? { options };
  if ('why' in normal) throw refuse(normal.why, `${at}.options.${normal.at}`);
  return normal.options;
}

const otherNames: Partial<Record<FieldType, Readonly<Record<string, string>>>> = {
  select: aliases.choices,
  blocks: aliases.allowedBlocks,
};

/** Other names of options are understood; null means that an option was left out. */
function canonicalOptions(
  sent: Record<string, unknown>,
  kind: FieldKind,
  at: string,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === null && name !== 'default') continue;
    const others = otherNames[kind.type] ?? {};
    const canonical = Object.hasOwn(others, name) ? (others[name] ?? name) : name;
    if (Object.hasOwn(options, canonical)) throw sentTwice(canonical, `${at}.options.${name}`);
    options[canonical] = canonical === 'help' || canonical === 'choices' ? inNfc(value) : value;
  }
  return options;
}

function checkDefault(field: Field, at: string): void {
  const value = field.options.default;
  if (value === undefined || value === null) return;
  const where = `${at}.options.default`;
  try {
    fieldKindOf(field).read(value, { field, at: where, warn: () => undefined });
  } catch (error) {
    throw refuse(
      `The default is not a valid value of the field: ${error instanceof Error ? error.message : ''}`,
      where,
    );
  }
}

const checks = new WeakMap<TSchema, Check<TSchema>>();

function checkOf(schema: TSchema): Check<TSchema> {
  const check = checks.get(schema) ?? compile(schema, 'json');
  checks.set(schema, check);
  return check;
}

function wanted(schema: TSchema): string {
  return schema.description ?? `of type ${String(schema['type'] ?? 'another')}`;
}

/** `first_name` -> `First name`. */
function inWords(key: string): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Both a name and another name for it (specification: other-names). */
function sentTwice(name: string, param: string): ApiError {
  return apiError('invalid_field_value', { name, why: 'it was sent under two names' }, { param });
}

function refuse(why: string, param: string, suggestion?: string): ApiError {
  return apiError('invalid_field_definition', { why }, { param, did_you_mean: suggestion });
}
