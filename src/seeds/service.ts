import { join } from 'node:path';
import type { ProjectContext, ReleaseContext } from '../core/context/index.ts';
import { readSeeds, seedsFolder } from './files/files.ts';
import {
  blockKind,
  moduleKinds,
  storeBlock,
  storeEntry,
  storeImage,
  storeType,
  translateEntry,
} from './kinds.ts';
import { localesOf } from '../projects/index.ts';
import { isModuleKind, withIds } from './files/names.ts';
import { findSeedIds, storeSeedId } from './repository.ts';
import type { Seed } from './seed.ts';
import { withDates } from './seed-dates.ts';
import { locateRejection } from './seed-errors.ts';

/** The arguments of `galley seed`. */
export const seedParts = ['custom', 'blog', 'kb', 'all'] as const;
export type SeedPart = (typeof seedParts)[number];

/** Called after each seed, for a progress bar. */
export type Progress = (step: { done: number; total: number; name: string }) => void;

/** Creates a request context for each write, so that it sees the newest state. */
export interface SeedContexts {
  project(): Promise<ProjectContext>;
  release(): Promise<ReleaseContext>;
}

export interface SeedCounts {
  loaded: number;
  /** Seeds that an earlier load stored. */
  skipped: number;
}

interface SeedOptions {
  progress: Progress;
  /** A folder other than the product's own seeds. */
  root?: string;
}

/**
 * Loads seeds into a project, with translations into its further locales. Seeds of an earlier load are skipped, so
 * loading twice changes nothing.
 * @throws SeedFilesError before anything is stored if a file is invalid or has unknown names, and for the
 * first file that the service rejects; temporarily_unavailable if the storage is down
 */
export async function loadSeeds(
  contexts: SeedContexts,
  part: SeedPart,
  { progress, root = seedsFolder }: SeedOptions,
): Promise<SeedCounts> {
  const { db, project } = await contexts.project();
  const furtherLocales = localesOf(project)
    .list.slice(1)
    .map(({ code }) => code);
  const seeds = (await readSeeds(root)).filter(
    ({ kind, translates }) =>
      isOfPart(part, translates?.kind ?? kind) &&
      (translates === undefined || furtherLocales.includes(translates.locale)),
  );
  const ids = await findSeedIds(db);
  const counts: SeedCounts = { loaded: 0, skipped: 0 };
  for (const seed of seeds) {
    const { name } = seed;
    if (ids.has(name)) {
      counts.skipped += 1;
    } else {
      const id = await storeSeed(contexts, { seed, root, idOf: (seedName) => ids.get(seedName) ?? null });
      if (id === null) counts.skipped += 1;
      else {
        ids.set(name, id);
        await storeSeedId((await contexts.project()).db, name, id);
        counts.loaded += 1;
      }
    }
    progress({ done: counts.loaded + counts.skipped, total: seeds.length, name });
  }
  return counts;
}

/** Whether a part contains a kind. Authors belong to the blog and the knowledge base, images to every part. */
function isOfPart(part: SeedPart, kind: string): boolean {
  if (part === 'all' || kind === 'image') return true;
  if (!isModuleKind(kind)) return part === 'custom';
  return part !== 'custom' && (kind === 'author' || kind.startsWith(`${part}_`));
}

/** @returns the id of the stored item; null for a translation of a type without localized fields, which is skipped */
async function storeSeed(
  contexts: SeedContexts,
  { seed, root, idOf }: { seed: Seed; root: string; idOf: (name: string) => string | null },
): Promise<string | null> {
  const { kind, text, translates } = seed;
  const context = await contexts.project();
  const body = withDates(withIds(seed.body, idOf), context.now);
  try {
    if (kind === 'image') return await storeImage(context, join(root, 'images'), body);
    if (translates !== undefined) {
      const id = idOf(translates.name) ?? '';
      const writtenLocale = translates.locale;
      if (isModuleKind(translates.kind)) {
        await moduleKinds[translates.kind].translate({ ...context, writtenLocale }, id, body);
        return id;
      }
      const release = { ...(await contexts.release()), writtenLocale };
      return (await translateEntry(release, translates.kind, { id, body })) ? id : null;
    }
    if (isModuleKind(kind)) return await moduleKinds[kind].store(context, body);
    const release = await contexts.release();
    if (kind === blockKind) return await storeBlock(release, text.stem, body);
    if (kind === 'type') return await storeType(release, text.stem, body);
    return await storeEntry(release, kind, body);
  } catch (cause) {
    throw locateRejection(seed, cause);
  }
}
