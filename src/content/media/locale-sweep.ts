import type { LocaleSweep } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { findAssetsInLocales, replaceAsset } from './repository.ts';
import type { MediaRecord } from './schema.ts';
import { withWords } from './upload/upload.ts';

/** Assets that one transaction changes. */
const batchSize = 100;

/** Deletes the alt texts of removed locales. Readers don't see them any more. */
export const mediaSweep: LocaleSweep = {
  async run(writer, removed) {
    if (removed.length === 0) return;
    for (let isDone = false; !isDone;)
      isDone = await writeProject(writer, async (tx) => {
        const assets = await findAssetsInLocales(tx.db, removed, batchSize);
        for (const asset of assets) await replaceAsset(tx.db, asset, without(asset, removed));
        const isLast = assets.length < batchSize;
        return assets.length === 0 ? tx.unchanged(isLast) : tx.continued(isLast);
      });
  },
};

function without({ alts = {}, ...asset }: MediaRecord, removed: readonly string[]): MediaRecord {
  const remaining = Object.entries(alts).filter(([id]) => !removed.includes(id));
  return withWords({ ...asset, ...(remaining.length === 0 ? {} : { alts: Object.fromEntries(remaining) }) });
}
