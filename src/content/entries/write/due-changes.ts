import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { earliest } from '../../../contract/time.ts';
import {
  asSystem,
  type DueItem,
  type DueQuery,
  type ReleaseContext,
  type ScheduledKind,
  type Tx,
} from '../../../core/context/index.ts';
import { type ReleaseDb, rowBytes, type SystemDb } from '../../../core/mongo/index.ts';
import { type AppliedDate, applyDueInSteps, dueChange, firstDueItems } from '../../../lifecycle/index.ts';
import { loadTypesInWrite } from '../../types/lookup.ts';
import { entryChangeTags } from '../change-tags.ts';
import { recordAfterDueChange } from '../record.ts';
import { findDueRowsIn, findDueEntryRows, nextRowDate } from '../store/locales/due-repository.ts';
import { countRowsIn } from '../store/locales/repository.ts';
import { findClashes, findUniqueConflict } from '../locales/conflicts.ts';
import { withTranslation } from '../store/locales/translation.ts';
import { localeRowsName } from '../store/locales/row-indexes.ts';
import { isInLocales } from '../store/locales/states.ts';
import {
  entries,
  findDueEntries,
  findDueIn,
  findEntry,
  nextEntryDate,
  replaceEntry,
} from '../store/repository.ts';
import { auditedEntry, emitEntryEvent } from './entry-events.ts';
import { applyFirstDueDate } from './locales/due.ts';

/** Start and end dates of entries (specification: due-items). Only the default release emits events. */
export const scheduledEntries: ScheduledKind = {
  name: 'entry',
  collection: entries.name,
  localeRows: localeRowsName,
  scope: 'release',
  findDue,
  countInLocale: ({ db, releaseId }, locale, now) => countRowsIn(db.release(releaseId), locale, now),
  findLocaleConflict: ({ db, releaseId }, change) => findUniqueConflict(db.release(releaseId), change),
  findLocaleClashes: ({ db, releaseId }, max) => findClashes(db.release(releaseId), max),
  findDueIn: findDueOfRelease,
  async nextDate({ db, releaseId }, now) {
    const release = db.release(releaseId);
    return earliest(await nextEntryDate(release, now), await nextRowDate(release, now));
  },
  applyDueChanges: (context, ids) => applyDueInSteps(context, ids, applyDueChange),
};

/** Entries of all projects with a due date in the default locale or in a further one, the earliest first. */
async function findDue(system: SystemDb, query: DueQuery): Promise<DueItem[]> {
  const items = (await Promise.all([findDueEntries(system, query), findDueEntryRows(system, query)])).flat();
  return firstDueItems(items, query.limit);
}

async function findDueOfRelease(db: ReleaseDb, now: Date, limit: number): Promise<string[]> {
  const ids = [...(await findDueIn(db, now, limit)), ...(await findDueRowsIn(db, now, limit))];
  return [...new Set(ids)].slice(0, limit);
}

/** Applies the due change of an entry, or the first of several dates of one in several locales, and emits its events. */
async function applyDueChange(tx: Tx<ReleaseContext>, id: string): Promise<AppliedDate | null> {
  const before = await findEntry(tx.db, id);
  if (before === null) return null;
  const isLocalized = isInLocales(before);
  const due = isLocalized ? null : dueChange(before, tx.now);
  if (due === null && !isLocalized) return null;
  const types = await loadTypesInWrite(tx);
  const type = types.get(before.type);
  const typeShape = type === undefined ? undefined : { ...type, blocks: types.blocks };
  if (isLocalized && typeShape !== undefined)
    return applyFirstDueDate(tx, { type: typeShape, record: before });
  if (due === null) return null;
  const entry =
    typeShape === undefined
      ? due.after
      : withTranslation(
          recordAfterDueChange(before, due.after, typeShape),
          typeShape,
          (await tx.locales()).list,
        );
  await replaceEntry(tx.db, before, entry);
  if (typeShape !== undefined)
    for (const { verb, item } of due.events) await emitEntryEvent(tx, { type: typeShape, entry: item, verb });
  tx.invalidate('content', entryChangeTags(tx, { before, after: null }));
  const action = due.events.at(-1)?.verb === 'unpublished' ? 'entry.unpublished' : 'entry.published';
  const { revision } = entry;
  const untitled = { kind: 'entry', id, type: before.type } as const; // its type was deleted
  const subject = type === undefined ? untitled : auditedEntry(tx, type, entry).subject;
  const audit: AuditEntry = { action, subject, releaseId: tx.db.releaseId, revision };
  return { audit, rowBytes: rowBytes(entry) };
}

/** Applies the due changes of an entry during a write of it, as the publishing job. */
export function applyDueEntry(context: ReleaseContext): (id: string) => Promise<void> {
  return async (id) => void (await applyDueInSteps(asSystem(context), [id], applyDueChange));
}
