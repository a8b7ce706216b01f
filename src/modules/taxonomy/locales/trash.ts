import { apiError } from '../../../contract/errors/api-error.ts';
import { freeSlug } from '../../../contract/text/slugs.ts';
import {
  type LocaleRecord,
  type ProjectContext,
  type RestoreWarning,
  slugRemarks,
  type TrashedItem,
  type Tx,
} from '../../../core/context/index.ts';
import { withNormalizedTexts } from '../../../content/index.ts';
import { putInTrash } from '../../../lifecycle/index.ts';
import { findTerm, replaceTerm, takenSlugs } from '../repository.ts';
import type { TermRecord } from '../schema.ts';
import { type Taxonomy, termChangeTags } from '../taxonomy.ts';
import { revisionIn } from './served.ts';
import { withRevisions } from './revisions.ts';
import { withSources, withTranslationKeys, withTranslations } from './translations.ts';
import { localesPart } from './write.ts';

/** Moves the texts of a term in a further locale to the trash. */
export async function putTermLocaleInTrash<R extends TermRecord>(
  tx: Tx<ProjectContext>,
  kind: Taxonomy<R>,
  { record, locale: { id } }: { record: R; locale: LocaleRecord },
): Promise<void> {
  const name = record.locales?.[id]?.[kind.nameKey];
  await putInTrash(tx, {
    kind: kind.kind,
    itemId: record._id,
    releaseId: null,
    type: null,
    title: typeof name === 'string' && name !== '' ? name : kind.nameOf(record),
    wasLive: true,
    record,
    locale: id,
  });
}

/**
 * Restores the deleted texts of a term in a further locale, live at once. A slug that another term has by now gets a
 * number. Texts that were outdated stay outdated.
 * @returns what is different from before
 * @throws cannot_be_restored, revision_conflict if the term has texts in the locale again
 */
export async function restoreTermLocale<R extends TermRecord>(
  tx: Tx<ProjectContext>,
  kind: Taxonomy<R>,
  { itemId, record, locale: id = '' }: Pick<TrashedItem, 'itemId' | 'record' | 'locale'>,
): Promise<RestoreWarning[]> {
  const { list } = await tx.locales();
  if (!list.slice(1).some((locale) => locale.id === id))
    throw apiError('cannot_be_restored', { why: 'its locale was removed' });
  const before = await findTerm(tx.db, kind.collection, itemId);
  if (before === null) throw apiError('cannot_be_restored', { why: 'its item was deleted' });
  if (before.locales?.[id] !== undefined) {
    const current = revisionIn(before, { id, isDefault: false }).revision;
    throw apiError('revision_conflict', { current }, { current_revision: current });
  }
  tx.noteLocales([id]);
  const { locales, locale_sources: sources } = record as R; // written by `putTermLocaleInTrash`
  const own = withNormalizedTexts({ ...locales?.[id] });
  const deletedSlug = String(own['slug']);
  const slug = freeSlug(deletedSlug, await takenSlugs(tx.db, kind.collection, deletedSlug, itemId));
  const ownLocales = { ...before.locales, [id]: { ...own, slug } };
  const restored: R = { ...before, ...localesPart(before.slug, ownLocales) };
  const revised = withRevisions(kind, { list, before, after: restored, now: tx.now });
  const written = withTranslations(kind, { list, written: [] }, { before, after: revised });
  const allSources = { ...written.locale_sources, [id]: sources?.[id] ?? {} };
  const after = withTranslationKeys(kind, list, withSources(written, allSources));
  await replaceTerm(tx.db, kind.collection, { before, after });
  tx.invalidate(kind.module, termChangeTags(kind, before, after));
  return slugRemarks(deletedSlug, slug);
}
