import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryRecord } from '../entries/schema.ts';
import type { Field, Operator } from '../fields/schema.ts';
import { badValue, type Facet, fold, kindOf } from '../fields/service.ts';
import type { Where } from '../platform/http/query.ts';
import type { Within } from '../platform/mongo/scoped.ts';

type Condition = Within<EntryRecord>;

/** A filter as conditions on the stored entry, and how much of an index it can use: less is better. */
interface Planned {
  condition: Condition;
  rank: number;
  field: string;
}

const ranks = { exact: 0, range: 1, boolean: 2, linear: 3 } as const;
const rangeOperators: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

/**
 * Turns `where` parameters into conditions, the most selective first: of several conditions on the facets only the
 * first bounds the scan (design, section 3).
 * @throws unknown_filter_field, unsupported_filter_operator, invalid_field_value, invalid_parameter
 */
export function planFilters(
  type: TypeRecord,
  where: readonly Where[],
): { conditions: Condition[]; usesFacets: boolean; slowest: string | null } {
  if (where.length > limits.filters_max) {
    throw problem(
      'invalid_parameter',
      { name: 'where', why: `takes at most ${limits.filters_max} filters` },
      { param: 'where' },
    );
  }
  const ranges = new Map<string, { field: Field; bounds: Record<string, Facet> }>();
  const planned: Planned[] = [];
  for (const filter of where) {
    const field = fieldOf(type, filter);
    const operator = operatorOf(field, filter);
    if (rangeOperators.includes(operator)) {
      const range = ranges.get(field.key) ?? { field, bounds: {} };
      range.bounds[`$${operator}`] = parse(field, filter.value, filter).facet;
      ranges.set(field.key, range);
    } else {
      planned.push(plan(field, operator, filter));
    }
  }
  for (const { field, bounds } of ranges.values()) {
    planned.push({ condition: facet(field.key, bounds), rank: ranks.range, field: field.key });
  }
  planned.sort((a, b) => a.rank - b.rank);
  const slowest = planned.filter(({ rank }) => rank === ranks.linear).at(-1) ?? planned.at(-1);
  return {
    conditions: planned.map(({ condition }) => condition),
    usesFacets: planned[0] !== undefined && planned[0].rank < ranks.linear,
    slowest: slowest === undefined ? null : `where[${slowest.field}]`,
  };
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

function plan(field: Field, operator: Operator, filter: Where): Planned {
  const { key } = field;
  const linear = (condition: Condition): Planned => ({ condition, rank: ranks.linear, field: key });
  if (operator === 'is_null') return linear(isNull(key, filter));
  if (operator === 'in') {
    const values = splitList(filter.value, filter.param).map((text) => parse(field, text, filter));
    return { condition: oneOf(key, values), rank: ranks.exact, field: key };
  }
  const value = parse(field, filter.value, filter);
  if (operator === 'starts_with') {
    return {
      condition: startsWith(key, filter.value),
      rank: filter.value === '' ? ranks.linear : ranks.range,
      field: key,
    };
  }
  if (operator === 'contains') {
    if (value.exact === undefined) return { condition: oneOf(key, [value]), rank: ranks.exact, field: key }; // a list has the id
    return linear(matches(key, escapeRegex(filter.value)));
  }
  if (operator === 'ne') return linear({ $nor: [oneOf(key, [value])] });
  return {
    condition: oneOf(key, [value]),
    rank: field.type === 'boolean' ? ranks.boolean : ranks.exact,
    field: key,
  };
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

function live(key: string, condition: unknown): Condition {
  return { [`live.${key}`]: condition };
}

/** Texts are folded in the facets, so the snapshot decides what is equal to the letter. */
function oneOf(key: string, values: readonly { facet: Facet; exact?: unknown }[]): Condition {
  const facets = values.map((value) => value.facet);
  const byFacet = facet(key, facets.length === 1 ? facets[0] : { $in: facets });
  if (values.every((value) => value.exact === undefined)) return byFacet;
  const exact = values.map((value) => value.exact);
  return { $and: [byFacet, live(key, exact.length === 1 ? exact[0] : { $in: exact })] };
}

function startsWith(key: string, text: string): Condition {
  const prefix = fold(text);
  const exactly = matches(key, `^${escapeRegex(text)}`);
  if (prefix === '') return exactly;
  // The database orders texts by code point; after this one comes nothing.
  return { $and: [facet(key, { $gte: prefix, $lt: `${prefix}\u{10ffff}` }), exactly] };
}

function matches(key: string, pattern: string): Condition {
  return live(key, { $regex: pattern, $options: 'i' });
}

function isNull(key: string, { value, param }: Where): Condition {
  if (value !== 'true' && value !== 'false') {
    throw problem(
      'invalid_field_value',
      { name: key, why: 'is_null takes true or false' },
      { param, expected: 'true or false', got: 'string' },
    );
  }
  const empty = { $in: [null, []] };
  return live(key, value === 'true' ? empty : { $not: empty });
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

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
