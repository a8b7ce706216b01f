import { type TSchema, Type } from '@sinclair/typebox';
import { aliases } from '../../contract/events/aliases.ts';
import { toNfc } from '../../contract/text/nfc.ts';
import { clip } from '../../contract/text/clip.ts';
import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { type Check, compile } from '../../core/http/index.ts';
import { layoutOptions } from './layout.ts';
import type { FieldKind } from './kind.ts';
import { fieldKindOf } from './kinds.ts';
import { type FieldType, fieldTypes } from '../../contract/fields/field-types.ts';
import type { Choice, Field, FieldOptions } from './schema.ts';

export const keyPattern = '^[A-Za-z][A-Za-z0-9_-]{0,62}$';
const keyForm = new RegExp(keyPattern);
const reservedKeys = ['created_at', 'updated_at', 'published_at'];
/** Keys that new fields can't have. Fields that already have such a key keep it. */
const keysReservedForNewFields = ['id'];
/** Names that other systems use for `key`. */
const keyNames = ['name', 'id', 'slug', 'field', 'handle', 'api_id', 'apiId'];
const definitionKeys = ['key', 'label', 'type', 'options', 'required', 'renamed_from'];
export const commonOptions = {
  required: Type.Boolean(),
  help: Type.String({ maxLength: 2_000 }),
  default: Type.Unknown(),
  ...layoutOptions,
};
/** Options of all field types in projects with several locales (specification: fields). */
export const localeOptions = {
  localized: Type.Boolean({ description: 'true or false' }),
  fallback: Type.Boolean({ description: 'true or false' }),
};

/** What a definition has already: its keys, and the label that a renamed field keeps. */
interface Existing {
  existing?: readonly string[] | undefined;
  label?: string | undefined;
}

/**
 * Reads one field definition of a request (specification: fields), except `renamed_from`. `at` is its path, for example
 * `fields[2]`. @throws invalid_field_definition, unknown_field
 */
export function readDefinition(
  definition: unknown,
  at: string,
  { existing = [], label: labelBefore }: Existing = {},
): Field {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition))
    throw definitionError('A field definition must be an object.', at);
  const properties = definition as Record<string, unknown>;
  for (const name of Object.keys(properties)) {
    if (!definitionKeys.includes(name)) throw unknownPartError(name, properties, at);
  }
  const key = readKey(properties['key'], at, existing);
  const type = readType(properties['type'], at);
  const label = toNfcDeep(properties['label'] ?? labelBefore ?? inWords(key));
  if (typeof label !== 'string' || label.length > 200)
    throw definitionError('A label must be a text of at most 200 characters.', `${at}.label`);
  const field: Field = { key, label, type, options: readOptions(properties, fieldKindOf({ type }), at) };
  checkDefault(field, at);
  return normalizedField(field);
}

/** Returns the field with its texts in NFC. Choices that become equal are merged. */
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

/** Converts all texts of a value to NFC. Runs before the checks because it changes lengths. */
function toNfcDeep(value: unknown): unknown {
  if (typeof value === 'string') return toNfc(value);
  if (Array.isArray(value)) return value.map(toNfcDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toNfcDeep(one)]));
}

/** The error for an unknown property: another name of `key`, or an option outside of `options`. */
function unknownPartError(name: string, properties: Record<string, unknown>, at: string): ApiError {
  const hints = {
    param: `${at}.${name}`,
    did_you_mean: didYouMean(name, definitionKeys),
    available_fields: definitionKeys,
  };
  if (properties['key'] === undefined && keyNames.includes(name)) {
    const message = `A field definition needs "key". Did you mean "key" instead of "${name}"?`;
    return new ApiError('unknown_field', message, { ...hints, did_you_mean: 'key' });
  }
  const type = fieldTypes.find((each) => each === properties['type']);
  const options = {
    ...commonOptions,
    ...localeOptions,
    ...(type === undefined ? {} : fieldKindOf({ type }).options),
  };
  const others = type === undefined ? undefined : otherNames[type];
  if (!Object.hasOwn(options, name) && !Object.hasOwn(others ?? {}, name))
    return apiError('unknown_field', { name }, hints);
  const right = `{"options": {"${name}": ${sampleOf(properties[name])}}}`;
  return new ApiError('unknown_field', `${name} belongs in options: ${right}.`, hints);
}

function sampleOf(value: unknown): string {
  if (Array.isArray(value)) return '[...]';
  return typeof value === 'object' && value !== null ? '{...}' : clip(JSON.stringify(value));
}

/** Whether a value has the form of a field's key. */
export function isFieldKey(key: unknown): key is string {
  return typeof key === 'string' && keyForm.test(key);
}

function readKey(key: unknown, at: string, existing: readonly string[]): string {
  const where = `${at}.key`;
  if (!isFieldKey(key)) {
    throw definitionError(
      'A key begins with a letter and has at most 63 letters, digits, "_" and "-".',
      where,
    );
  }
  if (reservedKeys.includes(key.toLowerCase()) || key in Object.prototype)
    throw definitionError(`The key "${key}" is reserved.`, where);
  if (keysReservedForNewFields.includes(key.toLowerCase()) && !existing.includes(key))
    throw definitionError(`The key "${key}" is reserved for the ID of the entry. Choose another key.`, where);
  return key;
}

function readType(type: unknown, at: string): FieldType {
  const fieldType = fieldTypes.find((each) => each === type);
  if (fieldType !== undefined) return fieldType;
  const typeName = typeof type === 'string' ? type : String(JSON.stringify(type));
  const why = `There is no field type ${typeName.slice(0, 80)}. Types: ${fieldTypes.join(', ')}.`;
  throw definitionError(why, `${at}.type`, didYouMean(typeName, fieldTypes));
}

function readOptions(properties: Record<string, unknown>, kind: FieldKind, at: string): FieldOptions {
  const sentOptions = properties['options'] ?? {};
  if (typeof sentOptions !== 'object' || Array.isArray(sentOptions))
    throw definitionError('options must be an object.', `${at}.options`);
  const options = canonicalOptions(sentOptions as Record<string, unknown>, kind, at);
  if (properties['required'] != null) {
    if (options['required'] !== undefined) throw duplicateNameError('required', `${at}.required`);
    options['required'] = properties['required'];
  }
  const ownSchemas: Record<string, TSchema> = { ...commonOptions, ...kind.options };
  const schemas: Record<string, TSchema> = { ...ownSchemas, ...localeOptions };
  for (const [name, value] of Object.entries(options)) {
    const where = `${at}.options.${name}`;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined) {
      const optionNames = Object.keys(ownSchemas);
      throw definitionError(
        `A ${kind.type} field has no option "${name}". Options: ${optionNames.join(', ')}.`,
        where,
        didYouMean(name, optionNames),
      );
    }
    if (!checkOf(schema)(value))
      throw definitionError(`The option "${name}" must be ${expectedBy(schema)}.`, where);
  }
  for (const name of kind.neededOptions ?? []) {
    if (options[name] === undefined)
      throw definitionError(`A ${kind.type} field needs the option "${name}".`, `${at}.options.${name}`);
  }
  const normal = kind.normalizeOptions?.(options) ?? { options };
  if ('why' in normal) throw definitionError(normal.why, `${at}.options.${normal.at}`);
  return withoutLocaleDefaults(normal.options, at);
}

/** The options without `localized: false` and `fallback: true`, which are the defaults. @throws invalid_field_definition */
function withoutLocaleDefaults({ localized, fallback, ...options }: FieldOptions, at: string): FieldOptions {
  if (fallback === false && localized !== true) {
    const why =
      'The option "fallback" needs "localized": true. Values of other fields are the same in all locales.';
    throw definitionError(why, `${at}.options.fallback`);
  }
  return {
    ...options,
    ...(localized === true ? { localized } : {}),
    ...(fallback === false ? { fallback } : {}),
  };
}

const otherNames: Partial<Record<FieldType, Readonly<Record<string, string>>>> = {
  select: aliases.choices,
  string_list: aliases.choices,
  blocks: aliases.allowedBlocks,
};

/** Replaces other names of options by their own names, and drops options that are null. */
function canonicalOptions(
  sentOptions: Record<string, unknown>,
  kind: FieldKind,
  at: string,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sentOptions)) {
    if (value === null && name !== 'default') continue;
    const others = otherNames[kind.type] ?? {};
    const canonical = Object.hasOwn(others, name) ? (others[name] ?? name) : name;
    if (Object.hasOwn(options, canonical)) throw duplicateNameError(canonical, `${at}.options.${name}`);
    const isText = canonical === 'help' || canonical === 'choices' || canonical === 'show_if';
    const text = isText ? toNfcDeep(value) : value;
    options[canonical] = canonical === 'show_if' && !Array.isArray(text) ? [text] : text;
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
    throw definitionError(
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

function expectedBy(schema: TSchema): string {
  return schema.description ?? `of type ${String(schema['type'] ?? 'another')}`;
}

/** `first_name` -> `First name`. */
export function inWords(key: string): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The error for an option that was sent under two names (specification: other-names). */
function duplicateNameError(name: string, param: string): ApiError {
  return apiError('invalid_field_value', { name, why: 'it was sent under two names' }, { param });
}

/** The error for a definition that can't be stored. @param suggestion - for `did_you_mean` */
export function definitionError(why: string, param: string, suggestion?: string): ApiError {
  return apiError('invalid_field_definition', { why }, { param, did_you_mean: suggestion });
}
