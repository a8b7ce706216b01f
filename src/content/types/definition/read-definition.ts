import { combineErrors, ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { fieldStoredAs, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { Field, RemovedField } from '../../fields/schema.ts';
import { definitionError, readDefinition } from '../../fields/definition.ts';
import type { FieldGroup } from '../../fields/layout.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import type { KindsBySlug } from '../lookup.ts';
import { layoutErrors, withStoredConditions } from './layout.ts';
import type { TypeRecord } from '../schema.ts';
import {
  checkRenamedFrom,
  findRivals,
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

/** What a list of fields is checked against. */
export interface FieldRules {
  noun: 'type' | 'block';
  /** How many fields there may be. */
  most: number;
  /** The type itself, which its own references may name; null in a block. */
  self: { slug: string; kind: TypeRecord['kind'] } | null;
  before: { fields: readonly Field[]; removed: readonly RemovedField[] } | null;
  kinds: KindsBySlug;
  /** Slugs of the blocks of the release. */
  blocks: readonly string[];
  groups: readonly FieldGroup[];
}

/** A field of a request, and the stored field that it was; null for a new one. */
export interface SentField {
  field: Field;
  was: Field | null;
}

/**
 * Reads the whole list of fields of a type or a block and checks it against what it was and what else there is.
 * @throws all faults joined, in field order
 */
export function readFields(sent: readonly unknown[], rules: FieldRules): SentField[] {
  const { noun, most, before } = rules;
  if (sent.length > most) {
    const why = `A ${noun} has at most ${most} fields.`;
    throw apiError('invalid_field_definition', { why }, { param: 'fields' });
  }
  const existing = before?.fields.map(({ key }) => key);
  const renamed = sent.map(readRenamedField);
  const faults: ApiError[] = [];
  const read: SentField[] = [];
  sent.forEach((definition, i) => {
    const at = `fields[${i}]`;
    try {
      checkRenamedFrom(definition, `${at}.renamed_from`);
      const rename = readRename(renamed, i, rules);
      const { key: sentKey, formerKeys } = readRenamedField(definition);
      const was = rename ?? before?.fields.find(({ key }) => key === sentKey) ?? null;
      // Also once it is renamed, so that sending the same definition again changes nothing.
      const label = formerKeys.length > 0 ? was?.label : undefined;
      const field = readDefinition(definition, at, { existing, label });
      const siblings = read.map((one) => one.field);
      checkAgainstSiblings(field, siblings, at);
      if (before !== null) checkAgainstBefore({ field, was }, before, at);
      checkTarget(field, rules, at);
      checkBlocks(field, rules, at);
      read.push({ field, was });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(error);
    }
  });
  if (faults.length === 0) {
    const fields = read.map(withFormerKeys);
    faults.push(...sourceErrors(fields), ...layoutErrors(fields, rules));
  }
  const joined = combineErrors(faults);
  if (joined !== null) throw joined;
  return withStoredConditions(read.map(({ field }) => field)).map((field, i) => ({
    field,
    was: read[i]?.was ?? null,
  }));
}

/** The field with the keys that it had, for suggestions. */
function withFormerKeys({ field, was }: SentField): Field {
  return was === null ? field : { ...field, former_keys: formerKeysAfter(was, field.key) };
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
  const rival = findRivals(renamed, i);
  if (rival !== null) throw definitionError(rival, param);
  return rename?.from ?? null;
}

/** A slug is made from a plain string field of the same definition. */
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
  const twin = siblings.find(({ key }) => key.toLowerCase() === field.key.toLowerCase());
  if (twin === undefined) return;
  throw apiError(
    'invalid_field_definition',
    { why: `The key "${field.key}" occurs twice (keys are compared without regard to case).` },
    { param: `${at}.key` },
  );
}

function checkAgainstBefore(
  { field, was }: SentField,
  before: NonNullable<FieldRules['before']>,
  at: string,
): void {
  if (was !== null && was.type !== field.type) {
    throw apiError(
      'field_type_immutable',
      { name: field.key },
      { param: `${at}.type`, expected: was.type, got: field.type },
    );
  }
  const isBeingCleared = before.removed.some(
    ({ key, type, kept_until: until, is_begun: isBegun }) =>
      key === field.key && type !== field.type && (isBegun === true || until === undefined),
  );
  if (was === null && isBeingCleared)
    throw apiError('field_being_removed', { name: field.key }, { param: `${at}.key` });
}

/** A reference leads to a collection of the release, or to the type that is being defined (specification: fields). */
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

/** A list of blocks names definitions of the release; inside of blocks nothing is unique (specification: blocks). */
function checkBlocks({ key, options }: Field, { noun, blocks }: FieldRules, at: string): void {
  if (noun === 'block' && options.unique === true) {
    const why = `Values inside blocks cannot be unique: leave out "unique" of "${key}".`;
    throw apiError('invalid_field_definition', { why }, { param: `${at}.options.unique` });
  }
  for (const [i, slug] of (options.blocks ?? []).entries()) {
    if (blocks.includes(slug)) continue;
    const param = `${at}.options.blocks[${i}]`;
    const hints = { param, did_you_mean: didYouMean(slug, blocks), available_blocks: blocks };
    throw apiError('unknown_block', { slug: slug.slice(0, 80) }, hints);
  }
}

/** The key of the first string field without a format, else of the first string field. */
export function firstPlainString(fields: readonly Field[]): string | undefined {
  const strings = fields.filter(({ type }) => type === 'string');
  return (strings.find(({ options }) => options.format === undefined) ?? strings[0])?.key;
}

/** The label fields of a definition by their present keys; a field that is gone is none. */
export function labelsAfter(
  {
    fields,
    ...labels
  }: { fields: readonly Field[]; display_field: string | null; subtitle_field?: string | null },
  after: readonly Field[],
): { display_field: string | null; subtitle_field: string | null } {
  const present = (label: string | null) =>
    label === null ? null : (fieldStoredAs(after, storageKeyOf(fields, label))?.key ?? null);
  return {
    display_field: present(labels.display_field),
    subtitle_field: present(labels.subtitle_field ?? null),
  };
}

interface LabelRules {
  fields: readonly Field[];
  before: Pick<TypeRecord, 'display_field' | 'subtitle_field'> | null;
  /** Where nothing was sent and nothing is kept. */
  otherwise: string | null;
}

/**
 * A label field is one of the definition's own. Left out, it stays what it was while that field is there; null means none.
 * @throws unknown_field
 */
export function readLabelField(
  sent: { display_field?: string | null; subtitle_field?: string | null },
  param: 'display_field' | 'subtitle_field',
  { fields, before, otherwise }: LabelRules,
): string | null {
  const keys = fields.map(({ key }) => key);
  const sentKey = sent[param];
  const previous = before?.[param] ?? null;
  if (sentKey === undefined) return previous !== null && keys.includes(previous) ? previous : otherwise;
  if (sentKey === null || keys.includes(sentKey)) return sentKey;
  throw apiError(
    'unknown_field',
    { name: sentKey },
    { param, did_you_mean: suggestKey(sentKey, fields), available_fields: keys },
  );
}
