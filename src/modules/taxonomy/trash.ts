import { withNormalizedTexts } from '../../content/index.ts';
import { latest } from '../../contract/time.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { freeSlug } from '../../contract/text/slugs.ts';
import { checkProjectLimit } from '../../projects/index.ts';
import { type ProjectContext, slugRemarks, type TrashKind } from '../../core/context/index.ts';
import { findTerm, insertTerm, takenSlugs } from './repository.ts';
import type { TermRecord } from './schema.ts';
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
    async restore(tx, { itemId, record }) {
      const before = record as R; // stored by this kind
      if ((await findTerm(tx.db, kind.collection, itemId)) !== null)
        throw apiError('cannot_be_restored', { why: 'an item with its id exists again' });
      await check?.(tx, before);
      await checkProjectLimit(tx.bounds.perProject, kind.limit, (max) => kind.count(tx.db, max));
      const slug = freeSlug(before.slug, await takenSlugs(tx.db, kind.collection, before.slug));
      const updated_at = latest(before.updated_at, tx.now);
      const after: R = { ...withNormalizedTexts(before), slug, revision: before.revision + 2, updated_at };
      await insertTerm(tx.db, kind.collection, after);
      tx.invalidate(kind.module, termChangeTags(kind, null, after));
      return slugRemarks(before.slug, slug);
    },
  };
}
