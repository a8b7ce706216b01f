import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { SystemDb } from './handle.ts';

/** The state of one counter after one more request; times in milliseconds from now. */
export interface CounterState {
  remaining: number;
  msBeforeReset: number;
  refused: boolean;
}

/** Counters in the database that all processes share: at most `points` in each window, never more. */
export class SharedCounters {
  readonly #limiter: RateLimiterMongo;

  constructor(system: SystemDb, options: { name: string; points: number; windowSeconds: number }) {
    this.#limiter = new RateLimiterMongo({
      storeClient: system.client,
      dbName: system.db.databaseName,
      tableName: 'rate_counters',
      keyPrefix: options.name,
      points: options.points,
      duration: options.windowSeconds,
      inMemoryBlockOnConsumed: options.points,
    });
  }

  async take(key: string): Promise<CounterState> {
    try {
      return stateOf(await this.#limiter.consume(key), false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal, true);
      throw refusal;
    }
  }
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): CounterState {
  return { remaining: refused ? 0 : remainingPoints, msBeforeReset: Math.max(0, msBeforeNext), refused };
}
