import type { Collection, Document } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { systemCollection } from '../mongo/scope/collection.ts';
import { clientOf, databaseOf } from '../mongo/connection/database.ts';
import { isDuplicateKey } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';

/** The state of one counter after one more request; times in milliseconds from now. */
export interface CounterState {
  remaining: number;
  msBeforeReset: number;
  refused: boolean;
}

/** A point that is taken before it is known whether the caller may ask at all. Exactly one of the two is called. */
export interface Reservation<S> {
  /** Keeps the point, or takes one now where none could be reserved. */
  confirm: () => Promise<S>;
  /** Gives the point back. */
  release: () => void;
}

/** A counter as it is stored. */
interface CounterRow {
  /** `<counters>:<key>` */
  _id: string;
  /** Admitted requests of this window; never more than the limit. */
  points: number;
  /** `points` before the newest update. */
  before: number;
  expire: Date;
  /** The database's time of the newest update. */
  updated_at: Date;
}

/** How often two first takers of one counter may meet before something else must be wrong. */
const attemptsMax = 5;

/** Counters of all processes; rows go by themselves when their window has ended. */
export const rateCounters = systemCollection<CounterRow>('rate_counters', [
  { key: { expire: 1 }, expireAfterSeconds: 0 },
]);

export interface CounterOptions {
  /** One name for all counters with these bounds. */
  name: string;
  points: number;
  windowSeconds: number;
  /** Told how many requests each update counts. */
  onBatch?: (requests: number) => void;
  /** Receives how many settlements of reserved points an update that failed has lost. */
  onLost?: (settlements: number, error: unknown) => void;
}

/** Counters in the database that all processes share: at most `points` in each window, never more. */
export class SharedCounters {
  readonly #limiter: GroupCommitLimiter;
  readonly #onLost: CounterOptions['onLost'];

  constructor(system: SystemDb, options: CounterOptions) {
    this.#onLost = options.onLost;
    this.#limiter = new GroupCommitLimiter(system, options);
  }

  async take(key: string): Promise<CounterState> {
    return (await this.#take(key)).state;
  }

  /** Takes a point that may be given back: only the counter's owner has it less meanwhile. */
  reserve(key: string): Reservation<CounterState> {
    const taking = this.#take(key);
    taking.catch(() => undefined); // told to who confirms
    const giveBack = ({ state, expire }: Awaited<typeof taking>) => {
      if (state.refused || expire === undefined) return;
      // A lost point is missing until the window ends.
      this.#limiter.giveBack(key, expire).catch((error: unknown) => this.#onLost?.(1, error));
    };
    return {
      confirm: async () => (await taking).state,
      release: () => void taking.then(giveBack, () => undefined),
    };
  }

  async #take(key: string): Promise<{ state: CounterState; expire?: Date | undefined }> {
    try {
      const taken: CountedRes = await this.#limiter.consume(key);
      return { state: stateOf(taken, false), expire: taken.expire };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { state: stateOf(refusal, true) };
      throw refusal;
    }
  }
}

/** The library's result, with the end of the window by the database's clock. */
class CountedRes extends RateLimiterRes {
  expire?: Date;
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): CounterState {
  return { remaining: refused ? 0 : remainingPoints, msBeforeReset: Math.max(0, msBeforeNext), refused };
}

/** What one request took: how many were admitted up to and with it; above the limit it is refused. */
interface Taken {
  points: number;
  msBeforeReset: number;
  expire: Date;
}

interface Waiting {
  resolve: (taken: Taken) => void;
  reject: (error: unknown) => void;
}

/**
 * The library's limiter with another way to count (specification: counters): at most one update of a counter is in
 * flight, requests that arrive meanwhile go into the next one, and refused requests are never stored, so that they cost
 * the caller nothing when the window ends. The library keeps the refusals in memory until then.
 */
class GroupCommitLimiter extends RateLimiterMongo {
  readonly #counters: Collection<CounterRow>;
  readonly #limit: number;
  readonly #onBatch: (requests: number) => void;
  /** A caller that waits for the next update of a counter; a counter is here while one is in flight. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(system: SystemDb, { name, points, windowSeconds, onBatch }: CounterOptions) {
    super({
      storeClient: clientOf(system),
      dbName: databaseOf(system).databaseName,
      tableName: rateCounters.name,
      disableIndexesCreation: true, // set-up makes them
      keyPrefix: name,
      points,
      duration: windowSeconds,
      inMemoryBlockOnConsumed: points,
    });
    this.#limit = points;
    this.#onBatch = onBatch ?? (() => undefined);
    // A counter that is lost with a primary is worth less than the time that a majority takes.
    this.#counters = databaseOf(system).collection(rateCounters.name, {
      writeConcern: { w: 1, journal: false },
    });
  }

  /** The library's hook that counts; `points` is always 1 here. */
  protected _upsert(key: string, _points: number, msDuration: number): Promise<Taken> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key);
      if (queue !== undefined) {
        queue.push({ resolve, reject });
        return;
      }
      this.#waiting.set(key, [{ resolve, reject }]);
      queueMicrotask(() => void this.#work(key, msDuration)); // all arrivals of this tick go together
    });
  }

  /** The library's hook that reads what `_upsert` answered. */
  protected _getRateLimiterRes(_key: string, _points: number, taken: Taken): RateLimiterRes {
    const remaining = Math.max(0, this.#limit - taken.points);
    const counted = new CountedRes(remaining, taken.msBeforeReset, taken.points, taken.points === 1);
    counted.expire = taken.expire;
    return counted;
  }

  /** Gives one point back, unless its window has ended. */
  async giveBack(key: string, expire: Date): Promise<void> {
    await this.#counters.updateOne(
      { _id: this.getKey(key), expire, points: { $gt: 0 } },
      { $inc: { points: -1 } },
    );
  }

  /** Updates one counter again and again while there are arrivals. */
  async #work(key: string, msDuration: number): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(key) ?? [];
      if (batch.length === 0) {
        this.#waiting.delete(key);
        return;
      }
      this.#waiting.set(key, []);
      this.#onBatch(batch.length);
      try {
        const { before, ...window } = await this.#count(key, batch.length, msDuration);
        batch.forEach(({ resolve }, i) => resolve({ points: before + i + 1, ...window }));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #count(key: string, arrivals: number, msDuration: number) {
    const update = counting(arrivals, this.#limit, msDuration);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const row = await this.#counters.findOneAndUpdate({ _id: key }, update, {
          upsert: true,
          returnDocument: 'after',
        });
        if (row === null) throw new Error(`counter ${key} is gone`);
        const { before, expire } = row;
        return { before, expire, msBeforeReset: expire.getTime() - row.updated_at.getTime() };
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === attemptsMax) throw error; // two first takers met; the other one's row is there now
      }
    }
  }
}

/** Opens a new window when the old one has ended, by the database's clock alone, and stores what is admitted. */
function counting(arrivals: number, limit: number, msDuration: number): Document[] {
  const isOpen = { $gt: ['$expire', '$$NOW'] };
  const ends = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: msDuration } };
  return [
    {
      $set: {
        before: { $cond: [isOpen, '$points', 0] },
        expire: { $cond: [isOpen, '$expire', ends] },
        updated_at: '$$NOW',
      },
    },
    // A process with a lower limit (while settings roll out) takes nothing back.
    { $set: { points: { $max: ['$before', { $min: [limit, { $add: ['$before', arrivals] }] }] } } },
  ];
}
