import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Collection, Document } from 'mongodb';
import { groupCommit } from '../util/async/group-commit.ts';
import { type CounterOptions, rateCounters, type Reservation } from './counters.ts';
import { databaseOf } from '../mongo/connection/database.ts';
import { isDuplicateKey } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import {
  type Arrival,
  type CountedState,
  counting,
  type GroupRow,
  type Settlement,
  statesOf,
  unsettledMs,
} from './member-counting.ts';

/** The state of one member's counter after one more request; times in milliseconds from now. */
export interface MemberState extends Pick<CountedState, 'remaining' | 'msBeforeReset'> {
  /** Which bound refused the request: the member's, or that of its whole group. Null when it was admitted. */
  refusedBy: 'member' | 'group' | null;
}

interface GroupCounterOptions extends CounterOptions {
  /** Points of all members of a group together. */
  groupPoints: number;
}

/** How often two first takers of one counter may meet before something else must be wrong. */
const attemptsMax = 5;
/** Refusals that a process remembers; one that it forgets costs one more question. */
const rememberedMax = 10_000;
/** What became of points that are held, or have to be given back, goes with the next update of their counter, or alone after this time, in milliseconds. */
const settleMs = 20;

/**
 * Counters in the database that all processes share: in each window at most `points` of one member and at most
 * `groupPoints` of its group, never more. The window is that of the group. What one bound refuses takes nothing from
 * the other. At most one update of a row is in flight in a process, and refusals are answered from memory until the
 * window ends, as those of `SharedCounters` are (docs/decisions/0020-batched-rate-counters.md).
 *
 * A point may be reserved before it is known whether its member may ask at all (specification: reserved-points). No other member is
 * refused because of points that are reserved only: who would be waits until they are settled.
 */
export class MemberCounters {
  readonly #options: GroupCounterOptions;
  readonly #rows: Collection<GroupRow>;
  readonly #count: (row: string, arrival: Arrival | null) => Promise<CountedState | null>;
  readonly #refused = new LRUCache<string, 'member' | 'group'>({ max: rememberedMax });
  /** What is to be settled with the next update of a row. */
  readonly #settlements = new Map<string, Settlement[]>();

  constructor(system: SystemDb, options: GroupCounterOptions) {
    this.#options = options;
    this.#rows = databaseOf(system).collection<GroupRow>(rateCounters.name, {
      writeConcern: { w: 1, journal: false }, // as SharedCounters
    });
    this.#count = groupCommit(async (_id, group: readonly (Arrival | null)[]) => {
      const arrivals = group.filter((arrival) => arrival !== null);
      const settlements = this.#settlements.get(_id) ?? [];
      this.#settlements.delete(_id);
      if (arrivals.length === 0 && settlements.length === 0) return group.map(() => null);
      if (arrivals.length > 0) options.onBatch?.(arrivals.length);
      try {
        const row = await this.#update(_id, counting(arrivals, settlements, options));
        const states = statesOf(row, arrivals, options).values();
        return group.map((arrival) => (arrival === null ? null : (states.next().value ?? null)));
      } catch (error) {
        if (settlements.length > 0) options.onLost?.(settlements.length, error);
        throw error;
      }
    });
  }

  /** Takes one point of a member. Names of members hold neither dots nor dollar signs. */
  async take(group: string, member: string): Promise<MemberState> {
    const row = this.#rowOf(group);
    const endsAt = performance.now() + unsettledMs;
    for (;;) {
      const refusal = this.#remembered(row, member);
      if (refusal !== null) return refusal;
      const state = await this.#countOne(row, { member, isReserved: false });
      const settled = this.#settled(row, member, state);
      if (settled !== null) return settled;
      // A process that ended with reserved points never settles them: their window ends without them.
      if (performance.now() > endsAt) return { ...state, refusedBy: 'group' };
      await pause(settleMs / 2);
    }
  }

  /** Reserves one point of a member until it is known whether it may ask. */
  reserve(group: string, member: string): Reservation<MemberState> {
    const row = this.#rowOf(group);
    const refusal = this.#remembered(row, member);
    if (refusal !== null) return { confirm: () => Promise.resolve(refusal), release: () => undefined };
    const reserving = this.#countOne(row, { member, isReserved: true });
    reserving.catch(() => undefined); // told to who confirms
    const settle = (state: CountedState, isTaken: boolean) => {
      const { refusedBy, expire, countedIn } = state;
      const isDone = isTaken && countedIn === 'points';
      if (refusedBy === null && !isDone) this.#settle(row, { member, expire, isTaken, countedIn });
    };
    return {
      confirm: async () => {
        const state = await reserving;
        settle(state, true);
        return this.#settled(row, member, state) ?? this.take(group, member);
      },
      release: () =>
        void reserving.then(
          (state) => settle(state, false),
          () => undefined,
        ),
    };
  }

  async #update(_id: string, update: Document[]): Promise<GroupRow> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const row = await this.#rows.findOneAndUpdate({ _id }, update, {
          upsert: true,
          returnDocument: 'after',
        });
        if (row === null) throw new Error(`counter ${_id} is gone`);
        return row;
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === attemptsMax) throw error; // two first takers met
      }
    }
  }

  #rowOf(group: string): string {
    return `${this.#options.name}:${group}`;
  }

  /** The refusal that holds until the window ends. */
  #remembered(row: string, member: string): MemberState | null {
    if (this.#refused.size === 0) return null;
    for (const key of [row, `${row}/${member}`]) {
      const refusedBy = this.#refused.get(key);
      if (refusedBy !== undefined)
        return { remaining: 0, msBeforeReset: this.#refused.getRemainingTTL(key), refusedBy };
    }
    return null;
  }

  async #countOne(row: string, arrival: Arrival): Promise<CountedState> {
    const state = await this.#count(row, arrival);
    if (state === null) throw new Error(`counter ${row} left out an arrival`);
    return state;
  }

  /** Remembers a refusal. Null for what reserved points leave open. */
  #settled(row: string, member: string, state: CountedState): MemberState | null {
    const { remaining, msBeforeReset, refusedBy } = state;
    if (refusedBy === 'unsettled') return null;
    const ttl = Math.max(1, Math.ceil(msBeforeReset));
    if (refusedBy === 'group') this.#refused.set(row, 'group', { ttl });
    else if (remaining === 0) this.#refused.set(`${row}/${member}`, 'member', { ttl });
    return { remaining, msBeforeReset, refusedBy };
  }

  /**
   * A settlement that gets lost with its update leaves points reserved until the window ends, which admits no request
   * too many but rejects some too early: the update reports it.
   */
  #settle(row: string, settlement: Settlement): void {
    const others = this.#settlements.get(row);
    if (others !== undefined) return void others.push(settlement);
    this.#settlements.set(row, [settlement]);
    const alone = () => void this.#count(row, null).catch(() => undefined);
    setTimeout(() => this.#settlements.has(row) && alone(), settleMs).unref();
  }
}
