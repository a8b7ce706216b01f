import {
  comparedTypes,
  type Condition,
  type ConditionValue,
} from '../../../../../../src/contract/fields/conditions.ts';
import type { DraftField } from '../../builder/draft.ts';

export type ConditionOperator = 'eq' | 'ne' | 'in' | 'is_empty' | 'has_value';

export const operatorWords: Readonly<Record<ConditionOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  is_empty: 'is empty',
  has_value: 'has a value',
};

type Source = Pick<DraftField, 'key' | 'type' | 'options'>;

/** The operators that a condition on a field can have. */
export function operatorsOf({ type }: Source): ConditionOperator[] {
  if (!comparedTypes.includes(type)) return ['is_empty', 'has_value'];
  return type === 'boolean'
    ? ['eq', 'ne', 'is_empty', 'has_value']
    : ['eq', 'ne', 'in', 'is_empty', 'has_value'];
}

export function operatorOf(condition: Condition): ConditionOperator {
  if ('is_null' in condition) return condition.is_null ? 'is_empty' : 'has_value';
  return 'eq' in condition ? 'eq' : 'ne' in condition ? 'ne' : 'in';
}

/** A condition on a field; values of another type are replaced. */
export function conditionOf(
  source: Source,
  operator: ConditionOperator,
  values: readonly ConditionValue[],
): Condition {
  const { key: field } = source;
  if (operator === 'is_empty' || operator === 'has_value') return { field, is_null: operator === 'is_empty' };
  const suitable = values.filter((value) => isSuitable(source, value));
  const [value = firstValue(source)] = suitable;
  if (operator === 'in') return { field, in: suitable.length === 0 ? [value] : [...suitable] };
  return operator === 'eq' ? { field, eq: value } : { field, ne: value };
}

/** The first suggestion: the field has its first choice, is on, or has a value. */
export function newCondition(source: Source): Condition {
  const isChoice = source.type === 'select' || source.type === 'boolean';
  return conditionOf(source, isChoice ? 'eq' : 'has_value', []);
}

function isSuitable({ type, options }: Source, value: ConditionValue): boolean {
  if (type === 'number' || type === 'boolean') return typeof value === type;
  if (typeof value !== 'string') return false;
  return type !== 'select' || (options.choices ?? []).some((choice) => choice.value === value);
}

function firstValue({ type, options }: Source): ConditionValue {
  if (type === 'boolean') return true;
  if (type === 'number') return 0;
  return type === 'select' ? (options.choices?.[0]?.value ?? '') : '';
}
