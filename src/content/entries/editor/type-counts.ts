import type { ReleaseContext } from '../../../core/context/index.ts';
import { findKinds } from '../../types/repository.ts';
import { countByType, countLiveByType } from '../store/queries/type-counts-repository.ts';
import type { TypeCounts } from './editor-schema.ts';

/** Counts the entries of each content type of the release, and those that readers neither see nor will see. */
export async function countTypes(context: ReleaseContext): Promise<TypeCounts> {
  const { db, now } = context;
  const [kinds, totals, liveCounts] = await context.withConcurrencyLimit(() =>
    Promise.all([findKinds(db), countByType(db), countLiveByType(db, now)]),
  );
  return {
    data: kinds.map(({ slug }) => {
      const all = totals.find(({ _id }) => _id === slug);
      const entries = all?.entries ?? 0;
      const live = liveCounts.find(({ _id }) => _id === slug);
      return {
        type: slug,
        entries,
        drafts: Math.max(0, entries - (live?.entries ?? 0)),
        created_at: all?.created_at.toISOString() ?? null,
        published_at: live?.published_at?.toISOString() ?? null,
      };
    }),
  };
}
