import type { LocaleSweep } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { isReleaseReady, releaseIds, restorableReleaseIds } from '../../../lifecycle/index.ts';
import { writerOf } from '../../../projects/index.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { findBlocks } from '../blocks/repository.ts';
import { findStaleTypes, findTypes, markStaleRows } from '../repository.ts';
import { checkLocaleRows } from './check-locale-rows.ts';
import { rebuildLocaleRows } from './locale-rows.ts';
import { settleType } from './settle.ts';

/** Entries of localized types in all releases: their states, and their rows in further locales. */
export const entrySweep: LocaleSweep = {
  async mark(tx) {
    const staleRows = await tx.writeSeq();
    for (const releaseId of await restorableReleaseIds(tx.db)) {
      const release = tx.db.release(releaseId);
      const blocks = new Map((await findBlocks(release)).map((block) => [block.slug, block]));
      const types = (await findTypes(release)).filter((type) => hasLocalizedFields({ ...type, blocks }));
      await markStaleRows(
        release,
        types.map(({ slug }) => slug),
        staleRows,
      );
    }
  },
  async run(writer, _removed, report) {
    const stale = await findStale(writer.db);
    for (const [i, { releaseId, slug }] of stale.entries()) {
      await settleType(writerOf(writer.db.release(releaseId), writer), slug);
      await report((i + 1) / stale.length);
    }
  },
  async rebuild(db, imported) {
    await rebuildLocaleRows(db, await releaseIds(db), imported);
  },
  check: checkLocaleRows,
};

/**
 * The marked types in releases that can be written. A release that is being cloned or is in the trash is settled
 * once it is ready.
 */
async function findStale(db: ProjectDb): Promise<{ releaseId: string; slug: string }[]> {
  const stale: { releaseId: string; slug: string }[] = [];
  for (const releaseId of await releaseIds(db)) {
    if (!(await isReleaseReady(db, releaseId))) continue;
    for (const slug of await findStaleTypes(db.release(releaseId))) stale.push({ releaseId, slug });
  }
  return stale;
}
