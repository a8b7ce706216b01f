import { DueChangePending } from '../../projects/index.ts';
import { firstDue } from './item-change.ts';
import type { LocalizedItem } from './schema.ts';

/** Aborts a write inside its transaction if a date of the item is due in any locale; `writeProject` applies it first. */
export function rejectWhileAnyDue(id: string, item: LocalizedItem, now: Date): void {
  if (firstDue(item, now) !== null) throw new DueChangePending(id);
}
