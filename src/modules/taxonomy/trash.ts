import { latest } from '../../contract/time.ts';
import { problem } from '../../contract/errors/problem.ts';
import { withNormalizedTexts } from '../../contract/text/item-texts.ts';
import { freeSlug } from '../../contract/text/slugs.ts';
import { checkRoom } from '../../projects/index.ts';
import { type ProjectCall, slugRemarks, type TrashKind } from '../../core/context/index.ts';
import { findTerm, insertTerm, takenSlugs } from './repository.ts';
import type { TermRecord } from './schema.ts';
import { type Taxonomy, toldTerm } from './taxonomy.ts';

/**
 * Authors, categories, collections and sections come back as they were, live at once; a slug that was taken meanwhile
 * gets a number (specification: trash).
 */
export function trashedTerms<R extends TermRecord>(
  kind: Taxonomy<R>,
  check?: (inside: ProjectCall, record: R) => Promise<void>,
): TrashKind {
  return {
    kind: kind.kind,
    async restore(inside, { itemId, record }) {
      const before = record as R; // what this kind put there
      if ((await findTerm(inside.db, kind.collection, itemId)) !== null)
        throw problem('cannot_be_restored', { why: 'an item with its id exists again' });
      await check?.(inside, before);
      await checkRoom(inside.bounds.perProject, kind.limit, (most) => kind.count(inside.db, most));
      const slug = freeSlug(before.slug, await takenSlugs(inside.db, kind.collection, before.slug));
      const updated_at = latest(before.updated_at, inside.now);
      const after: R = { ...withNormalizedTexts(before), slug, revision: before.revision + 2, updated_at };
      await insertTerm(inside.db, kind.collection, after);
      inside.touch(kind.module, toldTerm(kind, null, after));
      return slugRemarks(before.slug, slug);
    },
  };
}
