import type { ReleaseWriter, Tx } from '../../../../core/context/index.ts';
import {
  type LocaleRemoval,
  type LocalizedItem,
  rejectWhileAnyDue,
  removalOf,
} from '../../../../lifecycle/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localeChangeTags } from '../../change-tags.ts';
import { partsOf } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { emitLocaleEvent } from './events.ts';
import { readershipOf } from './store.ts';

interface StoredEntry {
  type: TypeShape;
  entry: EntryRecord;
}

/**
 * Aborts a write of an entry with a due date in any locale, or with content in a removed locale that still needs its event.
 * `writeProject` applies either one first.
 */
export async function rejectWhileLocaleDue(
  tx: Tx<ReleaseWriter>,
  { type, entry }: StoredEntry,
  item: LocalizedItem,
): Promise<void> {
  const removal = await removalOfEntry(tx, { type, entry });
  rejectWhileAnyDue(entry.id, { item, removal, now: tx.now });
}

/**
 * Emits the event of an entry of the default release that lost content in removed locales. The caller deletes the content
 * in the same transaction.
 * @returns the entry with the revision of the event; itself without an event
 */
export async function emitRemoval(tx: Tx<ReleaseWriter>, { type, entry }: StoredEntry): Promise<EntryRecord> {
  const removal = await removalOfEntry(tx, { type, entry });
  if (removal === null) return entry;
  const { before, after } = removal;
  tx.invalidate('content', localeChangeTags(tx, { before, after, entry }));
  await emitLocaleEvent(tx, { ...removal, type, record: entry });
  return { ...entry, last_revision: after.revision };
}

async function removalOfEntry(
  tx: Tx<ReleaseWriter>,
  { type, entry }: StoredEntry,
): Promise<LocaleRemoval | null> {
  if (entry.locales === undefined) return null;
  const record = await tx.locales();
  if (record.sweep === undefined || tx.db.releaseId !== (await tx.defaultReleaseId())) return null;
  return removalOf(entry, partsOf(type), record, readershipOf(record.list, type));
}
