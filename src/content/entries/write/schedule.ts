import { knownTypes } from '../../types/lookup.ts';
import { findDueEntries, findDueIn, findEntry, nextEntryDate, replaceEntry } from '../store/repository.ts';
import {
  byItself,
  type Inside,
  type Outcome,
  type ReleaseCall,
  type ScheduledKind,
  transact,
} from '../../../core/context/index.ts';
import { afterTurn, turnOf } from '../../../lifecycle/index.ts';
import { turnedRecord } from '../record.ts';
import { entryChangeTags } from '../change-tags.ts';
import { auditedEntry, emitEntryEvent } from './save.ts';

/** How what is scheduled of entries is done at its date (specification: due-items); in releases other than the default one, silently. */
export const scheduledEntries: ScheduledKind = {
  name: 'entry',
  scope: 'release',
  findDue: findDueEntries,
  findDueIn,
  nextDate: ({ db, releaseId }, now) => nextEntryDate(db.release(releaseId), now),
  turn,
};

/** Does what is due of an entry and stores its events, once however often and wherever it runs. */
function turn(call: ReleaseCall, id: string): Promise<void> {
  return transact(call, async (inside) => {
    const before = await findEntry(inside.db, id);
    const turned = before === null ? null : turnOf(before, inside.now);
    if (before === null || turned === null) return inside.unchanged();
    const types = await knownTypes(inside);
    const type = types.get(before.type);
    const shape = type === undefined ? undefined : { ...type, blocks: types.blocks };
    const entry = shape === undefined ? turned.after : turnedRecord(before, turned.after, shape);
    await replaceEntry(inside.db, before, entry);
    if (type !== undefined)
      for (const { verb, item } of turned.events) emitEntryEvent(inside, { type, entry: item, verb });
    inside.touch('content', entryChangeTags(inside, { before, after: null }));
    const action = turned.events.at(-1)?.verb === 'unpublished' ? 'entry.unpublished' : 'entry.published';
    const { revision } = entry;
    const unnamed = { kind: 'entry', id, type: before.type } as const; // its type is gone
    const subject = type === undefined ? unnamed : auditedEntry(inside, type, entry).subject;
    return inside.stored({ action, subject, releaseId: inside.db.releaseId, revision });
  });
}

/** A write of entries; what is due of its entry is turned first. */
export function transactOnTurned<T>(
  call: ReleaseCall,
  work: (inside: Inside<ReleaseCall>) => Promise<Outcome<T>>,
): Promise<T> {
  return afterTurn(
    () => transact(call, work),
    (id) => turn(byItself(call), id),
  );
}
