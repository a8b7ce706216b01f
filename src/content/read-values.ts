import { limits } from '../contract/limits.ts';
import { Problem, problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryValues } from '../entries/schema.ts';
import type { Field } from '../fields/schema.ts';
import { fieldKindOf, type ValueLink, type ValueWarning } from '../fields/service.ts';
import type { WrittenId } from '../links/service.ts';
import { EventLoopTurn } from '../platform/event-loop-turn.ts';

/** Written values after the check. `values` holds null where a field is to be cleared. */
export interface CheckedValues {
  values: EntryValues;
  links: WrittenId[];
  warnings: ValueWarning[];
  /** In field order, unknown keys last. */
  faults: Problem[];
}

/**
 * Checks the fields that were sent, each by its kind; what was not sent is not looked at (specification: written-values).
 * An incomplete draft may leave required fields empty. Others go on between fields that take long.
 */
export async function checkSentValues(
  type: TypeRecord,
  sent: Record<string, unknown>,
  { mayBeIncomplete = false } = {},
): Promise<CheckedValues> {
  const result: CheckedValues = { values: {}, links: [], warnings: [], faults: [] };
  const turn = new EventLoopTurn();
  const tooMuch = tooMuchMarkdown(type, sent);
  if (tooMuch !== null) return { ...result, faults: [tooMuch] };
  for (const field of type.fields) {
    if (!Object.hasOwn(sent, field.key)) continue;
    await turn.rest();
    try {
      readField(field, sent[field.key], { result, mayBeIncomplete });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      result.faults.push(...(error.others.length > 0 ? error.others : [error]));
    }
  }
  result.faults.push(...unknownKeys(type, sent));
  return result;
}

/** Markdown costs most of all that is sent; looked at before any of it is read. */
function tooMuchMarkdown(type: TypeRecord, sent: Record<string, unknown>): Problem | null {
  const most = limits.markdown_bytes_per_write_max;
  let bytes = 0;
  for (const { key } of type.fields.filter((field) => field.type === 'richtext')) {
    const { markdown } = (Object.hasOwn(sent, key) ? (sent[key] ?? {}) : {}) as { markdown?: unknown };
    if (typeof markdown === 'string') bytes += Buffer.byteLength(markdown);
    if (bytes <= most) continue;
    const why = `all Markdown of one write has more than ${most} bytes; write the fields one after another`;
    return problem('invalid_richtext_document', { why }, { param: `${key}.markdown` });
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
  const links: readonly ValueLink[] = kind.links?.(stored, field, field.key) ?? [];
  result.links.push(...links);
}

const jsonTypes = ['string', 'number', 'boolean', 'object', 'array'];

/** Whether a stored value is one to the field; bounds aside, which may have been set after it was stored. */
export function mayHold(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  try {
    fieldKindOf(field).read(value, { field, at: field.key, warn: () => undefined });
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isOfItsType = error.code === 'invalid_field_value' && !jsonTypes.includes(error.hints.got ?? '');
    return field.type !== 'select' && isOfItsType;
  }
}

function unknownKeys(type: TypeRecord, sent: Record<string, unknown>): Problem[] {
  const known = type.fields.map(({ key }) => key);
  return Object.keys(sent)
    .filter((key) => !known.includes(key))
    .slice(0, 20)
    .map((name) =>
      problem(
        'unknown_field',
        { name },
        { param: name, did_you_mean: didYouMean(name, known), available_fields: known },
      ),
    );
}

/** Required fields that a whole entry lacks. */
export function missingFields(type: TypeRecord, values: EntryValues): Problem[] {
  return type.fields
    .filter((field) => field.options.required === true && isMissing(field, values[field.key]))
    .map(missing);
}

function isMissing(field: Field, value: unknown): boolean {
  return value === undefined || value === null || fieldKindOf(field).isEmpty(value);
}

function missing(field: Field): Problem {
  return problem('missing_required_field', { name: field.key }, { param: field.key });
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

/** Lays written values over a snapshot: null clears a field. */
export function mergedValues(snapshot: EntryValues, written: EntryValues): EntryValues {
  const merged = { ...snapshot, ...written };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** @throws invalid_field_value when all values together are larger than an entry may be. */
export function checkSize(values: EntryValues): void {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= limits.entry_values_bytes_max) return;
  const expected = `at most ${limits.entry_values_bytes_max} bytes in all`;
  throw problem(
    'invalid_field_value',
    { name: 'values', why: `they must be ${expected}` },
    { param: 'values', expected, got: `${bytes} bytes` },
  );
}
