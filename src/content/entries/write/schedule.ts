import { writeProject } from '../../../projects/index.ts';
import { knownTypes } from '../../types/lookup.ts';
import { findDueEntries, findDueIn, findEntry, nextEntryDate, replaceEntry } from '../store/repository.ts';
import {
  asSystem,
  type Tx,
  type WriteResult,
  type ReleaseContext,
  type ScheduledKind,
} from '../../../core/context/index.ts';
import { retryAfterDueChange, dueChange } from '../../../lifecycle/index.ts';
import { recordAfterDueChange } from '../record.ts';
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
function turn(context: ReleaseContext, id: string): Promise<void> {
  return writeProject(context, async (tx) => {
    const before = await findEntry(tx.db, id);
    const turned = before === null ? null : dueChange(before, tx.now);
    if (before === null || turned === null) return tx.unchanged();
    const types = await knownTypes(tx);
    const type = types.get(before.type);
    const shape = type === undefined ? undefined : { ...type, blocks: types.blocks };
    const entry = shape === undefined ? turned.after : recordAfterDueChange(before, turned.after, shape);
    await replaceEntry(tx.db, before, entry);
    if (type !== undefined)
      for (const { verb, item } of turned.events) emitEntryEvent(tx, { type, entry: item, verb });
    tx.invalidate('content', entryChangeTags(tx, { before, after: null }));
    const action = turned.events.at(-1)?.verb === 'unpublished' ? 'entry.unpublished' : 'entry.published';
    const { revision } = entry;
    const unnamed = { kind: 'entry', id, type: before.type } as const; // its type is gone
    const subject = type === undefined ? unnamed : auditedEntry(tx, type, entry).subject;
    return tx.stored({ action, subject, releaseId: tx.db.releaseId, revision });
  });
}

/** Runs one write of entries. A due change of the entry is applied first, in its own transaction. */
export function writeEntry<T>(
  context: ReleaseContext,
  work: (tx: Tx<ReleaseContext>) => Promise<WriteResult<T>>,
): Promise<T> {
  return retryAfterDueChange(
    () => writeProject(context, work),
    (id) => turn(asSystem(context), id),
  );
}
