import { storageKey } from '../../../contract/fields/storage-key.ts';
import { withoutDefinition } from '../definition/plan-fields.ts';
import type { RemovedField } from '../../fields/schema.ts';

interface WithRemoved {
  removed: RemovedField[];
  has_restored_fields?: true;
  revision: number;
}

/** Whether entries need no pass: no index has the values of removed fields, and all have those of restored fields. */
export function isPassDone({
  removed,
  has_restored_fields: hasRestored,
}: Pick<WithRemoved, 'removed' | 'has_restored_fields'>): boolean {
  if (hasRestored === true) return false;
  return removed.every(
    ({ is_begun: isBegun, is_detached: isDetached }) => isDetached === true && isBegun !== true,
  );
}

/** Gives up the values whose date has passed: from here on they are not restored. */
export function withBegun<D extends WithRemoved>(definition: D, now: Date): D {
  if (!definition.removed.some((field) => isDue(field, now))) return definition;
  const removed = definition.removed.map((field) => (isDue(field, now) ? withoutDefinition(field) : field));
  return { ...definition, removed };
}

/** Rows from before values were kept have no date. */
function isDue({ is_begun: isBegun, kept_until: until }: RemovedField, now: Date): boolean {
  return isBegun !== true && (until === undefined || until <= now);
}

/** The storage keys of values that are to be cleared. */
export function clearedKeys({ removed }: WithRemoved): string[] {
  return removed.filter(({ is_begun: isBegun }) => isBegun === true).map(storageKey);
}

/** The definition after a pass over all entries: cleared fields are gone, the other removed fields are detached. */
export function afterPass<D extends WithRemoved>(definition: D): Omit<D, 'has_restored_fields'> {
  const { has_restored_fields: _restored, ...rest } = definition;
  const removed = definition.removed
    .filter(({ is_begun: isBegun }) => isBegun !== true)
    .map((field) => ({ ...field, is_detached: true }));
  return { ...rest, removed };
}

/** Identifies what a pass does. A pass that was begun for something else begins again. */
export function passName(definition: WithRemoved): string {
  return [definition.revision, ...clearedKeys(definition)].join(' ');
}
