import { isDeepStrictEqual } from 'node:util';
import { fieldStoredAs, storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import { ApiError, apiError, combineErrors } from '../../../contract/errors/api-error.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import { conditionSources, hiddenFields } from '../../../contract/fields/conditions.ts';
import { limits } from '../../../contract/limits.ts';
import type { LocaleRecord, ReleaseContext, Tx } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../../core/util/index.ts';
import { type StateChange, updatesLive } from '../../../lifecycle/index.ts';
import { findBoundErrors } from '../../fields/blocks/bounds.ts';
import { withoutHiddenBlocks } from '../../fields/blocks/hidden-blocks.ts';
import { gatherStoredBlocks } from '../../fields/blocks/stored-blocks.ts';
import { readBlocks } from '../../fields/blocks/read.ts';
import type { ValueWarning } from '../../fields/kind.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import type { Field } from '../../fields/schema.ts';
import { sentValues } from '../../fields/sent-values.ts';
import { linksIn } from '../../fields/walk.ts';
import { checkWrittenIds, type UnpublishedWarning, type WrittenId } from '../../links/check.ts';
import { type HtmlTargets, projectTargets } from '../../richtext/html/targets.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { findHolderOfUnique } from '../store/repository.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { sentLists } from './values/merge-values.ts';

/** Sent values after validation. In `values`, by storage key, null clears a field, and blocks are still to be merged. */
export interface CheckedValues {
  values: EntryValues;
  links: WrittenId[];
  warnings: ValueWarning[];
  /** In the order of the fields, unknown keys last. */
  errors: ApiError[];
}

export interface CheckOptions {
  now: Date;
  /** Whether required fields may be empty, as in a draft. */
  mayBeIncomplete?: boolean;
  /** Whether empty slugs are created from their source. If so, a required slug can be sent empty. */
  createsSlugs?: boolean;
  /** Whether the sent blocks replace the blocks of the entry instead of being merged into them. */
  isWhole?: boolean;
  /** The snapshots that the write changes, the draft first. */
  snapshots: readonly EntryValues[];
  /** The project whose files Markdown and HTML can contain by URL; undefined for stored values. */
  projectId?: string;
  /** The locales of the project, for blocks that only some of them show; absent if it has one. */
  locales?: readonly LocaleRecord[] | undefined;
}

interface FieldReading {
  result: CheckedValues;
  options: CheckOptions;
  targets: HtmlTargets;
}

/**
 * Validates the sent fields by their kinds. Omitted fields are not read (specification: written-values). Yields to
 * other requests between slow fields.
 */
export async function checkSentValues(
  type: TypeShape,
  sent: Record<string, unknown>,
  options: CheckOptions,
): Promise<CheckedValues> {
  const result: CheckedValues = { values: {}, links: [], warnings: [], errors: [] };
  const tooMuch = findTextSizeError(type, sent);
  if (tooMuch !== null) return { ...result, errors: [tooMuch] };
  const targets = projectTargets(options.projectId);
  const reading = { result, options, targets };
  for (const field of type.fields) {
    if (!Object.hasOwn(sent, field.key)) continue;
    if (isYieldDue()) await yieldToEventLoop();
    try {
      if (field.type === 'blocks') readBlocksField(type, field, sent[field.key], reading);
      else readField(field, sent[field.key], reading);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result.errors.push(...(error.others.length > 0 ? error.others : [error]));
    }
  }
  result.errors.push(...unknownKeyErrors(type, sent));
  return result;
}

/** Whether a required field can be sent empty. Fields with conditions are checked when all values are known. */
function mayBeEmpty(
  { options }: Field,
  { mayBeIncomplete = false, createsSlugs = false }: CheckOptions,
): boolean {
  if (mayBeIncomplete || options.show_if !== undefined) return true;
  return createsSlugs && options.source !== undefined;
}

/** Markdown and HTML are the most expensive input, so their size is checked before any of it is parsed. */
function findTextSizeError(type: TypeRecord, sent: Record<string, unknown>): ApiError | null {
  const maxBytes = limits.markdown_bytes_per_write_max;
  let bytes = 0;
  for (const { key } of type.fields.filter((field) => field.type === 'richtext' || field.type === 'blocks')) {
    if (Object.hasOwn(sent, key)) bytes += convertedBytes(sent[key]);
    if (bytes <= maxBytes) continue;
    const why = `all Markdown and HTML of one write has more than ${maxBytes} bytes; write the fields one after another`;
    return apiError('invalid_richtext_document', { why }, { param: `${key}.markdown` });
  }
  return null;
}

function readField(field: Field, value: unknown, { result, options, targets }: FieldReading): void {
  const isNeeded = field.options.required === true && !mayBeEmpty(field, options);
  if (value === null) {
    if (isNeeded) throw missingError(field);
    result.values[storageKey(field)] = null;
    return;
  }
  const kind = fieldKindOf(field);
  const storedValue = kind.read(value, {
    field,
    at: field.key,
    warn: (warning) => result.warnings.push(warning),
    targets,
  });
  if (isNeeded && kind.isEmpty(storedValue)) throw missingError(field);
  result.values[storageKey(field)] = storedValue;
  result.links.push(...linksIn({ fields: [field], blocks: new Map() }, { [storageKey(field)]: storedValue }));
}

function readBlocksField(
  type: TypeShape,
  field: Field,
  value: unknown,
  { result, options, targets }: FieldReading,
): void {
  const { blocks } = type;
  const { mayBeIncomplete = false, isWhole = false, snapshots, now, locales } = options;
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty && field.options.required === true && !mayBeEmpty(field, options)) throw missingError(field);
  if (value === null) {
    result.values[storageKey(field)] = null;
    return;
  }
  const lists = snapshots.map((values) => (values[storageKey(field)] ?? []) as Block[]);
  const storedBlocks = gatherStoredBlocks({ field, blocks }, lists);
  result.values[storageKey(field)] = readBlocks(value, {
    ...{ field, blocks, stored: storedBlocks, isWhole, mayBeIncomplete, now, targets, locales },
    kindOf: fieldKindOf,
    warn: (warning) => result.warnings.push(warning),
    reportError: (error) => result.errors.push(...(error.others.length > 0 ? error.others : [error])),
    link: (link) => result.links.push(link),
  });
}

/** An error for each key that is not a field of the type, 20 at most. */
export function unknownKeyErrors(type: TypeRecord, sent: Record<string, unknown>): ApiError[] {
  const keys = type.fields.map(({ key }) => key);
  return Object.keys(sent)
    .filter((key) => !keys.includes(key))
    .slice(0, 20)
    .map((name) =>
      apiError(
        'unknown_field',
        { name },
        { param: name, did_you_mean: suggestKey(name, type.fields), available_fields: keys },
      ),
    );
}

/** An error for each required field that is shown and empty. */
function missingFieldErrors(type: TypeRecord, values: EntryValues): ApiError[] {
  const hidden = hiddenFields(type.fields, (field) => values[storageKey(field)]);
  return type.fields
    .filter((field) => field.options.required === true && !hidden.has(field.key))
    .filter((field) => isMissing(field, values[storageKey(field)]))
    .map(missingError);
}

/**
 * An error for each required field with conditions that is shown and empty in a snapshot, if the write sends or changes
 * it, or changes a field on which it depends (specification: conditions).
 */
function missingConditionalErrors(
  { fields }: TypeRecord,
  { before, after }: { before: EntryValues; after: EntryValues },
  sent: EntryValues,
): ApiError[] {
  const conditional = fields.filter(
    ({ options }) => options.required === true && options.show_if !== undefined,
  );
  if (conditional.length === 0) return [];
  const hidden = hiddenFields(fields, (field) => after[storageKey(field)]);
  const isChanged = (key: string) => {
    const path = storageKeyOf(fields, key);
    return !isDeepStrictEqual(before[path] ?? null, after[path] ?? null);
  };
  return conditional
    .filter((field) => !hidden.has(field.key) && isMissing(field, after[storageKey(field)]))
    .filter(
      (field) =>
        Object.hasOwn(sent, storageKey(field)) ||
        [field.key, ...conditionSources(fields, field)].some(isChanged),
    )
    .map(missingError);
}

function isMissing(field: Field, value: unknown): boolean {
  return value === undefined || value === null || fieldKindOf(field).isEmpty(value);
}

/** The error for a required field without a value. */
export function missingError(field: Field): ApiError {
  return apiError('missing_required_field', { name: field.key }, { param: field.key });
}

/** The sent values of a new entry, with the defaults of omitted fields. */
export function withDefaults(type: TypeRecord, sent: Record<string, unknown>): Record<string, unknown> {
  const filled = { ...sent };
  for (const { key, options } of type.fields) {
    if (!Object.hasOwn(sent, key) && options.default !== undefined && options.default !== null)
      filled[key] = options.default;
  }
  return filled;
}

/** One write inside its transaction: the content type, and the entry before the write. */
export interface EntryWrite {
  tx: Tx<ReleaseContext>;
  type: TypeShape;
  before: EntryRecord;
}

/** The change of an entry, and how much of it is validated. */
export type EntryChange = StateChange<EntryValues> & {
  /** Whether the request sent all fields. */
  isWhole: boolean;
  /** Whether the values come from the version history. */
  restores?: boolean;
  /** The locale that is validated, with those of the project; absent if it has one. */
  inLocale?: { id: string; locales: readonly LocaleRecord[] } | undefined;
};

/**
 * Validates values, required fields, block limits and links. A publication validates the whole draft, whenever it was
 * written. Only sent IDs must exist: a target of an older value may have been deleted, and is served as null.
 * @returns warnings of links to items that are not live
 * @throws all validation errors as one, in the order of the fields
 */
export async function validateChange(
  { tx, type, before }: EntryWrite,
  sent: CheckedValues,
  { draft, live }: Pick<EntryRecord, 'draft' | 'live'>,
  change: EntryChange,
): Promise<UnpublishedWarning[]> {
  const { inLocale } = change;
  const locale = inLocale?.id ?? null;
  const changesLive = live !== null && updatesLive(before, change);
  const snapshots = [draft, ...(changesLive ? [live] : [])];
  const errors = withoutHiddenBlocks(sent.errors, sent.values, { shape: type, snapshots, locale });
  let links: WrittenId[] = sent.links;
  const isPublished = change.publish === true || change.publishAt instanceof Date;
  const isComplete = change.draftOnly !== true && (change.isWhole || isPublished);
  if (isComplete) errors.push(...missingFieldErrors(type, draft));
  else if (change.draftOnly !== true) {
    const drafts = { before: before.draft, after: draft };
    errors.push(...missingConditionalErrors(type, drafts, sent.values));
    if (changesLive)
      errors.push(...missingConditionalErrors(type, { before: before.live ?? {}, after: live }, sent.values));
  }
  if (isPublished) {
    const draftCheck = await checkSentValues(type, sentValues(type, draft), {
      isWhole: true,
      snapshots: [draft],
      now: tx.now,
      locales: inLocale?.locales,
    });
    const visibleErrors = withoutHiddenBlocks(draftCheck.errors, draftCheck.values, {
      shape: type,
      snapshots: [draft],
      locale,
    });
    errors.push(...visibleErrors.filter(({ code }) => code !== 'unknown_field'));
    links = draftCheck.links;
  }
  const lists = sentLists(sent.values, type.blocks);
  const isWhole = change.isWhole || isPublished;
  const mayBeIncomplete = change.draftOnly === true;
  const keepsRequired = !isWhole && !mayBeIncomplete;
  const boundOptions = { isWhole, isComplete: !mayBeIncomplete, keepsRequired, sent: lists, locale };
  const previous = change.restores === true ? draft : before.draft; // limits may be newer than restored values
  errors.push(...findBoundErrors(type, { before: previous, after: draft }, boundOptions));
  if (live !== null && live !== draft) {
    const liveOptions = { isWhole: false, isComplete: false, keepsRequired: true, sent: lists, locale };
    errors.push(...findBoundErrors(type, { before: before.live, after: live }, liveOptions));
  }
  const checked = await checkWrittenIds(tx, links);
  const hasOldLinks = checked.errors.length > 0 && links !== sent.links;
  const { errors: linkErrors } = hasOldLinks ? await checkWrittenIds(tx, sent.links) : checked;
  const combined = combineErrors(inFieldOrder(type, [...errors, ...linkErrors]));
  if (combined !== null) throw combined;
  return checked.warnings.filter(({ id }) => id !== before.id); // a link to the entry itself needs no warning
}

/** Errors inside blocks have the position of the blocks field. Errors of unknown keys are last. */
function inFieldOrder(type: TypeRecord, errors: readonly ApiError[]): ApiError[] {
  const keys = type.fields.map(({ key }) => key);
  const rank = ({ hints }: ApiError) => {
    const index = keys.indexOf((hints.param ?? '').split(/[.[]/)[0] ?? '');
    return index === -1 ? keys.length : index;
  };
  return firstErrors(errors).sort((a, b) => rank(a) - rank(b));
}

/** One error for each param, except that a list can contain several IDs that do not exist. */
function firstErrors(errors: readonly ApiError[]): ApiError[] {
  const messagesByParam = new Map<string | undefined, Set<string>>();
  return errors.filter(({ code, message, hints }) => {
    const messages = messagesByParam.get(hints.param);
    const name = code === 'unknown_link' ? message : '';
    if (messages === undefined) {
      messagesByParam.set(hints.param, new Set([name]));
      return true;
    }
    const isReported = name === '' || messages.has('') || messages.has(name);
    messages.add(name);
    return !isReported;
  });
}

/** @throws field_value_taken with the first field whose value another entry has */
export async function checkUniques(db: ReleaseDb, type: TypeRecord, entry: EntryRecord): Promise<void> {
  if (entry.uniques === undefined) return;
  const holder = await findHolderOfUnique(db, { type: type.slug, uniques: entry.uniques, ownId: entry.id });
  if (holder === null) return;
  const shared = entry.uniques.find((unique) => holder.uniques?.includes(unique)) ?? '';
  const key = shared.slice(0, shared.indexOf('='));
  const name = fieldStoredAs(type.fields, key)?.key ?? key;
  throw apiError('field_value_taken', { name }, { param: name });
}

/** Returns the bytes of all Markdown and HTML in a sent value: `markdown`, and `html` without `json`, at any depth. */
function convertedBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const nestedBytes = Object.values(value).reduce<number>((sum, item) => sum + convertedBytes(item), 0);
  const { markdown, html, json } = value as { markdown?: unknown; html?: unknown; json?: unknown };
  const texts = [markdown, json === undefined ? html : undefined].filter((text) => typeof text === 'string');
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), nestedBytes);
}
