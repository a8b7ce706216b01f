import type { LocaleRecord } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { findBatch } from '../../entries/store/queries/batch-repository.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { findBlocks } from '../blocks/repository.ts';
import { findTypes } from '../repository.ts';
import { matchBatch } from './present-locales.ts';

/** Maximum entries of one batch. Batches of large entries are smaller. */
const batchSize = 100;

/** Derives the rows of entries in further locales after a project was imported. */
export async function rebuildLocaleRows(
  db: ProjectDb,
  releaseIds: readonly string[],
  { list, now }: { list: readonly LocaleRecord[]; now: Date },
): Promise<void> {
  for (const releaseId of releaseIds) {
    const release = db.release(releaseId);
    const blocks = new Map((await findBlocks(release)).map((block) => [block.slug, block]));
    for (const type of await findTypes(release)) {
      const shape = { ...type, blocks };
      if (!hasLocalizedFields(shape)) continue;
      for (let after: string | undefined = ''; after !== undefined;) {
        const { entries: batch, isLast } = await findBatch(release, type.slug, after, batchSize);
        await matchBatch(release, batch, { shape, list, now });
        after = isLast ? undefined : batch.at(-1)?.id;
      }
    }
  }
}
