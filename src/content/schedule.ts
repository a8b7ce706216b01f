import { findTypeOf } from '../content-types/service.ts';
import { findDueEntries, findEntry, nextEntryDate, replaceEntry } from '../entries/service.ts';
import type { ReleaseCall, ScheduledKind } from '../platform/call.ts';
import { visibleAt } from '../publishing/service.ts';
import { insideOf } from '../releases/service.ts';
import { tell } from './save.ts';

/** How entries are published at their date (design, section 5.5); in releases other than the default one, silently. */
export const scheduledEntries: ScheduledKind = {
  name: 'entry',
  scope: 'release',
  findDue: findDueEntries,
  nextDate: ({ db, releaseId }, now) => nextEntryDate(db.release(releaseId), now),
  publish,
};

/** Readers saw the entry from its date on, so neither its revision nor its times change; now it is told, once. */
function publish(call: ReleaseCall, id: string): Promise<void> {
  return call.transact(async (tx) => {
    const before = await findEntry(tx.db, id);
    if (before?.status !== 'scheduled' || visibleAt(before, call.now) === null) return;
    const entry = { ...before, status: 'published' as const, was_live: true };
    await replaceEntry(tx.db, before, entry);
    const type = await findTypeOf(insideOf(call, tx), entry.type);
    if (type !== null) tell(tx, call, { type, entry, verb: 'published' });
    tx.touch('content');
  });
}
