import type { FindOptions } from 'mongodb';
import { letOthersGoOn } from '../../util/async/event-loop-turn.ts';
import type { ScopedCollection } from '../scope/scoped.ts';
import type { Within } from '../scope/scoped-reads.ts';

/**
 * All rows that the filter finds, decoded one after another, so that others go on meanwhile: for rows that may be
 * megabytes together (specification: answer-time).
 */
export async function findInTurns<R extends object>(
  collection: ScopedCollection<R>,
  filter: Within<R>,
  options: FindOptions,
): Promise<R[]> {
  const found: R[] = [];
  await collection.findWhile(filter, options, async (row) => {
    found.push(row);
    await letOthersGoOn();
    return true;
  });
  return found;
}
