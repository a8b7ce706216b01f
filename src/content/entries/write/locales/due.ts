import type { AuditEntry } from '../../../../contract/events/audit-actions.ts';
import type { ReleaseContext, Tx } from '../../../../core/context/index.ts';
import { rowBytes } from '../../../../core/mongo/index.ts';
import { applyFirstDue, firstDue } from '../../../../lifecycle/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localeChangeTags } from '../../change-tags.ts';
import { itemOf } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { auditedEntry } from '../entry-events.ts';
import { emitLocaleEvent } from './events.ts';
import { emitRemoval } from './removal-events.ts';
import { readershipOf, storeItem } from './store.ts';

interface DueEntry {
  type: TypeShape;
  record: EntryRecord;
}

/**
 * Reports the removal of locales, and applies the earliest due date of an entry in several locales. States and rows of
 * removed locales are dropped, so that no job finds their dates twice.
 */
export async function applyFirstDueDate(tx: Tx<ReleaseContext>, { type, record: stored }: DueEntry) {
  const { list } = await tx.locales();
  const record = await emitRemoval(tx, { type, entry: stored });
  const before = itemOf(record, type, list);
  const due = applyFirstDue(before, readershipOf(list, type), tx.now);
  const hasRemoved = Object.keys(record.locales ?? {}).some((id) => !list.some((one) => one.id === id));
  if (due === null && !hasRemoved) return null;
  const item = due?.after ?? before;
  const after = await storeItem({ tx, type, before: record }, { list, item, isDue: true });
  if (due !== null) {
    const { notice, at, locale } = due;
    tx.noteLocales([locale]);
    await emitLocaleEvent(tx, { type, list, record: after, before, after: item, notice, at });
    tx.invalidate('content', localeChangeTags(tx, { before, after: item, entry: after }));
  }
  const change: Pick<AuditEntry, 'action' | 'changed'> =
    due === null
      ? { action: 'entry.changed', changed: ['locales'] }
      : { action: due.notice.verb === 'unpublished' ? 'entry.unpublished' : 'entry.published' };
  const audit: AuditEntry = { ...change, ...auditedEntry(tx, type, after), revision: item.revision };
  return { audit, rowBytes: rowBytes(after), hasMore: firstDue(item, tx.now) !== null };
}
