import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import { runInBackground } from '../../core/util/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { countVersions, deleteVersions, olderVersions } from './repository.ts';

/** Beyond the maximum this many versions are removed at once, so that the next saves need not look for the oldest. */
const droppedAtOnce = 10;
/** After so many versions that a process adds it counts again: other processes add versions, too. */
const countedEach = 10;
/** Items whose versions this process has counted, with what they came to. */
const counts = new LRUCache<string, number>({ max: 10_000 });

const keyOf = (db: ProjectDb, item: string) => `${db.projectId}/${item}`;

/** How many versions an item had at least when this process last kept one of it; undefined where it kept none. */
export function knownCount(db: ProjectDb, item: string): number | undefined {
  return counts.get(keyOf(db, item));
}

/**
 * Notes how many versions an item has once a save is stored, and removes the oldest of too many. That happens after the
 * answer, since lists show no more than the maximum in any case; what a process leaves, the next save removes.
 */
export function noteCount(db: ProjectDb, item: string, count: number): void {
  counts.set(keyOf(db, item), count);
  if (count > limits.versions_max || count % countedEach === 0)
    runInBackground('prune versions', () => prune(db, item));
}

/** The item's versions are gone. */
export function forgetCounts(db: ProjectDb, items: readonly string[]): void {
  for (const item of items) counts.delete(keyOf(db, item));
}

async function prune(db: ProjectDb, item: string): Promise<void> {
  const count = await countVersions(db, item, limits.versions_max + 1);
  const isOver = count > limits.versions_max;
  const left = limits.versions_max + 1 - droppedAtOnce;
  if (isOver) await deleteVersions(db, await olderVersions(db, item, left));
  if (counts.has(keyOf(db, item))) counts.set(keyOf(db, item), isOver ? left : count);
}
