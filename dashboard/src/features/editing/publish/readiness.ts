import { hiddenFields } from '../../../../../src/contract/fields/conditions.ts';
import { isEqual } from '../conflict/equal.ts';
import type { EditedField } from '../item.ts';
import type { Values } from '../conflict/merge.ts';
import type { Target } from '../../fields/context.ts';

/** What an editor should know before publishing. */
export interface Readiness {
  /** Labels of empty required fields, by key. The service rejects their publication. */
  missing: ReadonlyMap<string, string>;
  /** Labels of empty recommended fields: "Cover", "Authors". */
  empty: readonly string[];
  /** Link targets that readers cannot see. */
  unseen: readonly { id: string; target: Target }[];
}

interface ReadinessInput {
  fields: readonly EditedField[];
  draft: Values;
  targets: Readonly<Record<string, Target>>;
  /** Optional fields that are reported if they are empty. */
  recommendedKeys: readonly string[];
}

/** Finds missing values, and link targets that readers cannot see. */
export function readinessOf({ fields, draft, targets, recommendedKeys }: ReadinessInput): Readiness {
  const hidden = hiddenFields(fields, ({ key }) => draft[key]);
  const emptyFields = fields.filter(({ key }) => !hidden.has(key) && isEmptyValue(draft[key]));
  const missingFields = emptyFields.filter(({ options }) => options.required === true);
  const ids = new Set<string>();
  collectTexts(draft, ids);
  return {
    missing: new Map(missingFields.map(({ key, label }) => [key, label])),
    empty: emptyFields
      .filter(({ key, options }) => options.required !== true && recommendedKeys.includes(key))
      .map(({ label }) => label),
    unseen: [...ids].flatMap((id) => {
      const target = Object.hasOwn(targets, id) ? targets[id] : undefined;
      return target === undefined || target.live ? [] : [{ id, target }];
    }),
  };
}

/** Whether a value is empty for readers. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isEqual((value as { content?: unknown }).content, []);
}

/** Whether a value is empty or a disabled setting, which is news for readers only if it was set before. */
export function isOff(value: unknown): boolean {
  return value === false || isEmptyValue(value);
}

/** Collects all texts of a value at any depth, including the ids of links. */
function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const nestedValue of Object.values(value)) collectTexts(nestedValue, texts);
}
