import type { LocaleSweep } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { findAssetsInLocales, replaceAsset } from './repository.ts';
import type { MediaRecord } from './schema.ts';
import { withWords } from './upload/upload.ts';

/** Maximum assets changed in one transaction. */
const batchSize = 100;

/** Deletes the alt texts of removed locales. Readers don't see them any more. */
export const mediaSweep: LocaleSweep = {
  async run(writer, removed) {
    if (removed.length === 0) return;
    for (let after: string | null = ''; after !== null;) {
      const page: { after: string; limit: number } = { after, limit: batchSize };
      after = await writeProject(writer, async (tx) => {
        const assets = await findAssetsInLocales(tx.db, removed, page);
        for (const asset of assets) await replaceAsset(tx.db, asset, without(asset, removed));
        const last = assets.at(-1);
        if (last === undefined) return tx.unchanged(null);
        return tx.continued(assets.length < batchSize ? null : last._id);
      });
    }
  },
};

function without({ alts = {}, ...asset }: MediaRecord, removed: readonly string[]): MediaRecord {
  const remaining = Object.entries(alts).filter(([id]) => !removed.includes(id));
  return withWords({ ...asset, ...(remaining.length === 0 ? {} : { alts: Object.fromEntries(remaining) }) });
}
