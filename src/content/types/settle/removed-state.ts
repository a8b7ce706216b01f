import { storageKey } from '../../../contract/fields/storage-key.ts';
import { withoutDefinition } from '../definition/plan-fields.ts';
import type { RemovedField } from '../../fields/schema.ts';

/** The part of a definition of a type or block that tracks removed fields. */
interface WithRemoved {
  removed: RemovedField[];
  has_restored_fields?: true;
  stale_rows?: number;
  revision: number;
}

/** Whether entries need no update: indexes contain no values of removed fields, and all values of restored fields. */
export function isPassDone({
  removed,
  has_restored_fields: hasRestored,
}: Pick<WithRemoved, 'removed' | 'has_restored_fields'>): boolean {
  if (hasRestored === true) return false;
  return removed.every(
    ({ is_begun: isBegun, is_detached: isDetached }) => isDetached === true && isBegun !== true,
  );
}

/** Marks removed fields whose `kept_until` has passed. Their values are cleared and can no longer be restored. */
export function giveUpExpired<D extends WithRemoved>(definition: D, now: Date): D {
  if (!definition.removed.some((field) => isDue(field, now))) return definition;
  const removedFields = definition.removed.map((field) =>
    isDue(field, now) ? withoutDefinition(field) : field,
  );
  return { ...definition, removed: removedFields };
}

/** Whether the values of a removed field can be cleared. Rows of earlier versions have no date. */
function isDue({ is_begun: isBegun, kept_until: until }: RemovedField, now: Date): boolean {
  return isBegun !== true && (until === undefined || until <= now);
}

/** The storage keys of values to clear. */
export function clearedKeys({ removed }: WithRemoved): string[] {
  return removed.filter(({ is_begun: isBegun }) => isBegun === true).map(storageKey);
}

/** The definition after a pass over all entries: without cleared fields, and with the other removed fields detached. */
export function afterPass<D extends WithRemoved>(
  definition: D,
): Omit<D, 'has_restored_fields' | 'stale_rows'> {
  const { has_restored_fields: _restored, stale_rows: _stale, ...rest } = definition;
  const removedFields = definition.removed
    .filter(({ is_begun: isBegun }) => isBegun !== true)
    .map((field) => ({ ...field, is_detached: true }));
  return { ...rest, removed: removedFields };
}

/** Identifies the work of a pass over the entries. If it differs from the name of a running pass, the pass starts again. */
export function passName(definition: WithRemoved): string {
  const { revision, stale_rows: staleRows = '' } = definition;
  return [revision, staleRows, ...clearedKeys(definition)].join(' ');
}
