import { hiddenFields } from '../../../../../src/contract/fields/conditions.ts';
import { isEqual } from '../conflict/equal.ts';
import type { EditedField } from '../item.ts';
import type { Values } from '../conflict/merge.ts';
import type { Target } from '../../fields/context.ts';

/** What an editor would like to hear before readers see it. */
export interface Readiness {
  /** Labels of required fields that hold nothing, by key; the service refuses to publish them. */
  missing: ReadonlyMap<string, string>;
  /** What may be empty and is: "Cover", "Authors". */
  empty: readonly string[];
  /** What the draft links to and readers cannot see. */
  unseen: readonly { id: string; target: Target }[];
}

interface ReadinessInput {
  fields: readonly EditedField[];
  draft: Values;
  targets: Readonly<Record<string, Target>>;
  /** Fields that are worth a word when they are empty. */
  wanted: readonly string[];
}

/** Says what is missing, and what readers of these values would not see. */
export function readinessOf({ fields, draft, targets, wanted }: ReadinessInput): Readiness {
  const hidden = hiddenFields(fields, ({ key }) => draft[key]);
  const empty = fields.filter(({ key }) => !hidden.has(key) && isNothing(draft[key]));
  const missing = empty.filter(({ options }) => options.required === true);
  const ids = new Set<string>();
  collectTexts(draft, ids);
  return {
    missing: new Map(missing.map(({ key, label }) => [key, label])),
    empty: empty
      .filter(({ key, options }) => options.required !== true && wanted.includes(key))
      .map(({ label }) => label),
    unseen: [...ids].flatMap((id) => {
      const target = Object.hasOwn(targets, id) ? targets[id] : undefined;
      return target === undefined || target.live ? [] : [{ id, target }];
    }),
  };
}

/** Whether a value is nothing that readers could see. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isEqual((value as { content?: unknown }).content, []);
}

/** Whether a value is nothing, or a setting that is off: nothing new for readers unless it was on before. */
export function isOff(value: unknown): boolean {
  return value === false || isNothing(value);
}

/** Every text in a value, however deep: the ids of links are among them. */
function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collectTexts(part, into);
}
