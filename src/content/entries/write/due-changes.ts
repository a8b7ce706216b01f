import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { rowBytes } from '../../../core/mongo/index.ts';
import { asSystem, type ReleaseContext, type ScheduledKind, type Tx } from '../../../core/context/index.ts';
import { applyDueBatch, type AppliedChange, dueChange } from '../../../lifecycle/index.ts';
import { loadTypesInWrite } from '../../types/lookup.ts';
import { entryChangeTags } from '../change-tags.ts';
import { recordAfterDueChange } from '../record.ts';
import {
  entries,
  findDueEntries,
  findDueIn,
  findEntry,
  nextEntryDate,
  replaceEntry,
} from '../store/repository.ts';
import { auditedEntry, emitEntryEvent } from './entry-events.ts';

/** Start and end dates of entries (specification: due-items). Only the default release emits events. */
export const scheduledEntries: ScheduledKind = {
  name: 'entry',
  collection: entries.name,
  scope: 'release',
  findDue: findDueEntries,
  findDueIn,
  nextDate: ({ db, releaseId }, now) => nextEntryDate(db.release(releaseId), now),
  applyDueChanges: (context, ids) => applyDueBatch(context, ids, applyDueChange),
};

/** Applies the due change of an entry and emits its events. */
async function applyDueChange(tx: Tx<ReleaseContext>, id: string): Promise<AppliedChange | null> {
  const before = await findEntry(tx.db, id);
  const due = before === null ? null : dueChange(before, tx.now);
  if (before === null || due === null) return null;
  const types = await loadTypesInWrite(tx);
  const type = types.get(before.type);
  const typeShape = type === undefined ? undefined : { ...type, blocks: types.blocks };
  const entry = typeShape === undefined ? due.after : recordAfterDueChange(before, due.after, typeShape);
  await replaceEntry(tx.db, before, entry);
  if (type !== undefined)
    for (const { verb, item } of due.events) emitEntryEvent(tx, { type, entry: item, verb });
  tx.invalidate('content', entryChangeTags(tx, { before, after: null }));
  const action = due.events.at(-1)?.verb === 'unpublished' ? 'entry.unpublished' : 'entry.published';
  const { revision } = entry;
  const untitled = { kind: 'entry', id, type: before.type } as const; // its type was deleted
  const subject = type === undefined ? untitled : auditedEntry(tx, type, entry).subject;
  const audit: AuditEntry = { action, subject, releaseId: tx.db.releaseId, revision };
  return { audit, rowBytes: rowBytes(entry) };
}

/** Applies the due change of an entry during a write of it, as the publishing job. */
export function applyDueEntry(context: ReleaseContext): (id: string) => Promise<void> {
  return async (id) => void (await applyDueBatch(asSystem(context), [id], applyDueChange));
}
