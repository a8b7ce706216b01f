import { LRUCache } from 'lru-cache';
import { earliest } from '../../../contract/time.ts';
import { clockSkewMs, runInBackground } from '../../../core/util/index.ts';
import type { ProjectInfo } from '../../../core/context/index.ts';
import { type AnyCollection, hasDates, type SystemDb } from '../../../core/mongo/index.ts';
import { setNextDate } from '../../../projects/index.ts';
import { findComingDate } from '../repository.ts';

/**
 * Returns a function for the next date at which readers see a change without a write; null for never. The
 * project's row contains a lower bound that every transaction maintains, so a query is needed only after the
 * bound. It is then set again from the scheduled rows, once no process can still wait for it.
 */
export function nextDates(
  system: SystemDb,
  collections: readonly AnyCollection[],
): (project: ProjectInfo, now: Date) => Promise<Date | null> {
  const datedCollections = collections.filter(hasDates);
  const cache = new LRUCache<string, { writeSeq: number; date: Date | null }>({ max: 2_000 });

  async function findFirstDate(projectId: string, after: Date | null): Promise<Date | null> {
    const db = system.project(projectId);
    const dates = await Promise.all(
      datedCollections.map((collection) => findComingDate(db, collection, after)),
    );
    return dates.reduce(earliest, null);
  }

  async function renewBound({ id, writeSeq }: ProjectInfo): Promise<void> {
    await setNextDate(system.project(id), writeSeq, await findFirstDate(id, null));
  }

  return async (project, now) => {
    const { id, writeSeq, nextDate } = project;
    if (nextDate === null || nextDate > now) return nextDate;
    const entry = cache.get(id);
    const isFresh = entry?.writeSeq === writeSeq && (entry.date === null || entry.date > now);
    const date = isFresh ? entry.date : await findFirstDate(id, now);
    if (isFresh) return date;
    cache.set(id, { writeSeq, date });
    const hasPassedForAll = nextDate.getTime() + clockSkewMs <= now.getTime();
    if (hasPassedForAll) runInBackground('set the next date', () => renewBound(project));
    return date;
  };
}
