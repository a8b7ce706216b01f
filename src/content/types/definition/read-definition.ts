import { combineErrors, ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { fieldStoredAs, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { Field, RemovedField } from '../../fields/schema.ts';
import { definitionError, readDefinition } from '../../fields/definition.ts';
import type { FieldGroup } from '../../fields/layout.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import type { KindsBySlug } from '../lookup.ts';
import {
  checkLocalized,
  type FieldsBySlug,
  localizedPathErrors,
} from '../../fields/locales/localized-fields.ts';
import { layoutErrors, withStoredConditions } from './layout.ts';
import type { TypeRecord } from '../schema.ts';
import {
  checkRenamedFrom,
  findRenameConflict,
  formerKeysAfter,
  readRenamedField,
  type RenamedField,
  resolveRename,
} from './renames.ts';

export const typeSlugPattern = '^[a-z0-9][a-z0-9_-]{0,62}$';
const slugForm = new RegExp(typeSlugPattern);

/** @throws invalid_content_type */
export function checkTypeSlug(slug: string): void {
  if (slugForm.test(slug)) return;
  const why =
    'A type slug has 1 to 63 lower-case letters, digits, "-" and "_", and begins with a letter or digit.';
  throw apiError('invalid_content_type', { why }, { param: 'type' });
}

export interface FieldRules {
  noun: 'type' | 'block';
  maxFields: number;
  /** The type that is being defined, because its own references can name it; null for a block. */
  self: { slug: string; kind: TypeRecord['kind'] } | null;
  before: { fields: readonly Field[]; removed: readonly RemovedField[] } | null;
  kinds: KindsBySlug;
  /** The blocks of the release by slug. */
  blocks: FieldsBySlug;
  groups: readonly FieldGroup[];
  /** Whether the project has two or more locales. */
  hasLocales: boolean;
}

/** A field of a request with its stored field; null for a new one. */
export interface SentField {
  field: Field;
  storedField: Field | null;
}

/**
 * Reads the field list of a type or a block, and validates it against the stored definition and the release.
 * @throws all errors as one, in field order
 */
export function readFields(definitions: readonly unknown[], rules: FieldRules): SentField[] {
  const { noun, maxFields, before } = rules;
  if (definitions.length > maxFields) {
    const why = `A ${noun} has at most ${maxFields} fields.`;
    throw apiError('invalid_field_definition', { why }, { param: 'fields' });
  }
  const existing = before?.fields.map(({ key }) => key);
  const renamed = definitions.map(readRenamedField);
  const errors: ApiError[] = [];
  const sentFields: SentField[] = [];
  definitions.forEach((definition, i) => {
    const at = `fields[${i}]`;
    try {
      checkRenamedFrom(definition, `${at}.renamed_from`);
      const rename = readRename(renamed, i, rules);
      const { key: sentKey, formerKeys } = readRenamedField(definition);
      const storedField = rename ?? before?.fields.find(({ key }) => key === sentKey) ?? null;
      // A renamed field keeps its label when the definition is sent again, so that nothing changes.
      const label = formerKeys.length > 0 ? storedField?.label : undefined;
      const field = readDefinition(definition, at, { existing, label });
      const siblings = sentFields.map((each) => each.field);
      checkAgainstSiblings(field, siblings, at);
      if (before !== null) checkAgainstBefore({ field, storedField }, before, at);
      checkLocalized({ field, storedField }, rules.hasLocales, at);
      checkTarget(field, rules, at);
      checkBlocks(field, rules, at);
      sentFields.push({ field, storedField });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push(error);
    }
  });
  if (errors.length === 0) {
    const fields = sentFields.map(withFormerKeys);
    errors.push(...sourceErrors(fields), ...layoutErrors(fields, rules));
    errors.push(...localizedPathErrors(fields, rules.blocks));
  }
  const combined = combineErrors(errors);
  if (combined !== null) throw combined;
  return withStoredConditions(sentFields.map(({ field }) => field)).map((field, i) => ({
    field,
    storedField: sentFields[i]?.storedField ?? null,
  }));
}

/** The field with its former keys, for suggestions. */
function withFormerKeys({ field, storedField }: SentField): Field {
  return storedField === null ? field : { ...field, former_keys: formerKeysAfter(storedField, field.key) };
}

/** The stored field that a field of the request renames, or null. @throws invalid_field_definition */
function readRename(
  renamed: readonly RenamedField[],
  i: number,
  { noun, before }: Pick<FieldRules, 'noun' | 'before'>,
): Field | null {
  const field = renamed[i];
  if (field === undefined || before === null) return null;
  const param = `fields[${i}].renamed_from`;
  const rename = resolveRename(field, { fields: before.fields, noun });
  if (rename !== null && 'why' in rename) throw definitionError(rename.why, param, rename.suggestion);
  const conflict = findRenameConflict(renamed, i);
  if (conflict !== null) throw definitionError(conflict, param);
  return rename?.from ?? null;
}

/** A slug can only be created from a plain string field of the same definition. */
function sourceErrors(fields: readonly Field[]): ApiError[] {
  return fields.flatMap(({ options: { source } }, i) => {
    const target = fields.find(({ key }) => key === source);
    if (source === undefined || (target?.type === 'string' && target.options.format === undefined)) return [];
    const why = `"source" must be the key of a string field without a format, and "${source.slice(0, 80)}" is not.`;
    const keys = fields.filter(({ type, options }) => type === 'string' && options.format === undefined);
    const hints = {
      did_you_mean: suggestKey(source, keys),
    };
    return [
      apiError('invalid_field_definition', { why }, { param: `fields[${i}].options.source`, ...hints }),
    ];
  });
}

function checkAgainstSiblings(field: Field, siblings: readonly Field[], at: string): void {
  const sameKeyField = siblings.find(({ key }) => key.toLowerCase() === field.key.toLowerCase());
  if (sameKeyField === undefined) return;
  throw apiError(
    'invalid_field_definition',
    { why: `The key "${field.key}" occurs twice (keys are compared without regard to case).` },
    { param: `${at}.key` },
  );
}

function checkAgainstBefore(
  { field, storedField }: SentField,
  before: NonNullable<FieldRules['before']>,
  at: string,
): void {
  if (storedField !== null && storedField.type !== field.type) {
    throw apiError(
      'field_type_immutable',
      { name: field.key },
      { param: `${at}.type`, expected: storedField.type, got: field.type },
    );
  }
  const isBeingCleared = before.removed.some(
    ({ key, type, kept_until: until, is_begun: isBegun }) =>
      key === field.key && type !== field.type && (isBegun === true || until === undefined),
  );
  if (storedField === null && isBeingCleared)
    throw apiError('field_being_removed', { name: field.key }, { param: `${at}.key` });
}

/** A reference must name a collection of the release, or the type that is being defined (specification: fields). */
function checkTarget(field: Field, { self, kinds }: FieldRules, at: string): void {
  const slug = field.options.content_type;
  if (slug === undefined) return;
  const param = `${at}.options.content_type`;
  const kind = slug === self?.slug ? self.kind : kinds.get(slug);
  if (kind === 'singleton') throw apiError('not_a_collection', { slug }, { param });
  if (kind === 'collection') return;
  const available = [...kinds.keys()];
  throw apiError(
    'unknown_content_type',
    { slug },
    { param, did_you_mean: didYouMean(slug, available), available_types: available },
  );
}

/** A list of blocks must name blocks of the release. Values inside blocks can't be unique (specification: blocks). */
function checkBlocks({ key, options }: Field, { noun, blocks }: FieldRules, at: string): void {
  if (noun === 'block' && options.unique === true) {
    const why = `Values inside blocks cannot be unique: omit "unique" of "${key}".`;
    throw apiError('invalid_field_definition', { why }, { param: `${at}.options.unique` });
  }
  const available = [...blocks.keys()];
  for (const [i, slug] of (options.blocks ?? []).entries()) {
    if (blocks.has(slug)) continue;
    const param = `${at}.options.blocks[${i}]`;
    const hints = { param, did_you_mean: didYouMean(slug, available), available_blocks: available };
    throw apiError('unknown_block', { slug: slug.slice(0, 80) }, hints);
  }
}

/** The key of the first string field without a format, else of the first string field. */
export function firstPlainString(fields: readonly Field[]): string | undefined {
  const strings = fields.filter(({ type }) => type === 'string');
  return (strings.find(({ options }) => options.format === undefined) ?? strings[0])?.key;
}

/** The keys that the label fields of a definition have after a change; null for a removed field. */
export function labelsAfter(
  {
    fields,
    ...labels
  }: { fields: readonly Field[]; display_field: string | null; subtitle_field?: string | null },
  after: readonly Field[],
): { display_field: string | null; subtitle_field: string | null } {
  const presentKey = (label: string | null) =>
    label === null ? null : (fieldStoredAs(after, storageKeyOf(fields, label))?.key ?? null);
  return {
    display_field: presentKey(labels.display_field),
    subtitle_field: presentKey(labels.subtitle_field ?? null),
  };
}

interface LabelRules {
  fields: readonly Field[];
  before: Pick<TypeRecord, 'display_field' | 'subtitle_field'> | null;
  /** Used if no label is sent and the previous one was removed. */
  fallback: string | null;
}

/**
 * Reads a label field, which must be a field of the definition. If omitted, the previous one stays unless it was
 * removed. Null means none.
 * @throws unknown_field
 */
export function readLabelField(
  input: { display_field?: string | null; subtitle_field?: string | null },
  param: 'display_field' | 'subtitle_field',
  { fields, before, fallback }: LabelRules,
): string | null {
  const keys = fields.map(({ key }) => key);
  const sentKey = input[param];
  const previous = before?.[param] ?? null;
  if (sentKey === undefined) return previous !== null && keys.includes(previous) ? previous : fallback;
  if (sentKey === null || keys.includes(sentKey)) return sentKey;
  throw apiError(
    'unknown_field',
    { name: sentKey },
    { param, did_you_mean: suggestKey(sentKey, fields), available_fields: keys },
  );
}
