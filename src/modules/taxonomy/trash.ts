import { withNormalizedTexts } from '../../content/index.ts';
import { latest } from '../../contract/time.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { freeSlug } from '../../contract/text/slugs.ts';
import { checkProjectLimit } from '../../projects/index.ts';
import { type ProjectContext, slugRemarks, type TrashKind, type Tx } from '../../core/context/index.ts';
import { findTerm, insertTerm, takenSlugs } from './repository.ts';
import { lastRevision } from './locales/revisions.ts';
import { restoreTermLocale } from './locales/trash.ts';
import { localesPart } from './locales/write.ts';
import type { LocaleValues, TermRecord } from './schema.ts';
import { type Taxonomy, termChangeTags } from './taxonomy.ts';

/**
 * Restores authors, categories, collections and sections, live at once; a slug that is in use by now gets a
 * number (specification: trash).
 */
export function trashedTerms<R extends TermRecord>(
  kind: Taxonomy<R>,
  check?: (tx: ProjectContext, record: R) => Promise<void>,
): TrashKind {
  return {
    kind: kind.kind,
    needs: { permission: 'publish' },
    async restore(tx, { itemId, record, locale }) {
      if (locale !== undefined) return restoreTermLocale(tx, kind, { itemId, record, locale });
      const before = record as R; // stored by this kind
      if ((await findTerm(tx.db, kind.collection, itemId)) !== null)
        throw apiError('cannot_be_restored', { why: 'an item with its id exists again' });
      await check?.(tx, before);
      await checkProjectLimit(tx.bounds.perProject, kind.limit, (max) => kind.count(tx.db, max));
      const slug = freeSlug(before.slug, await takenSlugs(tx.db, kind.collection, before.slug));
      const locales = await restoredLocales(tx, kind, before);
      const updated_at = latest(before.updated_at, tx.now);
      const {
        locales: _locales,
        locale_slugs: _slugs,
        locale_revisions: _revisions,
        ...rest
      } = withNormalizedTexts(before);
      const revision = lastRevision(before) + 2;
      const after: R = { ...(rest as R), slug, ...localesPart(slug, locales), revision, updated_at };
      await insertTerm(tx.db, kind.collection, after);
      tx.invalidate(kind.module, termChangeTags(kind, null, after));
      return slugRemarks(before.slug, slug);
    },
  };
}

/** The further locales of a deleted record that still exist, each with a free slug. */
async function restoredLocales<R extends TermRecord>(
  tx: Tx<ProjectContext>,
  { collection }: Taxonomy<R>,
  { locales = {} }: R,
): Promise<Record<string, LocaleValues>> {
  const restored: Record<string, LocaleValues> = {};
  const { list } = await tx.locales();
  for (const { id } of list) {
    const own = locales[id];
    if (own === undefined) continue;
    const slug = String(own['slug']);
    restored[id] = { ...own, slug: freeSlug(slug, await takenSlugs(tx.db, collection, slug)) };
  }
  return restored;
}
