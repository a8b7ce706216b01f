import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import { runInBackground } from '../../core/util/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { countVersions, deleteVersions, olderVersions } from './repository.ts';

/**
 * Versions that are removed together above the maximum, so that the next saves don't have to search for the
 * oldest.
 */
const pruneBatch = 10;
/** A process counts again after this many versions, because other processes add versions too. */
const recountEvery = 10;
/** Items whose versions this process has counted, with their numbers. */
const counts = new LRUCache<string, number>({ max: 10_000 });

const keyOf = (db: ProjectDb, item: string) => `${db.projectId}/${item}`;

/**
 * Returns the last known minimum number of an item's versions; undefined if this process saved none of them.
 */
export function knownCount(db: ProjectDb, item: string): number | undefined {
  return counts.get(keyOf(db, item));
}

/**
 * Remembers the number of an item's versions after a save is stored, and removes the oldest if there are too
 * many. This runs after the response, because lists never show more than the maximum; the next save removes
 * what a process leaves.
 */
export function rememberCount(db: ProjectDb, item: string, count: number): void {
  counts.set(keyOf(db, item), count);
  if (count > limits.versions_max || count % recountEvery === 0)
    runInBackground('prune versions', () => prune(db, item));
}

export function forgetCounts(db: ProjectDb, items: readonly string[]): void {
  for (const item of items) counts.delete(keyOf(db, item));
}

async function prune(db: ProjectDb, item: string): Promise<void> {
  const count = await countVersions(db, item, limits.versions_max + 1);
  const isOver = count > limits.versions_max;
  const retainedCount = limits.versions_max + 1 - pruneBatch;
  if (isOver) await deleteVersions(db, await olderVersions(db, item, retainedCount));
  if (counts.has(keyOf(db, item))) counts.set(keyOf(db, item), isOver ? retainedCount : count);
}
