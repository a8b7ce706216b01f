import type { FieldType } from './field-types.ts';

/** Most conditions of one field, and most groups of one definition. */
export const conditionsMax = 5;
export const groupsMax = 20;
export const groupLabelCharsMax = 60;

export type ConditionValue = string | number | boolean;

/** One condition of `options.show_if`: the key of a field of the same definition, and one operator. */
export type Condition = { field: string } & (
  { eq: ConditionValue } | { ne: ConditionValue } | { in: ConditionValue[] } | { is_null: boolean }
);

/** The field types whose values `eq`, `ne` and `in` compare. `is_null` works on every type. */
export const comparedTypes: readonly FieldType[] = ['string', 'select', 'boolean', 'number'];

/** The part of a field definition that conditions need. */
export interface ConditionalField {
  readonly key: string;
  readonly type: FieldType;
  readonly options: { readonly show_if?: readonly Condition[] };
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * The keys of the fields that a form hides (specification: conditions): those with a condition that does not hold.
 * @param valueOf - the value of a field, in its stored or its written form
 */
export function hiddenFields<F extends ConditionalField>(
  fields: readonly F[],
  valueOf: (field: F) => unknown,
): ReadonlySet<string> {
  if (!fields.some(({ options }) => options.show_if !== undefined)) return noKeys;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const isShownByKey = new Map<string, boolean>();
  const isShown = (field: F): boolean => {
    const evaluated = isShownByKey.get(field.key);
    if (evaluated !== undefined) return evaluated;
    isShownByKey.set(field.key, false); // ends circles, which definitions can't have
    const isMet = (condition: Condition) => {
      const source = byKey.get(condition.field);
      return source !== undefined && isShown(source) && holds(condition, source, valueOf(source));
    };
    const areAllMet = (field.options.show_if ?? []).every(isMet);
    isShownByKey.set(field.key, areAllMet);
    return areAllMet;
  };
  return new Set(fields.filter((field) => !isShown(field)).map(({ key }) => key));
}

/**
 * The key of the shown field whose value hides a field: the field of its first condition that does not hold, or, if that
 * field is hidden too, the one that hides it. Null for a shown field.
 */
export function hidingField<F extends ConditionalField>(
  fields: readonly F[],
  field: F,
  valueOf: (field: F) => unknown,
): string | null {
  const hidden = hiddenFields(fields, valueOf);
  let hiding = field;
  while (hidden.has(hiding.key)) {
    const sources = (hiding.options.show_if ?? []).map((condition) => ({
      condition,
      source: fields.find(({ key }) => key === condition.field),
    }));
    const failing = sources.find(
      ({ condition, source }) =>
        source === undefined || hidden.has(source.key) || !holds(condition, source, valueOf(source)),
    );
    if (failing?.source === undefined) return null;
    hiding = failing.source;
  }
  return hiding === field ? null : hiding.key;
}

function holds(condition: Condition, { type }: ConditionalField, value: unknown): boolean {
  if ('eq' in condition) return value === condition.eq;
  if ('ne' in condition) return value !== condition.ne;
  if ('in' in condition) return condition.in.includes(value as ConditionValue);
  return isEmptyValue(type, value) === condition.is_null;
}

/** The values that a condition compares. */
export function comparedValues(condition: Condition): readonly ConditionValue[] {
  if ('in' in condition) return condition.in;
  return 'eq' in condition ? [condition.eq] : 'ne' in condition ? [condition.ne] : [];
}

/** Whether a field of this type has no value. Every JSON value except null is one. */
export function isEmptyValue(type: FieldType, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return type !== 'json' && (value === '' || (Array.isArray(value) && value.length === 0));
}

/** The keys of the fields on which a field depends through conditions, directly or through other fields. */
export function conditionSources<F extends ConditionalField>(fields: readonly F[], field: F): Set<string> {
  const keys = new Set<string>();
  const addSources = ({ options }: ConditionalField) => {
    for (const { field: key } of options.show_if ?? []) {
      if (keys.has(key)) continue;
      keys.add(key);
      const source = fields.find((one) => one.key === key);
      if (source !== undefined) addSources(source);
    }
  };
  addSources(field);
  return keys;
}
