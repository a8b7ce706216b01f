import type { Feature } from '../../core/context/index.ts';
import { recoverReleases } from './copy/clone.ts';
import { removeOrphans } from './copy/orphans.ts';
import { duePromotionFilter, releases, removals } from './repository.ts';
import { DuePromotions } from './promote/promote-due.ts';
import { releaseRoutes } from './routes.ts';
import { trashedReleaseKind } from './trash.ts';
import { trimRemovals } from './copy/trim-removals.ts';

/** A due date starts the job, so its interval only matters if the check of due rows fails. */
const promoteEverySeconds = 3_600;

export const releasesFeature: Feature = {
  name: 'releases',
  routes: releaseRoutes,
  trash: [trashedReleaseKind],
  collections: [
    {
      collection: releases,
      // Exports omit releases that are still being cloned or deleted.
      exported: {
        requiredKeys: ['name', 'status', 'base_at'],
        only: { status: 'ready' },
        isFirst: true,
        rowForm: withoutPeople,
      },
      mayBeSharded: false,
    },
    { collection: removals, exported: { requiredKeys: ['id', 'at'] }, mayBeSharded: true },
  ],
  jobs: ({ system, clock, ...parts }) => [
    {
      name: 'releases.promote',
      everySeconds: promoteEverySeconds,
      inEachProcess: true,
      dueRows: [{ collection: releases.name, filter: duePromotionFilter }],
      run: startDuePromotions({ system, clock, ...parts }),
    },
    { name: 'releases.recover', everySeconds: 60, run: () => recoverReleases(system, clock) },
    {
      name: 'releases.orphans',
      everySeconds: 3_600,
      run: async () => {
        await removeOrphans(system);
        await trimRemovals(system, clock.now());
      },
    },
  ],
};

/** Members and keys stay behind in an export: nobody could promote the release in the copy, or finish its review. */
function withoutPeople(row: Record<string, unknown>): object {
  const { promotion: _promotion, promotion_failed: _failure, ...rest } = row;
  const { review: _review, contributors: _contributors, content_seq: _seq, ...exported } = rest;
  return exported;
}

function startDuePromotions(parts: ConstructorParameters<typeof DuePromotions>[0]): () => Promise<void> {
  const promotions = new DuePromotions(parts);
  return () => promotions.start();
}
