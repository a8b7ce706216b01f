import { Type } from '@sinclair/typebox';
import type { Field } from '../schema.ts';

const choice = Type.String({ minLength: 1, maxLength: 200 });

/** The option `choices`: texts, or values with labels. */
export const choices = Type.Array(
  Type.Union([
    choice,
    Type.Object(
      { value: choice, label: Type.Optional(Type.String({ maxLength: 200 })) },
      { additionalProperties: false },
    ),
  ]),
  { minItems: 1, maxItems: 200, description: 'a list of 1 to 200 choices: texts, or {value, label}' },
);

/** Converts choices to values with labels. Options without choices stay. */
export function normalizeChoices(
  options: Record<string, unknown>,
): { options: Record<string, unknown> } | { why: string; at: string } {
  if (options['choices'] === undefined) return { options };
  const list = (options['choices'] as (string | { value: string; label?: string })[]).map((one) =>
    typeof one === 'string'
      ? { value: one, label: one }
      : { value: one.value, label: one.label ?? one.value },
  );
  const values = list.map(({ value }) => value);
  const double = values.find((value, i) => values.indexOf(value) !== i);
  if (double !== undefined) return { why: `The choice "${double}" occurs twice.`, at: 'choices' };
  return { options: { ...options, choices: list } };
}

export function choiceValues({ options }: Field): string[] {
  return (options.choices ?? []).map(({ value }) => value);
}
