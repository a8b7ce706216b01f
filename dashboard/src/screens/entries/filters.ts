import type { Field, FieldType, Operator } from '../../../../src/fields/schema.ts';
import type { EntriesSearch } from './search.ts';

/** One filter of the list: a `where` parameter of the API. */
export interface Filter {
  field: string;
  operator: Operator;
  value: string;
}

const text: readonly Operator[] = ['contains', 'eq', 'ne', 'starts_with', 'is_null'];
const order: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'is_null'];

/** The operators of each type, the likeliest first (spec, "Field definition"). */
export const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  string: text,
  text,
  url: text,
  richtext: ['is_null'],
  number: order,
  date: order,
  boolean: ['eq', 'is_null'],
  select: ['eq', 'ne', 'is_null'],
  image: ['is_null'],
  gallery: ['is_null'],
  link: ['eq', 'ne', 'is_null'],
  reference: ['eq', 'ne', 'is_null'],
  link_list: ['contains', 'is_null'],
  reference_list: ['contains', 'is_null'],
};

/** How operators read between a field and a value. */
export const operatorNames: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  contains: 'contains',
  starts_with: 'begins with',
  is_null: 'is empty',
};

const pattern = /^where\[([^[\]]+)\](?:\[([^[\]]+)\])?$/;

/** The filters that an address holds. */
export function filtersIn(search: EntriesSearch): Filter[] {
  return Object.entries(search).flatMap(([name, value]) => {
    const [, field, operator = 'eq'] = pattern.exec(name) ?? [];
    return field === undefined || value === undefined
      ? []
      : [{ field, operator: operator as Operator, value }];
  });
}

/** The name of a filter's parameter. */
export function parameterOf({ field, operator }: Pick<Filter, 'field' | 'operator'>): string {
  return `where[${field}][${operator}]`;
}

/** A filter in words: `Price is at least 10`. */
export function inWords({ field, operator, value }: Filter, fields: readonly Field[]): string {
  const found = fields.find(({ key }) => key === field);
  const name = found?.label ?? field;
  if (operator === 'is_null') return `${name} ${value === 'false' ? 'is not empty' : 'is empty'}`;
  const choice = found?.options.choices?.find((one) => one.value === value)?.label;
  const shown = found?.type === 'boolean' ? (value === 'true' ? 'yes' : 'no') : (choice ?? value);
  return `${name} ${operatorNames[operator]} ${shown}`;
}
