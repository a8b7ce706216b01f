import type { Operator } from '../../../contract/fields/field-types.ts';
import { foldedStart } from '../../../contract/text/fold.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { EntryRecord } from '../store/schema.ts';
import type { Field } from '../../fields/schema.ts';
import { badValue, type Facet } from '../../fields/kind.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import { literalPattern, type Within } from '../../../core/mongo/index.ts';

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

/** How much filters of each kind leave over as a rule. */
export const ranks = { exact: 0, choice: 1, range: 2, boolean: 3, linear: 4 } as const;

type Plan = Omit<PlannedFilter, 'param'>;

/** The bounds that several filters set on one field; the index answers them together. */
export type Bounds = Record<string, Facet>;

type OperatorPlan =
  | { filter: (field: Field, asked: WhereFilter) => Plan }
  /** How MongoDB writes the bound. */
  | { bound: '$gt' | '$gte' | '$lt' | '$lte' };

/** What each operator asks of the stored entries. An operator is one row here and one in `contract/fields/field-types.ts`. */
export const operatorPlans: Readonly<Record<Operator, OperatorPlan>> = {
  eq: { filter: (field, asked) => oneOf(field, [parseOperand(field, asked.value, asked)]) },
  ne: {
    filter(field, asked) {
      const equal = oneOf(field, [parseOperand(field, asked.value, asked)]);
      return linear((at) => ({ $nor: [equal.plain(at)] }));
    },
  },
  gt: { bound: '$gt' },
  gte: { bound: '$gte' },
  lt: { bound: '$lt' },
  lte: { bound: '$lte' },
  in: {
    filter(field, asked) {
      const texts = splitList(asked.value, asked.param);
      return oneOf(
        field,
        texts.map((text) => parseOperand(field, text, asked)),
      );
    },
  },
  contains: {
    filter(field, asked) {
      const operand = parseOperand(field, asked.value, asked);
      // A list contains an id as a text contains a part of it.
      if (operand.exact === undefined) return oneOf(field, [operand]);
      return linear(matches(field.key, literalPattern(operand.exact)));
    },
  },
  starts_with: {
    filter(field, asked) {
      const { exact = asked.value } = parseOperand(field, asked.value, asked);
      return startsWith(field.key, exact);
    },
  },
  is_null: { filter: (field, asked) => linear(isNull(field.key, asked)) },
};

function linear(plain: Plain): Plan {
  return { facet: null, plain, isExact: false, rank: ranks.linear };
}

function exactRank({ type }: Field): number {
  if (type === 'boolean') return ranks.boolean;
  return type === 'select' ? ranks.choice : ranks.exact;
}

/** @throws invalid_parameter, invalid_field_value */
export function parseOperand(
  field: Field,
  text: string,
  { param }: WhereFilter,
): { facet: Facet; exact?: string } {
  if (text.length > limits.filter_chars_max) {
    const why = `takes at most ${limits.filter_chars_max} characters`;
    throw apiError('invalid_parameter', { name: param, why }, { param });
  }
  const kind = fieldKindOf(field);
  const parsed = kind.parseFilter?.(text, field, param);
  if (parsed != null) return parsed;
  const fault = badValue(
    { field, at: param, warn: () => undefined },
    kind.filterExpects ?? field.type,
    'string',
  );
  if (kind.filterExample === undefined) throw fault;
  throw new ApiError(fault.code, `The field ${field.key} takes ${kind.filterExample}.`, fault.hints);
}

/** A condition on one row of the facets: `v` equals or lies within. */
function facet(key: string, v: unknown): Condition {
  return { facets: { $elemMatch: { k: key, v } } };
}

function value(key: string, condition: unknown): Plain {
  return (at) => ({ [`${at}.${key}`]: condition });
}

/** Texts are folded in the facets, so the snapshot decides what is equal to the letter. */
function oneOf(field: Field, values: readonly { facet: Facet; exact?: string }[]): Plan {
  const { key } = field;
  const stored = values.flatMap((one) => one.exact ?? storedForms(one.facet));
  return {
    facet: facet(key, anyOf(values.map((one) => one.facet))),
    plain: value(pathOf(field), anyOf(stored)),
    isExact: values.every((one) => one.exact === undefined),
    rank: exactRank(field),
  };
}

/** Where a filter finds a stored value of the field. */
function pathOf(field: Field): string {
  const { filterPath } = fieldKindOf(field);
  return filterPath === undefined ? field.key : `${field.key}.${filterPath}`;
}

function anyOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : { $in: values };
}

export function within(key: string, bounds: Bounds): Plan {
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
  const plain = matches(key, `^${literalPattern(text)}`);
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

function isNull(key: string, { value: asked, param }: WhereFilter): Plain {
  if (asked !== 'true' && asked !== 'false') {
    throw apiError(
      'invalid_field_value',
      { name: key, why: 'is_null takes true or false' },
      { param, expected: 'true or false', got: 'string' },
    );
  }
  const empty = { $in: [null, []] };
  return value(key, asked === 'true' ? empty : { $not: empty });
}

/** Values separated by commas; `\,` is a comma in a value, `\\` a backslash (specification: filters). */
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
  throw apiError(
    'invalid_parameter',
    { name: param, why: `takes at most ${limits.in_values_max} values` },
    { param },
  );
}
