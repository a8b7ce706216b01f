import { storageKey } from '../../../contract/fields/storage-key.ts';
import { withoutDefinition } from '../definition/plan-fields.ts';
import type { RemovedField } from '../../fields/schema.ts';

interface WithRemoved {
  removed: RemovedField[];
  revision: number;
}

/** Whether nothing of these fields is left to do before their date: their values are only stored, in no index. */
export function areRemovedSettled(removed: readonly RemovedField[]): boolean {
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

/** The removed fields after a pass over all entries: cleared ones are gone, the others are detached. */
export function removedAfterPass({ removed }: WithRemoved): RemovedField[] {
  return removed
    .filter(({ is_begun: isBegun }) => isBegun !== true)
    .map((field) => ({ ...field, is_detached: true }));
}

/** Identifies what a pass does. A pass that was begun for something else begins again. */
export function passName(definition: WithRemoved): string {
  return [definition.revision, ...clearedKeys(definition)].join(' ');
}
