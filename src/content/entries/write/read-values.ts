import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryValues } from '../store/schema.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { Field } from '../../fields/schema.ts';
import { markdownBytes } from '../read/markdown-bytes.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { knownBlocks } from '../../fields/blocks/known.ts';
import { linksIn } from '../../fields/walk.ts';
import { readBlocks } from '../../fields/blocks/read.ts';
import type { ValueWarning } from '../../fields/kind.ts';
import type { WrittenId } from '../../links/check.ts';
import { letOthersGoOn } from '../../../core/util/index.ts';

/** Written values after the check. `values` holds null where a field is to be cleared, and blocks as they are to be laid. */
export interface CheckedValues {
  values: EntryValues;
  links: WrittenId[];
  warnings: ValueWarning[];
  /** In field order, unknown keys last. */
  faults: ApiError[];
}

/** How sent values are read. */
interface Reading {
  now: Date;
  /** An incomplete draft may leave required fields empty. */
  mayBeIncomplete?: boolean;
  /** Whether blocks are sent whole, and not laid over those that the entry has. */
  isWhole?: boolean;
  /** What the entry has in the snapshots that the write changes, the draft first. */
  snapshots: readonly EntryValues[];
}

/**
 * Checks the fields that were sent, each by its kind; what was not sent is not looked at (specification: written-values).
 * Others go on between fields that take long.
 */
export async function checkSentValues(
  type: TypeShape,
  sent: Record<string, unknown>,
  reading: Reading,
): Promise<CheckedValues> {
  const result: CheckedValues = { values: {}, links: [], warnings: [], faults: [] };
  const tooMuch = tooMuchMarkdown(type, sent);
  if (tooMuch !== null) return { ...result, faults: [tooMuch] };
  for (const field of type.fields) {
    if (!Object.hasOwn(sent, field.key)) continue;
    await letOthersGoOn();
    try {
      if (field.type === 'blocks') readBlocksField(type, field, sent[field.key], { result, reading });
      else readField(field, sent[field.key], { result, mayBeIncomplete: reading.mayBeIncomplete === true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result.faults.push(...(error.others.length > 0 ? error.others : [error]));
    }
  }
  result.faults.push(...unknownKeys(type, sent));
  return result;
}

/** Markdown costs most of all that is sent; looked at before any of it is read. */
function tooMuchMarkdown(type: TypeRecord, sent: Record<string, unknown>): ApiError | null {
  const most = limits.markdown_bytes_per_write_max;
  let bytes = 0;
  for (const { key } of type.fields.filter((field) => field.type === 'richtext' || field.type === 'blocks')) {
    if (Object.hasOwn(sent, key)) bytes += markdownBytes(sent[key]);
    if (bytes <= most) continue;
    const why = `all Markdown of one write has more than ${most} bytes; write the fields one after another`;
    return apiError('invalid_richtext_document', { why }, { param: `${key}.markdown` });
  }
  return null;
}

function readField(
  field: Field,
  value: unknown,
  { result, mayBeIncomplete }: { result: CheckedValues; mayBeIncomplete: boolean },
): void {
  const isNeeded = field.options.required === true && !mayBeIncomplete;
  if (value === null) {
    if (isNeeded) throw missing(field);
    result.values[field.key] = null;
    return;
  }
  const kind = fieldKindOf(field);
  const stored = kind.read(value, { field, at: field.key, warn: (warning) => result.warnings.push(warning) });
  if (isNeeded && kind.isEmpty(stored)) throw missing(field);
  result.values[field.key] = stored;
  result.links.push(...linksIn({ fields: [field], blocks: new Map() }, { [field.key]: stored }));
}

function readBlocksField(
  type: TypeShape,
  field: Field,
  value: unknown,
  { result, reading }: { result: CheckedValues; reading: Reading },
): void {
  const { blocks } = type;
  const { mayBeIncomplete = false, isWhole = false, snapshots, now } = reading;
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty && field.options.required === true && !mayBeIncomplete) throw missing(field);
  if (value === null) {
    result.values[field.key] = null;
    return;
  }
  const lists = snapshots.map((values) => (values[field.key] ?? []) as Block[]);
  const known = knownBlocks({ field, blocks }, lists);
  result.values[field.key] = readBlocks(value, {
    ...{ field, blocks, known, isWhole, mayBeIncomplete, now, kindOf: fieldKindOf },
    warn: (warning) => result.warnings.push(warning),
    fault: (fault) => result.faults.push(...(fault.others.length > 0 ? fault.others : [fault])),
    link: (link) => result.links.push(link),
  });
}

function unknownKeys(type: TypeRecord, sent: Record<string, unknown>): ApiError[] {
  const known = type.fields.map(({ key }) => key);
  return Object.keys(sent)
    .filter((key) => !known.includes(key))
    .slice(0, 20)
    .map((name) =>
      apiError(
        'unknown_field',
        { name },
        { param: name, did_you_mean: didYouMean(name, known), available_fields: known },
      ),
    );
}

/** Required fields that a whole entry lacks. */
export function missingFields(type: TypeRecord, values: EntryValues): ApiError[] {
  return type.fields
    .filter((field) => field.options.required === true && isMissing(field, values[field.key]))
    .map(missing);
}

function isMissing(field: Field, value: unknown): boolean {
  return value === undefined || value === null || fieldKindOf(field).isEmpty(value);
}

function missing(field: Field): ApiError {
  return apiError('missing_required_field', { name: field.key }, { param: field.key });
}

/** The sent values with the defaults of fields that were not sent; for creations alone. */
export function withDefaults(type: TypeRecord, sent: Record<string, unknown>): Record<string, unknown> {
  const filled = { ...sent };
  for (const { key, options } of type.fields) {
    if (!Object.hasOwn(sent, key) && options.default !== undefined && options.default !== null)
      filled[key] = options.default;
  }
  return filled;
}
