import {
  type BulkChange,
  type BulkResult,
  changeEach,
  type LocaleBulkRequest,
} from '../../../../contract/bulk.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../../../core/context/index.ts';
import { publishingNow } from '../../../../lifecycle/index.ts';
import { inBulkLocale } from '../../../../projects/index.ts';
import { hasLocalizedFields } from '../../../fields/locales/own-values.ts';
import { loadTypes } from '../../../types/lookup.ts';
import { titleOf } from '../../editor/label.ts';
import { loadCollection } from '../../read/reading.ts';
import { deleteEntryOrLocale } from '../../read/referring.ts';
import { findEntry } from '../../store/repository.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { editedLocale } from '../../editor/editor-locales.ts';
import { setInBulk } from './bulk-set.ts';
import { updateEntry } from '../write-entry.ts';

/**
 * Publishes, unpublishes or deletes entries one after another, with a result for each.
 * @throws unknown_content_type, not_a_collection, unknown_locale, type_not_localized
 */
export async function changeMany(
  context: ReleaseContext,
  slug: string,
  { action, ids, locale }: LocaleBulkRequest,
): Promise<BulkResult> {
  await loadCollection(context, slug);
  const unconditional = { ...(await openBulkLocale(context, slug, locale)), ifMatch: null };
  return changeEach(ids, (entryId) => changeInBulk(unconditional, { type: slug, entryId }, { action }));
}

/**
 * The context of a bulk change in a locale; the default locale is not named, so that whole entries are deleted.
 * @throws unknown_content_type, not_a_collection, unknown_locale, type_not_localized
 */
export async function openBulkLocale<C extends ReleaseContext>(
  context: C,
  slug: string,
  text: string | undefined,
): Promise<C> {
  if (text === undefined) return context;
  const type = await loadCollection(context, slug);
  const inLocale = inBulkLocale(context, text);
  const { writtenLocale: code } = inLocale;
  if (code !== undefined && !hasLocalizedFields(type))
    throw apiError('type_not_localized', { slug: type.slug, code }, { param: 'locale' });
  return inLocale;
}

/**
 * Changes one entry of a bulk action. A scheduled entry is published now.
 * @throws the errors of writes and deletions
 */
export async function changeInBulk(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  change: BulkChange,
): Promise<unknown> {
  const { action } = change;
  if (action === 'set') return setInBulk(context, location, change.set);
  if (action === 'delete') return deleteEntryOrLocale(context, location);
  if (action === 'unpublish') return updateEntry(context, location, { publish: false });
  const entry = await findState(context, location.entryId);
  return updateEntry(context, location, publishingNow(entry, context.now));
}

/** The entry in the locale of the change; the document has the state of the default locale. */
async function findState(context: ReleaseContext, entryId: string): Promise<EntryRecord | null> {
  const entry = await findEntry(context.db, entryId);
  if (entry === null || context.writtenLocale === undefined) return entry;
  const types = await loadTypes(context);
  const type = types.get(entry.type);
  if (type === undefined) return entry;
  return editedLocale(context, { ...type, blocks: types.blocks }, entry)?.entry ?? entry;
}

/** The title of an entry of the release: empty if it has none, null if there is no such entry. */
export async function entryTitle(context: ReleaseContext, entryId: string): Promise<string | null> {
  const entry = await findEntry(context.db, entryId);
  return entry === null ? null : titleOf((await loadTypes(context)).get(entry.type), entry.draft, '');
}
