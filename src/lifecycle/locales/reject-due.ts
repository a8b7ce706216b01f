import { DueChangePending } from '../../projects/index.ts';
import { firstDue } from './item-change.ts';
import type { LocaleRemoval } from './removal.ts';
import type { LocalizedItem } from './schema.ts';

/**
 * Aborts a write inside its transaction if a date of the item is due in any locale, or if the removal of a locale still
 * needs its event. `writeProject` applies either one first.
 */
export function rejectWhileAnyDue(
  id: string,
  { item, removal, now }: { item: LocalizedItem; removal: LocaleRemoval | null; now: Date },
): void {
  if (removal !== null || firstDue(item, now) !== null) throw new DueChangePending(id);
}
