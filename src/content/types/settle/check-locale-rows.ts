import { isDeepStrictEqual } from 'node:util';
import type { LocaleCheck, LocaleSample } from '../../../core/context/index.ts';
import type { ProjectDb, ReleaseDb } from '../../../core/mongo/index.ts';
import { firstSampledId, haveSameRows, isReleaseReady, releaseIds } from '../../../lifecycle/index.ts';
import { findRowsOf } from '../../entries/store/locales/repository.ts';
import { rowsOf } from '../../entries/store/locales/row.ts';
import { withTranslation } from '../../entries/store/locales/translation.ts';
import { findBatch } from '../../entries/store/queries/batch-repository.ts';
import type { EntryRecord, EntryShape } from '../../entries/store/schema.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { findBlocks } from '../blocks/repository.ts';
import { findStaleTypes, findTypes } from '../repository.ts';

/** Number of newest releases that a check reads. */
const checkedReleases = 5;

/** Compares the rows of some entries of each localized type with a fresh derivation. */
export async function checkLocaleRows(db: ProjectDb, sample: LocaleSample): Promise<LocaleCheck> {
  const outdated: string[] = [];
  let checked = 0;
  for (const releaseId of (await releaseIds(db)).slice(-checkedReleases)) {
    if (!(await isReleaseReady(db, releaseId))) continue;
    const release = db.release(releaseId);
    const blocks = new Map((await findBlocks(release)).map((block) => [block.slug, block]));
    const staleTypes = await findStaleTypes(release);
    for (const type of await findTypes(release)) {
      const shape = { ...type, blocks };
      if (!hasLocalizedFields(shape) || staleTypes.includes(type.slug)) continue;
      const entries = await sampleOf(release, type.slug, sample);
      checked += entries.length;
      outdated.push(...(await outdatedIn(release, entries, { ...sample, shape })));
    }
  }
  return { checked, outdated };
}

/** Entries from a position on; the first ones if fewer follow. */
async function sampleOf(release: ReleaseDb, type: string, sample: LocaleSample): Promise<EntryRecord[]> {
  const { size } = sample;
  const { entries } = await findBatch(release, type, firstSampledId('entry', sample), size);
  return entries.length === size ? entries : (await findBatch(release, type, '', size)).entries;
}

/** The ids of entries whose rows or translation states differ from a fresh derivation. */
async function outdatedIn(
  release: ReleaseDb,
  entries: readonly EntryRecord[],
  { shape, list, now }: LocaleSample & { shape: EntryShape },
): Promise<string[]> {
  const ids = entries.map(({ id }) => id);
  const storedRows = await findRowsOf(release, ids);
  return entries
    .filter((entry) => {
      const stored = storedRows.filter(({ id }) => id === entry.id);
      const { translation } = withTranslation(entry, shape, list);
      const hasSameRows = haveSameRows(stored, rowsOf(entry, { shape, list, now }), now);
      return !hasSameRows || !isDeepStrictEqual(translation, entry.translation);
    })
    .map(({ id }) => id);
}
