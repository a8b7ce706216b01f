import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Operator } from '../../../contract/fields/field-types.ts';
import { foldedStart } from '../../../contract/text/fold.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { Field } from '../../fields/schema.ts';
import { badValue, type Facet } from '../../fields/kind.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import {
  type Condition,
  type Plan,
  type PlannedFilter,
  ranks,
  type SnapshotCondition,
} from './filter-plan.ts';
import { nearPlan, withinPlan } from './geo-filters.ts';
import { filterText, type WhereFilter } from '../../../core/http/index.ts';
import { literalPattern } from '../../../core/mongo/index.ts';

/** The bounds that several filters set on one field. One condition on the index contains all of them. */
type Bounds = Record<string, Facet>;

/** The id of the locale whose blocks count; null if all blocks count, as in drafts and in projects with one locale. */
type BlockLocale = string | null;

type OperatorPlan =
  | { filter: (field: Field, where: WhereFilter, locale: BlockLocale) => Plan }
  /** The operator of MongoDB. */
  | { bound: '$gt' | '$gte' | '$lt' | '$lte' };

/** The condition of each operator. A new operator is one row here and one in `contract/fields/field-types.ts`. */
const operatorPlans: Readonly<Record<Operator, OperatorPlan>> = {
  eq: { filter: (field, where) => oneOf(field, [parseWhole(field, where.value, where)]) },
  ne: {
    filter(field, where) {
      const equal = oneOf(field, [parseWhole(field, where.value, where)]);
      return linear((snapshot) => ({ $nor: [equal.plain(snapshot)] }));
    },
  },
  gt: { bound: '$gt' },
  gte: { bound: '$gte' },
  lt: { bound: '$lt' },
  lte: { bound: '$lte' },
  in: {
    filter(field, where) {
      const texts = splitList(where.value, where.param);
      return oneOf(
        field,
        texts.map((text) => parseWhole(field, text, where)),
      );
    },
  },
  contains: {
    filter(field, where, locale) {
      const operand = parseOperand(field, where.value, where);
      if (isSharedList(field) && locale !== null) return shownBlock(field, operand.facet, locale);
      // A list contains an id as a text contains a part of it.
      if (operand.exact === undefined) return oneOf(field, [operand]);
      return linear(matches(storageKey(field), literalPattern(operand.exact)));
    },
  },
  starts_with: {
    filter(field, where) {
      const { exact = where.value } = parseOperand(field, where.value, where);
      return startsWith(storageKey(field), exact);
    },
  },
  near: { filter: nearPlan },
  within: { filter: withinPlan },
  is_null: { filter: (field, where, locale) => linear(isNull(field, where, locale)) },
};

/**
 * Turns `where` parameters into conditions, sorted by how few entries their kinds usually leave.
 * @throws unknown_filter_field, unsupported_filter_operator, invalid_field_value, invalid_parameter
 */
export function planFilters(
  type: TypeRecord,
  where: readonly WhereFilter[],
  locale: BlockLocale = null,
): PlannedFilter[] {
  if (where.length > limits.filters_max) {
    throw apiError(
      'invalid_parameter',
      { name: 'where', why: `takes at most ${limits.filters_max} filters` },
      { param: 'where' },
    );
  }
  const ranges = new Map<Field, Bounds>();
  const filters: PlannedFilter[] = [];
  for (const filter of where) {
    const field = fieldOf(type, filter);
    const plan = operatorPlans[operatorOf(field, filter)];
    if ('bound' in plan) {
      const bounds = ranges.get(field) ?? {};
      bounds[plan.bound] = parseOperand(field, filter.value, filter).facet;
      ranges.set(field, bounds);
    } else {
      filters.push({ ...plan.filter(field, filter, locale), param: `where[${field.key}]` });
    }
  }
  for (const [field, bounds] of ranges)
    filters.push({ ...within(storageKey(field), bounds), param: `where[${field.key}]` });
  return filters.sort((a, b) => a.rank - b.rank);
}

function fieldOf(type: TypeRecord, { field: name, param, operator, value }: WhereFilter): Field {
  const field = type.fields.find(({ key }) => key === name);
  if (field !== undefined) return field;
  const keys = type.fields.map(({ key }) => key);
  const keyAlone = name.replace(/^(values|fields|data|attributes)\./, '');
  if (keyAlone !== name && keys.includes(keyAlone)) {
    throw new ApiError(
      'unknown_filter_field',
      `There is no field "${name}". Use the field key alone: ${filterText(keyAlone, operator, value)}.`,
      { param, did_you_mean: keyAlone, available_fields: keys },
    );
  }
  throw apiError(
    'unknown_filter_field',
    { name },
    { param, did_you_mean: suggestKey(name, type.fields), available_fields: keys },
  );
}

function operatorOf(field: Field, { operator: name, param }: WhereFilter): Operator {
  const { operators } = fieldKindOf(field);
  const operator = operators.find((each) => each === name);
  if (operator !== undefined) return operator;
  throw apiError(
    'unsupported_filter_operator',
    { name: field.key, operator: name },
    { param, did_you_mean: didYouMean(name, operators), available_operators: operators },
  );
}

/** Reads the operand of a filter that compares whole values. @throws invalid_parameter, invalid_field_value */
function parseWhole(field: Field, text: string, where: WhereFilter): { facet: Facet; exact?: string } {
  return parseOperand(field, fieldKindOf(field).wholeText?.(text, field) ?? text, where);
}

/** @throws invalid_parameter, invalid_field_value */
function parseOperand(field: Field, text: string, { param }: WhereFilter): { facet: Facet; exact?: string } {
  if (text.length > limits.filter_chars_max) {
    const why = `takes at most ${limits.filter_chars_max} characters`;
    throw apiError('invalid_parameter', { name: param, why }, { param });
  }
  const kind = fieldKindOf(field);
  const operand = kind.parseFilter?.(text, field, param);
  if (operand != null) return operand;
  const error = badValue(
    { field, at: param, warn: () => undefined },
    kind.filterExpects ?? field.type,
    'string',
  );
  if (kind.filterExample === undefined) throw error;
  throw new ApiError(error.code, `The field ${field.key} takes ${kind.filterExample}.`, error.hints);
}

function linear(plain: SnapshotCondition): Plan {
  return { facet: null, plain, isExact: false, rank: ranks.linear };
}

/** A condition on one row of the facets: `v` is a value or an operator. */
function facet(key: string, v: unknown): Condition {
  return { facets: { $elemMatch: { k: key, v } } };
}

function value(key: string, condition: unknown): SnapshotCondition {
  return (snapshot) => ({ [`${snapshot}.${key}`]: condition });
}

/** Facets of texts are folded, so the snapshot decides whether a text is equal. */
function oneOf(field: Field, values: readonly { facet: Facet; exact?: string }[]): Plan {
  const { type } = field;
  const forms = values.flatMap((plan) => plan.exact ?? storedForms(plan.facet));
  return {
    facet: facet(storageKey(field), anyOf(values.map((plan) => plan.facet))),
    plain: value(pathOf(field), anyOf(forms)),
    isExact: values.every((plan) => plan.exact === undefined),
    rank: type === 'boolean' ? ranks.boolean : type === 'select' ? ranks.choice : ranks.exact,
  };
}

/** Whether all locales have the same list of blocks, of which each can show some. */
function isSharedList({ type, options }: Field): boolean {
  return type === 'blocks' && options.localized !== true;
}

/** Facets of documents contain the blocks of all locales, so the snapshot decides which blocks a locale shows. */
function shownBlock(field: Field, slug: Facet, locale: string): Plan {
  const key = storageKey(field);
  return {
    facet: facet(key, slug),
    plain: value(key, { $elemMatch: { block: slug, ...isShownIn(locale) } }),
    isExact: false,
    rank: ranks.exact,
  };
}

function isShownIn(locale: string) {
  return { only_locales: { $in: [null, locale] } };
}

/** The path of the stored value that a filter compares. */
function pathOf(field: Field): string {
  const { filterPath } = fieldKindOf(field);
  return filterPath === undefined ? storageKey(field) : `${storageKey(field)}.${filterPath}`;
}

function anyOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : { $in: values };
}

function within(key: string, bounds: Bounds): Plan {
  const forms = Object.entries(bounds).map(([operator, bound]) => {
    const texts = storedForms(bound);
    // A day sorts before its midnight, whose text begins with the day.
    return [operator, operator === '$gte' || operator === '$lt' ? texts[0] : texts.at(-1)];
  });
  return {
    facet: facet(key, bounds),
    plain: value(key, Object.fromEntries(forms)),
    isExact: true,
    rank: ranks.range,
  };
}

/** The stored texts of a value that compares as `facet`, sorted: a midnight may be stored as a day. */
function storedForms(facet: Facet): Facet[] {
  if (!(facet instanceof Date)) return [facet];
  const moment = facet.toISOString();
  return moment.endsWith('T00:00:00.000Z') ? [moment.slice(0, 10), moment] : [moment];
}

function startsWith(key: string, text: string): Plan {
  // A combining mark at the end may be followed by marks that normalization sorts before it.
  const prefix = foldedStart(text).replace(/\p{M}+$/u, '');
  const plain = matches(key, `^${literalPattern(text)}`);
  if (prefix === '') return linear(plain);
  const end = afterPrefix(prefix);
  const bounds = { $gte: prefix, ...(end === null ? {} : { $lt: end }) };
  return { facet: facet(key, bounds), plain, isExact: false, rank: ranks.range };
}

/** The first text after all texts with the prefix, in the order of code points; null if there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((sign) => sign.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // Texts contain no unpaired surrogates.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

function matches(key: string, pattern: string): SnapshotCondition {
  return value(key, { $regex: pattern, $options: 'i' });
}

function isNull(
  field: Field,
  { value: operand, param }: WhereFilter,
  locale: BlockLocale,
): SnapshotCondition {
  if (operand !== 'true' && operand !== 'false') {
    throw apiError(
      'invalid_field_value',
      { name: field.key, why: 'is_null takes true or false' },
      { param, expected: 'true or false', got: 'string' },
    );
  }
  if (isSharedList(field) && locale !== null) {
    const hasBlock = value(storageKey(field), { $elemMatch: isShownIn(locale) });
    return operand === 'true' ? (snapshot) => ({ $nor: [hasBlock(snapshot)] }) : hasBlock;
  }
  const empty = { $in: [null, []] };
  return value(storageKey(field), operand === 'true' ? empty : { $not: empty });
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
