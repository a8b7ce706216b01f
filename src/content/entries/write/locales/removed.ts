import type { Tx } from '../../../../core/context/index.ts';
import { type LocaleRemoval, rejectWhileAnyDue, removalOf } from '../../../../lifecycle/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localeChangeTags } from '../../change-tags.ts';
import { itemOf, partsOf } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import type { EntryWriter } from '../entry-events.ts';
import { emitLocaleEvent } from './events.ts';
import { readershipOf } from './store.ts';

interface StoredEntry {
  type: TypeShape;
  entry: EntryRecord;
}

/**
 * Aborts a write of an entry that has a due date in any locale, or content in a removed one of which an event has to
 * tell; `writeProject` applies it first.
 */
export async function rejectWhileLocaleDue(
  tx: Tx<EntryWriter>,
  { type, entry }: StoredEntry,
  item = undefined as ReturnType<typeof itemOf> | undefined,
): Promise<void> {
  const { list } = await tx.locales();
  rejectWhileAnyDue(entry.id, {
    item: item ?? itemOf(entry, type, list),
    removal: await removalOfEntry(tx, { type, entry }),
    now: tx.now,
  });
}

/**
 * Emits the event of an entry of the default release that lost content in removed locales. The caller deletes the content
 * in the same transaction.
 * @returns the entry with the revision of the event; itself without an event
 */
export async function emitRemoval(tx: Tx<EntryWriter>, { type, entry }: StoredEntry): Promise<EntryRecord> {
  const removal = await removalOfEntry(tx, { type, entry });
  if (removal === null) return entry;
  const { before, after } = removal;
  tx.invalidate('content', localeChangeTags(tx, { before, after, entry }));
  await emitLocaleEvent(tx, { ...removal, type, record: entry });
  return { ...entry, last_revision: after.revision };
}

async function removalOfEntry(
  tx: Tx<EntryWriter>,
  { type, entry }: StoredEntry,
): Promise<LocaleRemoval | null> {
  if (entry.locales === undefined) return null;
  const record = await tx.locales();
  if (record.sweep === undefined || tx.db.releaseId !== (await tx.defaultReleaseId())) return null;
  return removalOf(entry, partsOf(type), record, readershipOf(record.list, type));
}
