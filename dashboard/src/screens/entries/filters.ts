import {
  type FieldType,
  fieldTypeFacts,
  type Operator,
  operatorLabels,
} from '../../../../src/contract/fields/field-types.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { EntriesSearch } from './search.ts';

/** One filter of the list: a `where` parameter of the API. */
export interface Filter {
  field: string;
  operator: Operator;
  value: string;
}

/** A comparison in the form: an operator of the API, or "is not empty", which the API expresses as `is_null` = false. */
export type Comparison = Operator | 'not_null';

/** The labels of comparisons of dates: `is after` instead of `is greater than`. */
const dateWords: Partial<Record<Comparison, string>> = {
  eq: 'is on',
  ne: 'is not on',
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

/** A comparison as people read it between a field and a value. */
export function comparisonLabel(type: FieldType | undefined, comparison: Comparison): string {
  if (comparison === 'not_null') return 'is not empty';
  return (type === 'date' ? dateWords[comparison] : undefined) ?? operatorLabels[comparison];
}

/** Whether the form offers an operator. It has no input for lists, and "is not yes" is the same as "is no". */
function isOffered(type: FieldType, operator: Operator): boolean {
  return operator !== 'in' && !(type === 'boolean' && operator === 'ne');
}

/** The comparisons that the form offers for a type, "contains" first. */
export function comparisonsOf(type: FieldType): Comparison[] {
  const offered: Comparison[] = fieldTypeFacts[type].operators.filter((operator) =>
    isOffered(type, operator),
  );
  return [
    ...offered.sort((one, other) => Number(other === 'contains') - Number(one === 'contains')),
    'not_null',
  ];
}

/** The comparison of a filter. */
export function comparisonOf({ operator, value }: Filter): Comparison {
  return operator === 'is_null' && value === 'false' ? 'not_null' : operator;
}

/** The filter of a comparison. */
export function filterOf(field: string, comparison: Comparison, value: string): Filter {
  if (comparison === 'not_null') return { field, operator: 'is_null', value: 'false' };
  return { field, operator: comparison, value: comparison === 'is_null' ? 'true' : value };
}

const pattern = /^where\[([^[\]]+)\](?:\[([^[\]]+)\])?$/;

/** The filters of a URL. */
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

/** A filter in words: `Price is at least 10`. `titleOf` returns the title of a linked item. */
export function inWords(filter: Filter, fields: readonly Field[], titleOf: (id: string) => string): string {
  const { field, value } = filter;
  const comparison = comparisonOf(filter);
  const definition = fields.find(({ key }) => key === field);
  const start = `${definition?.label ?? field} ${comparisonLabel(definition?.type, comparison)}`;
  if (comparison === 'is_null' || comparison === 'not_null') return start;
  const choice = definition?.options.choices?.find((one) => one.value === value)?.label;
  const isLink = definition !== undefined && isLinkField(definition);
  const text = isLink ? titleOf(value) : (choice ?? value);
  return `${start} ${definition?.type === 'boolean' ? (value === 'true' ? 'yes' : 'no') : text}`;
}

/** Whether the values of a field are ids of other content. */
export function isLinkField({ type }: Field): boolean {
  return /^(link|reference)/.test(type);
}
