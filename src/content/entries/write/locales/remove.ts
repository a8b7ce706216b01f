import { ApiError, apiError } from '../../../../contract/errors/api-error.ts';
import { noContentMessage } from '../../../../contract/errors/draft-messages.ts';
import type { ReleaseContext, Tx } from '../../../../core/context/index.ts';
import {
  checkIfMatch,
  eventSource,
  noticeOf,
  withoutLocale,
  writtenAt,
} from '../../../../lifecycle/index.ts';
import { writeProject, writtenLocale } from '../../../../projects/index.ts';
import { hasLocalizedFields } from '../../../fields/locales/own-values.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localeChangeTags } from '../../change-tags.ts';
import { loadCollection, loadEntry } from '../../read/reading.ts';
import { entryIn, itemOf } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { applyDueEntry } from '../due-changes.ts';
import { auditedEntry, emitEntryEvent } from '../entry-events.ts';
import { emitLocaleEvent } from './events.ts';
import { rejectWhileLocaleDue } from './removal-events.ts';
import { readershipOf, storeItem } from './store.ts';
import { putLocaleInTrash } from './trash.ts';

interface StoredEntry {
  type: TypeShape;
  entry: EntryRecord;
}

/**
 * Deletes the content of an entry in a further locale.
 * @throws locale_is_default, unknown_locale, type_not_localized, unknown_entry, revision_conflict
 */
export function removeEntryLocale(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<void> {
  return writeProject(
    context,
    async (tx) => {
      const type = await loadCollection(tx, location.type);
      const { locale, isDefault, list } = await writtenLocale(tx);
      const { id, code } = locale;
      if (isDefault) throw apiError('locale_is_default', { code }, { locales: [code] });
      if (!hasLocalizedFields(type))
        throw apiError('type_not_localized', { slug: type.slug, code }, { param: 'locale' });
      const entry = await loadEntry(tx, type, location.entryId);
      const before = itemOf(entry, type, list);
      const state = before.states.get(id);
      if (state === undefined) throw withoutContent(entry.id, code);
      await rejectWhileLocaleDue(tx, { type, entry }, before);
      checkIfMatch(tx.ifMatch, state);
      tx.noteLocales([id]);
      const after = withoutLocale(before, id);
      await putLocaleInTrash(tx, { type, entry, locale });
      const record = await storeItem({ tx, type, before: entry }, { list, item: after });
      const notice = noticeOf(
        { item: before, now: tx.now },
        { item: after, now: tx.now },
        readershipOf(list, type),
      );
      tx.invalidate('content', localeChangeTags(tx, { before, after, entry: record }));
      await emitLocaleEvent(tx, { type, list, record, before, after, notice, at: tx.now });
      return tx.stored({
        action: 'entry.changed',
        ...auditedEntry(tx, type, record),
        revision: after.revision,
        changed: ['locales'],
      });
    },
    applyDueEntry(context),
  );
}

/** The 404 of an entry without content in a locale. */
function withoutContent(entryId: string, code: string): ApiError {
  return new ApiError('unknown_entry', noContentMessage(`Entry ${entryId}`, code), {
    param: 'entryId',
    locale: code,
  });
}

/** Reports that an entry was deleted in all its locales. */
export async function emitDeletionInLocales(
  tx: Tx<ReleaseContext>,
  { type, entry }: StoredEntry,
): Promise<void> {
  const { list } = await tx.locales();
  const item = itemOf(entry, type, list);
  tx.invalidate('content', localeChangeTags(tx, { before: item, after: null, entry }));
  const { locales } = noticeOf({ item, now: tx.now }, null, readershipOf(list, type));
  const source = eventSource(list, locales, { before: item.states, after: new Map(), at: tx.now });
  if (source === undefined) return;
  const view = entryIn(entry, { item, locale: source.id, type, now: tx.now });
  const deleted = { ...view, revision: item.revision + 1, updated_at: writtenAt(view, tx.now) };
  const event = { type, entry: deleted, verb: 'deleted' as const, locales };
  await emitEntryEvent(tx, source === list[0] ? event : { ...event, locale: source.code });
}
