import {
  type FieldType,
  fieldTypeFacts,
  type Operator,
  operatorLabels,
} from '../../../../src/contract/field-types.ts';
import type { Field } from '../../../../src/fields/schema.ts';
import type { EntriesSearch } from './search.ts';

/** One filter of the list: a `where` parameter of the API. */
export interface Filter {
  field: string;
  operator: Operator;
  value: string;
}

/** Whether a person gains something by it: a list of values has no field of its own here, and "is not" of two values is "is". */
function isOffered(type: FieldType, operator: Operator): boolean {
  return operator !== 'in' && !(type === 'boolean' && operator === 'ne');
}

/** The operators that the list offers for a type, the likeliest first. */
export function operatorsOf(type: FieldType): Operator[] {
  const offered = fieldTypeFacts[type].operators.filter((operator) => isOffered(type, operator));
  return offered.sort((one, other) => Number(other === 'contains') - Number(one === 'contains'));
}

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
  return `${name} ${operatorLabels[operator]} ${shown}`;
}
