import { LRUCache } from 'lru-cache';
import type { MongoClient } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, databaseOf } from '../mongo/connection/database.ts';
import { systemCollection } from '../mongo/scope/collection.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { groupCommit } from '../util/async/group-commit.ts';
import { systemClock } from '../util/clock.ts';

/** A row of rate-limiter-flexible. */
interface CounterRow {
  /** `<name>:<key>` */
  key: string;
  points: number;
  expire: Date;
}

/** Counters of all processes. Set-up creates the indexes, so the library doesn't at each start. */
export const counterRows = systemCollection<CounterRow>('counters', [
  { key: { key: 1 }, unique: true },
  { key: { expire: 1 }, expireAfterSeconds: 0 },
]);

export interface CounterOptions {
  /** One name for all counters with this limit. */
  name: string;
  /** Points of one key in a window. */
  points: number;
  windowSeconds: number;
  /** Whether each point ends with `giveBack` or `finish`. A full counter is remembered once all its points are finished. */
  isFinished?: boolean;
  /** Receives how many points each update takes. */
  onBatch?: (points: number) => void;
}

/** The result of taking a point. */
export interface Point {
  key: string;
  isAdmitted: boolean;
  /** Points that the key has left in this window. */
  remaining: number;
  msLeft: number;
  /** The end of the window, in milliseconds since 1970. */
  endsAt: number;
}

/** Full counters that a process remembers; each rejection by another one costs a command. */
const rememberedMax = 10_000;
/** `finish` adds this to a row, so the row counts finished points above this digit and taken points below it. */
const finishedUnit = 1_000_000;
/** Points of a window with less time left are dropped: after its end, `reward` would add a point to the next window. */
const closingMs = 1_000;
const clock = systemClock();

/**
 * Counters of one name, in windows of fixed length, for all processes together. Points of a key that are taken while
 * its row is updated share the next update, and a full counter rejects from memory until its window ends.
 */
export class Counter {
  readonly #options: CounterOptions;
  readonly #limiter: RateLimiterMongo;
  /**
   * The newest point of each key, until its window ends. The library's in-memory block can't be read without counting, nor
   * removed for one key when a point is given back.
   */
  readonly #newest = new LRUCache<string, Point & { isFull: boolean }>({ max: rememberedMax });
  readonly #take = groupCommit((key, points: readonly null[]) => this.takeMany(key, points.length));
  readonly #giveBack = groupCommit(async (key, points: readonly null[]) => {
    await this.#limiter.reward(key, points.length);
    this.#newest.delete(key);
    return points;
  });

  constructor(system: SystemDb, options: CounterOptions) {
    this.#options = options;
    this.#limiter = new RateLimiterMongo({
      // Losing the last points with a primary is worth less than waiting for a majority.
      storeClient: clientOf(system).db(databaseOf(system).databaseName, {
        writeConcern: { w: 1, journal: false },
      }),
      tableName: counterRows.name,
      disableIndexesCreation: true,
      keyPrefix: options.name,
      points: options.points,
      duration: options.windowSeconds,
    });
  }

  async take(key: string): Promise<Point> {
    return this.remembered(key) ?? this.#take(key, null);
  }

  /** Takes points that arrived together. The first ones are admitted, up to the limit. */
  async takeMany(key: string, count: number): Promise<readonly Point[]> {
    const rejection = this.remembered(key);
    if (rejection !== null) return Array<Point>(count).fill(rejection);
    const { points, isFinished = false, onBatch } = this.#options;
    onBatch?.(count);
    const { consumedPoints, msBeforeNext: msLeft } = await this.#consume(key, count);
    const finishedPoints = isFinished ? Math.round(consumedPoints / finishedUnit) : 0;
    const takenPoints = consumedPoints - finishedPoints * finishedUnit;
    const endsAt = clock.now().getTime() + msLeft;
    const pointsLeft = Math.min(points, Math.max(0, points - (takenPoints - count)));
    const result = Array.from({ length: count }, (_, i) => ({
      key,
      isAdmitted: i < pointsLeft,
      remaining: Math.max(0, pointsLeft - i - 1),
      msLeft,
      endsAt,
    }));
    const isFull = (isFinished ? finishedPoints : takenPoints) >= points;
    const [newest] = result.slice(-1);
    if (newest !== undefined && msLeft > 0) this.#newest.set(key, { ...newest, isFull }, { ttl: msLeft });
    // Points above the limit would swallow those that are given back later.
    if (count > pointsLeft && !isClosing(endsAt)) await this.#limiter.reward(key, count - pointsLeft);
    return result;
  }

  /** The rejection of a full counter that this process remembers, without a command. */
  remembered(key: string): Point | null {
    const newest = this.#newest.get(key);
    if (newest?.isFull !== true) return null;
    return { ...newest, isAdmitted: false, remaining: 0, msLeft: this.#newest.getRemainingTTL(key) };
  }

  /** Whether more than half of the points were left when this process took the newest one. */
  isHalfFree(key: string): boolean {
    return (this.#newest.get(key)?.remaining ?? 0) > this.#options.points / 2;
  }

  /** Gives an admitted point back, so that another one is admitted in its place. */
  async giveBack({ key, endsAt }: Point): Promise<void> {
    if (!isClosing(endsAt)) await this.#giveBack(key, null);
  }

  /** Notes that an admitted point is never given back. */
  async finish({ key, endsAt }: Point): Promise<void> {
    if (!isClosing(endsAt)) await this.#limiter.penalty(key, finishedUnit);
  }

  /** The library rejects a batch as a whole when its last point is above the limit. */
  async #consume(key: string, count: number): Promise<RateLimiterRes> {
    try {
      return await this.#limiter.consume(key, count);
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  }
}

function isClosing(endsAt: number): boolean {
  return endsAt - clock.now().getTime() < closingMs;
}

const countersByClient = new WeakMap<MongoClient, Map<CounterOptions, Counter>>();

/** The counters of a connection with these options, which are one object for all callers. */
export function counterOf(system: SystemDb, options: CounterOptions): Counter {
  const client = clientOf(system);
  const counters = countersByClient.get(client) ?? new Map<CounterOptions, Counter>();
  const counter = counters.get(options) ?? new Counter(system, options);
  countersByClient.set(client, counters.set(options, counter));
  return counter;
}
