import { type ApiError, combineErrors } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import {
  comparedTypes,
  comparedValues,
  type Condition,
  type ConditionValue,
  conditionSources,
  groupLabelCharsMax,
  groupsMax,
} from '../../../contract/fields/conditions.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import { definitionError, inWords, isFieldKey } from '../../fields/definition.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { isExact } from '../../fields/kinds/scalars.ts';
import type { FieldGroup } from '../../fields/layout.ts';
import type { Field } from '../../fields/schema.ts';

type Noun = 'type' | 'block';

const groupKeys = ['key', 'label', 'display', 'collapsed'];

/** Reads `groups` of a request (specification: conditions). @throws all errors as one */
export function readGroups(definitions: readonly unknown[], noun: Noun): FieldGroup[] {
  if (definitions.length > groupsMax) {
    const why = `A ${noun} has at most ${groupsMax} groups.`;
    throw definitionError(why, 'groups');
  }
  const errors: ApiError[] = [];
  const groups: FieldGroup[] = [];
  for (const [i, definition] of definitions.entries()) {
    const group = readGroup(definition, `groups[${i}]`, noun);
    const isRepeated =
      'key' in group && groups.some(({ key }) => key.toLowerCase() === group.key.toLowerCase());
    if (!('key' in group)) errors.push(group.error);
    else if (isRepeated)
      errors.push(definitionError(`The group "${group.key}" occurs twice.`, `groups[${i}].key`));
    else groups.push(group);
  }
  const combined = combineErrors(errors);
  if (combined !== null) throw combined;
  return groups;
}

function readGroup(definition: unknown, at: string, noun: Noun): FieldGroup | { error: ApiError } {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition))
    return { error: definitionError('A group must be an object with a key.', at) };
  const properties = definition as Record<string, unknown>;
  const unknownName = Object.keys(properties).find((name) => !groupKeys.includes(name));
  if (unknownName !== undefined) {
    const why = `A group has no "${unknownName.slice(0, 80)}". Properties: ${groupKeys.join(', ')}.`;
    return { error: definitionError(why, `${at}.${unknownName}`, didYouMean(unknownName, groupKeys)) };
  }
  const { key, display = 'section', collapsed = false } = properties;
  if (!isFieldKey(key)) {
    const why = 'The key of a group begins with a letter and has at most 63 letters, digits, "_" and "-".';
    return { error: definitionError(why, `${at}.key`) };
  }
  const label =
    typeof properties['label'] === 'string'
      ? toNfc(properties['label'])
      : (properties['label'] ?? inWords(key));
  if (typeof label !== 'string' || label.trim() === '' || label.length > groupLabelCharsMax)
    return {
      error: definitionError(
        `The label of a group must be a text of 1 to ${groupLabelCharsMax} characters.`,
        `${at}.label`,
      ),
    };
  if (display !== 'section' && (display !== 'tab' || noun === 'block')) {
    const why =
      noun === 'block'
        ? 'The groups of a block have the display "section".'
        : 'display must be "section" or "tab".';
    return { error: definitionError(why, `${at}.display`) };
  }
  if (typeof collapsed !== 'boolean')
    return { error: definitionError('collapsed must be true or false.', `${at}.collapsed`) };
  return { key, label, display, collapsed };
}

/** The errors of options that name groups and other fields, in the order of the fields. */
export function layoutErrors(
  fields: readonly Field[],
  { groups, noun }: { groups: readonly FieldGroup[]; noun: Noun },
): ApiError[] {
  const keys = groups.map(({ key }) => key);
  return fields.flatMap((field, i) => {
    const { show_if: conditions, group, width } = field.options;
    const at = `fields[${i}].options`;
    const errors =
      conditions === undefined ? [] : conditionErrors(field, { fields, noun, at: `${at}.show_if` });
    if (group !== undefined && !keys.includes(group)) {
      const why = `There is no group "${group.slice(0, 80)}". Add it to "groups", or omit the option.`;
      errors.push(definitionError(why, `${at}.group`, didYouMean(group, keys)));
    }
    if (width === 'half' && (field.type === 'richtext' || field.type === 'blocks'))
      errors.push(definitionError(`A ${field.type} field has the full width.`, `${at}.width`));
    return errors;
  });
}

interface Definition {
  fields: readonly Field[];
  noun: Noun;
  at: string;
}

/** The first error of the conditions of a field. */
function conditionErrors(field: Field, { fields, noun, at }: Definition): ApiError[] {
  for (const condition of field.options.show_if ?? []) {
    const source = fields.find(({ key }) => key === condition.field);
    if (source === undefined) {
      const others = fields.filter((other) => other !== field);
      const why = `show_if names the field "${condition.field.slice(0, 80)}", and the ${noun} has no such field.`;
      return [definitionError(why, at, suggestKey(condition.field, others))];
    }
    if (source === field) return [definitionError(`The field "${field.key}" can't depend on itself.`, at)];
    const why = valueError(condition, source);
    if (why !== null) return [definitionError(why, at)];
  }
  if (!conditionSources(fields, field).has(field.key)) return [];
  const why = `The field "${field.key}" would depend on itself through the conditions of other fields.`;
  return [definitionError(why, at)];
}

/** Why a condition can't be compared with values of its field, or null. */
function valueError(condition: Condition, source: Field): string | null {
  if ('is_null' in condition) return null;
  const { key, type, options } = source;
  if (!comparedTypes.includes(type))
    return `A condition on "${key}" needs is_null, because its type is ${type}.`;
  for (const value of comparedValues(condition)) {
    const expected = type === 'number' || type === 'boolean' ? type : 'string';
    if (typeof value !== expected || (typeof value === 'number' && !isExact(value))) {
      const noun = type === 'boolean' ? 'true or false' : type === 'number' ? 'a number' : 'a text';
      return `A condition on "${key}" needs ${noun}, not ${JSON.stringify(value).slice(0, 80)}.`;
    }
    const choices = (options.choices ?? []).map((choice) => toNfc(choice.value));
    if (type === 'select' && !choices.includes(String(value)))
      return `"${String(value).slice(0, 80)}" is not a choice of "${key}". Choices: ${choices.join(', ')}.`;
  }
  return null;
}

/** The fields with the values of their conditions in stored form: a color is `#ffaa00`. */
export function withStoredConditions(fields: readonly Field[]): Field[] {
  return fields.map((field) => {
    const { show_if: conditions } = field.options;
    if (conditions === undefined) return field;
    const storedConditions = conditions.map((condition) => {
      const source = fields.find(({ key }) => key === condition.field);
      return source === undefined ? condition : storedCondition(condition, source);
    });
    return { ...field, options: { ...field.options, show_if: storedConditions } };
  });
}

function storedCondition(condition: Condition, source: Field): Condition {
  const toStored = <V extends ConditionValue>(value: V) =>
    typeof value === 'string' ? ((fieldKindOf(source).wholeText?.(value, source) ?? value) as V) : value;
  const { field } = condition;
  if ('eq' in condition) return { field, eq: toStored(condition.eq) };
  if ('ne' in condition) return { field, ne: toStored(condition.ne) };
  if ('in' in condition) return { field, in: condition.in.map(toStored) };
  return { field, is_null: condition.is_null };
}
