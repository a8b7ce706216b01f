import { findTypeOf } from '../content-types/service.ts';
import { findDueEntries, findEntry, nextEntryDate, replaceEntry } from '../entries/service.ts';
import type { ReleaseCall, ScheduledKind } from '../platform/call.ts';
import { transact } from '../platform/transact.ts';
import { visibleAt } from '../publishing/service.ts';
import { emitEntryEvent } from './save.ts';

/** How entries are published at their date (specification: due-items); in releases other than the default one, silently. */
export const scheduledEntries: ScheduledKind = {
  name: 'entry',
  scope: 'release',
  findDue: findDueEntries,
  nextDate: ({ db, releaseId }, now) => nextEntryDate(db.release(releaseId), now),
  publish,
};

/** Readers saw the entry from its date on, so neither its revision nor its times change; now it is told, once. */
function publish(call: ReleaseCall, id: string): Promise<void> {
  return transact(call, async (inside) => {
    const before = await findEntry(inside.db, id);
    if (before?.status !== 'scheduled' || visibleAt(before, inside.now) === null) return inside.unchanged();
    const entry = { ...before, status: 'published' as const, was_live: true };
    await replaceEntry(inside.db, before, entry);
    const type = await findTypeOf(inside, entry.type);
    if (type !== null) emitEntryEvent(inside, { type, entry, verb: 'published' });
    inside.touch('content');
    return inside.stored();
  });
}
