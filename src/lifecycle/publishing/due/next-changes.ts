import { LRUCache } from 'lru-cache';
import { earliest } from '../../../contract/time.ts';
import { clockSkewMs, runInBackground } from '../../../core/util/index.ts';
import type { ProjectInfo } from '../../../core/context/index.ts';
import { type AnyCollection, hasDates, type SystemDb } from '../../../core/mongo/index.ts';
import { setNextDate } from '../../../projects/index.ts';
import { findComingDate } from '../repository.ts';

/**
 * Makes the function that returns the next date at which readers of a project see something else without a write; null
 * for never. The project's row holds a bound that every transaction keeps (no date comes before it), so this costs a
 * query only after the bound has passed. The scheduled rows are the truth: from them the bound is set again, once no
 * process can still be waiting for it.
 */
export function nextDates(
  system: SystemDb,
  collections: readonly AnyCollection[],
): (project: ProjectInfo, now: Date) => Promise<Date | null> {
  const dated = collections.filter(hasDates);
  const known = new LRUCache<string, { writeSeq: number; date: Date | null }>({ max: 2_000 });

  async function first(projectId: string, after: Date | null): Promise<Date | null> {
    const db = system.project(projectId);
    const dates = await Promise.all(dated.map((collection) => findComingDate(db, collection, after)));
    return dates.reduce(earliest, null);
  }

  async function renew({ id, writeSeq }: ProjectInfo): Promise<void> {
    await setNextDate(system.project(id), writeSeq, await first(id, null));
  }

  return async (project, now) => {
    const { id, writeSeq, nextDate } = project;
    if (nextDate === null || nextDate > now) return nextDate;
    const found = known.get(id);
    const isGood = found?.writeSeq === writeSeq && (found.date === null || found.date > now);
    const date = isGood ? found.date : await first(id, now);
    if (isGood) return date;
    known.set(id, { writeSeq, date });
    const hasPassedForAll = nextDate.getTime() + clockSkewMs <= now.getTime();
    if (hasPassedForAll) runInBackground('set the next date', () => renew(project));
    return date;
  };
}
