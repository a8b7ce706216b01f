import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { everVisible, published } from '../../../../lifecycle/index.ts';
import { orderIndexNames } from '../order-indexes.ts';
import { entries } from '../repository.ts';

interface TypeCount {
  _id: string;
  entries: number;
}

interface AllCount extends TypeCount {
  created_at: Date;
}

interface LiveCount extends TypeCount {
  published_at: Date | null;
}

/** Counts the entries of each type, and finds when the last one was created, from the keys of an index alone. */
export function countByType(db: ReleaseDb): Promise<AllCount[]> {
  const perType = { $group: { _id: '$type', entries: { $sum: 1 }, created_at: { $max: '$created_at' } } };
  return rows(db, entries).aggregate<AllCount>({}, [perType], { hint: 'by_type' });
}

/** Counts the live and scheduled entries of each type, and finds its last live change, from the keys of an index alone. */
export function countLiveByType(db: ReleaseDb, now: Date): Promise<LiveCount[]> {
  const perType = {
    $group: { _id: '$type', entries: { $sum: 1 }, published_at: { $max: '$live_updated_at' } },
  };
  const filter = { $and: [everVisible, published(now)] };
  const hint = orderIndexNames['live_updated_at'] ?? '';
  return rows(db, entries).aggregate<LiveCount>(filter, [perType], { hint });
}
