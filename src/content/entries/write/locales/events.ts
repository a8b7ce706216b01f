import { entryIn } from '../../store/locales/states.ts';
import type { LocaleRecord, ReleaseWriter, Tx } from '../../../../core/context/index.ts';
import { eventSource, type ItemNotice, type LocalizedItem } from '../../../../lifecycle/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { emitEntryEvent } from '../entry-events.ts';

/** An entry before and after a change that readers of some locales may notice. */
interface ChangeInLocales {
  type: TypeShape;
  /** The locales of the project, and removed ones whose readers notice the change. */
  list: readonly LocaleRecord[];
  record: EntryRecord;
  before: LocalizedItem;
  after: LocalizedItem;
  notice: ItemNotice;
  /** When readers noticed it. */
  at: Date;
}

/**
 * Emits the event of a change in several locales. Its keys are those of the default locale, or of the first locale
 * with a change if readers don't and didn't see the entry in the default locale.
 */
export async function emitLocaleEvent(
  tx: Tx<ReleaseWriter>,
  { type, list, record, before, after, notice, at }: ChangeInLocales,
): Promise<void> {
  const { verb, locales } = notice;
  if (verb === null) return;
  const source = eventSource(list, locales, { before: before.states, after: after.states, at });
  if (source === undefined) return;
  const entry = entryIn(record, { item: after, locale: source.id, type, now: tx.now });
  const of = { type, entry: eventEntry(entry, after, at), verb, locales, list };
  await emitEntryEvent(tx, source === list[0] ? of : { ...of, locale: source.code });
}

/** Events of one entry have increasing revisions, also if another locale changed. */
function eventEntry(entry: EntryRecord, { revision }: LocalizedItem, at: Date): EntryRecord {
  return { ...entry, revision, updated_at: at };
}
