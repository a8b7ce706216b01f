import { LRUCache } from 'lru-cache';
import type { Collection, Document, Filter, MongoClient } from 'mongodb';
import { groupCommit } from '../util/async/group-commit.ts';
import { rateCounters } from './counters.ts';
import { isDuplicateKey } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { clientOf, databaseOf } from '../mongo/connection/database.ts';

/** How many tries one counter admits in a window of so many seconds. */
export interface AttemptLimit {
  /** One name for all counters with this bound. */
  name: string;
  most: number;
  seconds: number;
  /** Whether a try is final as soon as it is taken. */
  isFinal?: boolean;
}

/** A try that a counter admitted; it is known by its window, so that none is given back to a later one. */
export interface TakenAttempt {
  admitted: true;
  key: string;
  window: Date;
}

/** A counter that is used up; nothing was stored. */
export interface RejectedAttempt {
  admitted: false;
  /** Until its window ends. */
  msLeft: number;
}

interface AttemptRow {
  /** `<counters>:<key>` */
  _id: string;
  /** Tries of this window that were admitted and not given back. */
  points: number;
  /** Those of `points` that are never given back. */
  final?: number;
  /** `points` before the newest tries. */
  before: number;
  expire: Date;
  /** The database's time of the newest tries. */
  updated_at: Date;
}

/** Full counters that a process remembers; one that it forgets costs a query for each rejection. */
const rememberedMax = 10_000;
/** How often another process may change a counter between two commands before a try is rejected. */
const attemptsMax = 5;

/**
 * Takes one try, in the database for all processes: never more than `most` in a window, and a rejected one writes
 * nothing. A rejection is remembered until the window ends once no try can be given back (`finishAttempt`).
 */
export function takeAttempt(
  system: SystemDb,
  bound: AttemptLimit,
  of: string,
): Promise<TakenAttempt | RejectedAttempt> {
  return countersOf(system).take(bound, keyOf(bound, of));
}

/** The rejection that this process remembers, without a query. */
export function rememberedRejection(
  system: SystemDb,
  bound: AttemptLimit,
  of: string,
): RejectedAttempt | null {
  return countersOf(system).remembered(keyOf(bound, of));
}

/** Gives a try back that was no guess. */
export async function returnAttempt(system: SystemDb, { key, window }: TakenAttempt): Promise<void> {
  await openAttempts(system).updateOne(
    { _id: key, expire: window, points: { $gt: 0 } },
    { $inc: { points: -1 } },
  );
}

/** Notes that a try is never given back. */
export async function finishAttempt(system: SystemDb, { key, window }: TakenAttempt): Promise<void> {
  await openAttempts(system).updateOne({ _id: key, expire: window }, { $inc: { final: 1 } });
}

function keyOf({ name }: AttemptLimit, of: string): string {
  return `${name}:${of}`;
}

function openAttempts(system: SystemDb): Collection<AttemptRow> {
  // A counter that is lost with a primary is worth less than the time that a majority takes.
  return databaseOf(system).collection<AttemptRow>(rateCounters.name, {
    writeConcern: { w: 1, journal: false },
  });
}

const countersByClient = new WeakMap<MongoClient, AttemptCounters>();

function countersOf(system: SystemDb): AttemptCounters {
  const client = clientOf(system);
  const counters = countersByClient.get(client) ?? new AttemptCounters(openAttempts(system));
  countersByClient.set(client, counters);
  return counters;
}

/** The counters of one process: at most one update of each is in flight, and full ones are remembered. */
class AttemptCounters {
  readonly #rows: Collection<AttemptRow>;
  readonly #rejected = new LRUCache<string, true>({ max: rememberedMax });
  readonly #take: (key: string, bound: AttemptLimit) => Promise<TakenAttempt | RejectedAttempt>;

  constructor(rows: Collection<AttemptRow>) {
    this.#rows = rows;
    this.#take = groupCommit((key, bounds: readonly AttemptLimit[]) => this.#takeAll(key, bounds));
  }

  async take(bound: AttemptLimit, key: string): Promise<TakenAttempt | RejectedAttempt> {
    return this.remembered(key) ?? this.#take(key, bound);
  }

  remembered(key: string): RejectedAttempt | null {
    if (this.#rejected.get(key) === undefined) return null;
    return rejection(this.#rejected.getRemainingTTL(key));
  }

  /** Takes as many of the tries that arrived together as the counter admits. */
  async #takeAll(
    key: string,
    bounds: readonly AttemptLimit[],
  ): Promise<readonly (TakenAttempt | RejectedAttempt)[]> {
    const [bound] = bounds;
    if (bound === undefined) return [];
    const update = counting(bound, bounds.length);
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const row = await this.#update({ _id: key, points: { $lt: bound.most } }, update, true);
      if (row !== null) return shared(row, bounds);
      const rejected = await this.#readFull(key, bound);
      if (rejected !== null) return bounds.map(() => rejected);
      const isOver = { $expr: { $lte: ['$expire', '$$NOW'] } };
      const renewed = await this.#update({ _id: key, ...isOver }, update, false);
      if (renewed !== null) return shared(renewed, bounds);
    } // two first takers met, or a try was just given back
    return bounds.map(() => rejection(0));
  }

  async #update(filter: Filter<AttemptRow>, update: Document[], upsert: boolean): Promise<AttemptRow | null> {
    try {
      return await this.#rows.findOneAndUpdate(filter, update, { upsert, returnDocument: 'after' });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return null; // the row is there and full: the upsert would have made a second one
    }
  }

  /** The rejection by a counter that is full; null for one that is not, or whose window has ended. */
  async #readFull(key: string, { most }: AttemptLimit): Promise<RejectedAttempt | null> {
    const sentAt = performance.now();
    const projection = { points: 1, final: 1, msLeft: msToEnd };
    const row = await this.#rows.findOne<FullRow>({ _id: key }, { projection });
    if (row === null || row.points < most || row.msLeft <= 0) return null;
    // The window may have begun to end before the response was read: never remember it for longer.
    const ttl = Math.floor(row.msLeft - (performance.now() - sentAt));
    if ((row.final ?? 0) >= most && ttl > 0) this.#rejected.set(key, true, { ttl });
    return rejection(row.msLeft);
  }
}

type FullRow = Pick<AttemptRow, 'points' | 'final'> & { msLeft: number };

/** By the database's clock, as the windows themselves. */
const msToEnd = { $subtract: ['$expire', '$$NOW'] };

function rejection(msLeft: number): RejectedAttempt {
  return { admitted: false, msLeft: Math.max(1_000, msLeft) };
}

/** What became of each of the tries that arrived together. */
function shared(
  { _id: key, points, before, expire, updated_at }: AttemptRow,
  bounds: readonly AttemptLimit[],
): (TakenAttempt | RejectedAttempt)[] {
  const msLeft = expire.getTime() - updated_at.getTime();
  return bounds.map((_, i) =>
    i < points - before ? { admitted: true, key, window: expire } : rejection(msLeft),
  );
}

/** Opens a new window when the old one has ended, by the database's clock alone. */
function counting({ most, seconds, isFinal }: AttemptLimit, arrivals: number): Document[] {
  const isOpen = { $gt: ['$expire', '$$NOW'] };
  const ends = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: seconds } };
  return [
    {
      $set: {
        before: { $cond: [isOpen, '$points', 0] },
        final: { $cond: [isOpen, { $ifNull: ['$final', 0] }, 0] },
        expire: { $cond: [isOpen, '$expire', ends] },
        updated_at: '$$NOW',
      },
    },
    { $set: { points: { $max: ['$before', { $min: [most, { $add: ['$before', arrivals] }] }] } } },
    ...(isFinal === true ? [{ $set: { final: '$points' } }] : []),
  ];
}
