import { foldedStart } from '../contract/fold.ts';
import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryRecord } from '../entries/schema.ts';
import type { Field, Operator } from '../fields/schema.ts';
import { badValue, type Facet, kindOf } from '../fields/service.ts';
import type { Where } from '../platform/http/query.ts';
import type { Within } from '../platform/mongo/scoped.ts';

type Condition = Within<EntryRecord>;

type Plain = (at: 'live' | 'draft') => Condition;

/** A filter as conditions on the stored entry. */
export interface PlannedFilter {
  /** What the index of the facets can answer; null when every entry must be looked at. */
  facet: Condition | null;
  /** The whole filter, asked of a snapshot. */
  plain: Plain;
  /** Whether the facet alone says the same; folded texts say more. */
  isExact: boolean;
  /** How much is left over by filters of its kind as a rule: less is better. */
  rank: number;
  param: string;
}

const ranks = { exact: 0, choice: 1, range: 2, boolean: 3, linear: 4 } as const;

function isRange(operator: Operator): boolean {
  return ['gt', 'gte', 'lt', 'lte'].includes(operator);
}

/**
 * Turns `where` parameters into conditions, in the order of how selective they are as a rule; `filter-order.ts` says
 * what the data says.
 * @throws unknown_filter_field, unsupported_filter_operator, invalid_field_value, invalid_parameter
 */
export function planFilters(type: TypeRecord, where: readonly Where[]): PlannedFilter[] {
  if (where.length > limits.filters_max) {
    throw problem(
      'invalid_parameter',
      { name: 'where', why: `takes at most ${limits.filters_max} filters` },
      { param: 'where' },
    );
  }
  const ranges = new Map<string, Record<string, Facet>>();
  const planned: PlannedFilter[] = [];
  for (const filter of where) {
    const field = fieldOf(type, filter);
    const operator = operatorOf(field, filter);
    if (isRange(operator)) {
      const bounds = ranges.get(field.key) ?? {};
      bounds[`$${operator}`] = parse(field, filter.value, filter).facet;
      ranges.set(field.key, bounds);
    } else {
      planned.push({ ...plan(field, operator, filter), param: `where[${field.key}]` });
    }
  }
  for (const [key, bounds] of ranges) planned.push({ ...within(key, bounds), param: `where[${key}]` });
  return planned.sort((a, b) => a.rank - b.rank);
}

function fieldOf(type: TypeRecord, { field: name, param }: Where): Field {
  const found = type.fields.find(({ key }) => key === name);
  if (found !== undefined) return found;
  const keys = type.fields.map(({ key }) => key);
  throw problem(
    'unknown_filter_field',
    { name },
    { param, did_you_mean: didYouMean(name, keys), available_fields: keys },
  );
}

function operatorOf(field: Field, { operator: name, param }: Where): Operator {
  const { operators } = kindOf(field);
  const found = operators.find((operator) => operator === name);
  if (found !== undefined) return found;
  throw problem(
    'unsupported_filter_operator',
    { name: field.key, operator: name },
    { param, did_you_mean: didYouMean(name, operators), available_operators: operators },
  );
}

type Plan = Omit<PlannedFilter, 'param'>;

function plan(field: Field, operator: Operator, filter: Where): Plan {
  const { key } = field;
  if (operator === 'is_null') return linear(isNull(key, filter));
  if (operator === 'in') {
    const values = splitList(filter.value, filter.param).map((text) => parse(field, text, filter));
    return oneOf(field, values);
  }
  const asked = parse(field, filter.value, filter);
  if (operator === 'starts_with') return startsWith(key, filter.value);
  // A list contains an id as a text contains a part of it.
  if (operator === 'contains' && asked.exact !== undefined)
    return linear(matches(key, escapeRegex(filter.value)));
  const equal = oneOf(field, [asked]);
  return operator === 'ne' ? linear((at) => ({ $nor: [equal.plain(at)] })) : equal;
}

function linear(plain: Plain): Plan {
  return { facet: null, plain, isExact: false, rank: ranks.linear };
}

function exactRank({ type }: Field): number {
  if (type === 'boolean') return ranks.boolean;
  return type === 'select' ? ranks.choice : ranks.exact;
}

function parse(field: Field, text: string, { param }: Where): { facet: Facet; exact?: unknown } {
  if (text.length > limits.filter_chars_max) {
    const why = `takes at most ${limits.filter_chars_max} characters`;
    throw problem('invalid_parameter', { name: param, why }, { param });
  }
  const kind = kindOf(field);
  const parsed = kind.parseFilter?.(text);
  if (parsed != null) return parsed;
  throw badValue({ field, at: param, warn: () => undefined }, kind.filterExpects ?? field.type, 'string');
}

/** A condition on one row of the facets: `v` equals or lies within. */
function facet(key: string, v: unknown): Condition {
  return { facets: { $elemMatch: { k: key, v } } };
}

function value(key: string, condition: unknown): Plain {
  return (at) => ({ [`${at}.${key}`]: condition });
}

/** Texts are folded in the facets, so the snapshot decides what is equal to the letter. */
function oneOf(field: Field, values: readonly { facet: Facet; exact?: unknown }[]): Plan {
  const { key } = field;
  const stored = values.flatMap((one) => one.exact ?? storedForms(one.facet));
  return {
    facet: facet(key, anyOf(values.map((one) => one.facet))),
    plain: value(key, anyOf(stored)),
    isExact: values.every((one) => one.exact === undefined),
    rank: exactRank(field),
  };
}

function anyOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : { $in: values };
}

function within(key: string, bounds: Record<string, Facet>): Plan {
  const stored = Object.entries(bounds).map(([operator, bound]) => {
    const forms = storedForms(bound);
    // A day is stored as the beginning of its midnight's text, so it stands before everything of that day.
    return [operator, operator === '$gte' || operator === '$lt' ? forms[0] : forms.at(-1)];
  });
  return {
    facet: facet(key, bounds),
    plain: value(key, Object.fromEntries(stored)),
    isExact: true,
    rank: ranks.range,
  };
}

/** How values that compare as `facet` stand in a snapshot, in their order as texts: a day also as its midnight. */
function storedForms(facet: Facet): Facet[] {
  if (!(facet instanceof Date)) return [facet];
  const moment = facet.toISOString();
  return moment.endsWith('T00:00:00.000Z') ? [moment.slice(0, 10), moment] : [moment];
}

function startsWith(key: string, text: string): Plan {
  // A sign at the end may be followed by others that a normal form puts before it.
  const prefix = foldedStart(text).replace(/\p{M}+$/u, '');
  const plain = matches(key, `^${escapeRegex(text)}`);
  if (prefix === '') return linear(plain);
  const end = afterPrefix(prefix);
  const bounds = { $gte: prefix, ...(end === null ? {} : { $lt: end }) };
  return { facet: facet(key, bounds), plain, isExact: false, rank: ranks.range };
}

/** The first text behind all that begin with the prefix, in the order of code points; null when none is. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((sign) => sign.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // No text holds half of a pair.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

function matches(key: string, pattern: string): Plain {
  return value(key, { $regex: pattern, $options: 'i' });
}

function isNull(key: string, { value: asked, param }: Where): Plain {
  if (asked !== 'true' && asked !== 'false') {
    throw problem(
      'invalid_field_value',
      { name: key, why: 'is_null takes true or false' },
      { param, expected: 'true or false', got: 'string' },
    );
  }
  const empty = { $in: [null, []] };
  return value(key, asked === 'true' ? empty : { $not: empty });
}

/** Values separated by commas; `\,` is a comma in a value, `\\` a backslash (contract, section 6). */
function splitList(text: string, param: string): string[] {
  const values = [''];
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i);
    const last = values.length - 1;
    if (sign === ',') values.push('');
    else if (sign === '\\' && /[\\,]/.test(text.charAt(i + 1))) values[last] += text.charAt((i += 1));
    else values[last] += sign;
  }
  if (values.length <= limits.in_values_max) return values;
  throw problem(
    'invalid_parameter',
    { name: param, why: `takes at most ${limits.in_values_max} values` },
    { param },
  );
}

/** The text as a pattern that finds it literally. */
export function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
