import type { Collection, Document } from 'mongodb';
import { rateCounters } from './counters.ts';
import { isDuplicateKey } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { databaseOf } from '../mongo/connection/database.ts';

/** How many tries one counter admits in a window of so many seconds. */
export interface AttemptLimit {
  /** One name for all counters with this bound. */
  name: string;
  most: number;
  seconds: number;
}

/** A try that a counter admitted; it is known by its window, so that none is given back to a later one. */
export interface TakenAttempt {
  admitted: true;
  key: string;
  window: Date;
}

/** A counter that is used up; nothing was stored. */
export interface RefusedAttempt {
  admitted: false;
  /** Until its window ends. */
  msLeft: number;
}

interface AttemptRow {
  /** `<counters>:<key>` */
  _id: string;
  points: number;
  expire: Date;
}

/**
 * Takes one try, in the database for all processes: never more than `most` in a window, and a refused one writes
 * nothing. Unlike a budget a try can be given back, so no process keeps a refusal in its memory.
 */
export async function takeAttempt(
  system: SystemDb,
  bound: AttemptLimit,
  of: string,
): Promise<TakenAttempt | RefusedAttempt> {
  const key = `${bound.name}:${of}`;
  const rows = openAttempts(system);
  const update = counted(bound.seconds);
  for (let attempt = 1; ; attempt += 1) {
    const row =
      (await rows
        .findOneAndUpdate({ _id: key, points: { $lt: bound.most } }, update, {
          upsert: true,
          returnDocument: 'after',
        })
        .catch(noneWhenTaken)) ??
      (await rows.findOneAndUpdate({ _id: key, $expr: { $lte: ['$expire', '$$NOW'] } }, update, {
        returnDocument: 'after',
      }));
    if (row !== null) return { admitted: true, key, window: row.expire };
    const full = await rows.findOne<Full>({ _id: key }, { projection: { points: 1, msLeft: msToEnd } });
    if (full !== null && (full.points >= bound.most || attempt > 1))
      return { admitted: false, msLeft: Math.max(1_000, full.msLeft) };
  } // otherwise two first takers met, or one was just given back
}

/** The row is there and full: the upsert would have made a second one. */
function noneWhenTaken(error: unknown): null {
  if (!isDuplicateKey(error)) throw error;
  return null;
}

interface Full {
  points: number;
  msLeft: number;
}

/** By the database's clock, as the windows themselves. */
const msToEnd = { $subtract: ['$expire', '$$NOW'] };

/** Gives a try back that was no guess. */
export async function returnAttempt(system: SystemDb, { key, window }: TakenAttempt): Promise<void> {
  await openAttempts(system).updateOne(
    { _id: key, expire: window, points: { $gt: 0 } },
    { $inc: { points: -1 } },
  );
}

function openAttempts(system: SystemDb): Collection<AttemptRow> {
  // A counter that is lost with a primary is worth less than the time that a majority takes.
  return databaseOf(system).collection<AttemptRow>(rateCounters.name, {
    writeConcern: { w: 1, journal: false },
  });
}

/** Opens a new window when the old one has ended, by the database's clock alone. */
function counted(seconds: number): Document[] {
  const isOpen = { $gt: ['$expire', '$$NOW'] };
  const ends = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: seconds } };
  return [
    {
      $set: {
        points: { $cond: [isOpen, { $add: ['$points', 1] }, 1] },
        expire: { $cond: [isOpen, '$expire', ends] },
      },
    },
  ];
}
