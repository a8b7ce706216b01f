import { LRUCache } from 'lru-cache';
import type { Document } from 'mongodb';
import { groupCommit } from '../group-commit.ts';
import { type CounterOptions, rateCounters } from './counters.ts';
import { isDuplicateKey } from './failures.ts';
import type { SystemDb } from './handle.ts';
import { databaseOf } from './database.ts';

/** The state of one member's counter after one more request; times in milliseconds from now. */
export interface MemberState {
  /** Of the member's own points. */
  remaining: number;
  msBeforeReset: number;
  /** Which bound refused the request: the member's, or that of its whole group. Null when it was admitted. */
  refusedBy: 'member' | 'group' | null;
}

interface GroupCounterOptions extends CounterOptions {
  /** Points of all members of a group together. */
  groupPoints: number;
}

/** The counter of a group as it is stored: one row, so that a request takes from both bounds or from neither. */
interface GroupRow {
  /** `<counters>:<group>` */
  _id: string;
  /** Admitted requests of this window, of all members. */
  points: number;
  /** The same by member. */
  members: Record<string, number>;
  /** `members` before the newest update, for those that it was about. */
  before: Record<string, number>;
  expire: Date;
  updated_at: Date;
}

/** How often two first takers of one counter may meet before something else must be wrong. */
const attemptsMax = 5;
/** Refusals that a process remembers; one that it forgets costs one more question. */
const rememberedMax = 10_000;

/**
 * Counters in the database that all processes share: in each window at most `points` of one member and at most
 * `groupPoints` of its group, never more. The window is that of the group. What one bound refuses takes nothing from
 * the other. At most one update of a row is in flight in a process, and refusals are answered from memory until the
 * window ends, as those of `SharedCounters` are (decision 0020).
 */
export class MemberCounters {
  readonly #options: GroupCounterOptions;
  readonly #take: (row: string, member: string) => Promise<MemberState>;
  readonly #refused = new LRUCache<string, 'member' | 'group'>({ max: rememberedMax });

  constructor(system: SystemDb, options: GroupCounterOptions) {
    this.#options = options;
    const rows = databaseOf(system).collection<GroupRow>(rateCounters.name, {
      writeConcern: { w: 1, journal: false }, // as SharedCounters
    });
    this.#take = groupCommit(async (_id, members: readonly string[]) => {
      options.onBatch?.(members.length);
      const arrivals = countsOf(members);
      const update = counting(arrivals, options);
      for (let attempt = 1; ; attempt += 1) {
        try {
          const row = await rows.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after' });
          if (row === null) throw new Error(`counter ${_id} is gone`);
          return statesOf(row, members, options);
        } catch (error) {
          if (!isDuplicateKey(error) || attempt === attemptsMax) throw error; // two first takers met
        }
      }
    });
  }

  /** Takes one point of a member. Names of members hold neither dots nor dollar signs. */
  async take(group: string, member: string): Promise<MemberState> {
    const row = `${this.#options.name}:${group}`;
    for (const key of [row, `${row}/${member}`]) {
      const refusedBy = this.#refused.get(key);
      if (refusedBy === undefined) continue;
      return { remaining: 0, msBeforeReset: this.#refused.getRemainingTTL(key), refusedBy };
    }
    const state = await this.#take(row, member);
    const ttl = Math.max(1, Math.ceil(state.msBeforeReset));
    if (state.refusedBy === 'group') this.#refused.set(row, 'group', { ttl });
    if (state.remaining === 0 && state.refusedBy !== 'group')
      this.#refused.set(`${row}/${member}`, 'member', { ttl });
    return state;
  }
}

function countsOf(members: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

/** What became of each arrival, in the order in which they came. */
function statesOf(row: GroupRow, members: readonly string[], { points }: GroupCounterOptions): MemberState[] {
  const msBeforeReset = Math.max(0, row.expire.getTime() - row.updated_at.getTime());
  const seen = new Map<string, number>();
  return members.map((member) => {
    const place = (seen.get(member) ?? 0) + 1;
    seen.set(member, place);
    const taken = (row.before[member] ?? 0) + place;
    const after = row.members[member] ?? 0;
    if (taken <= after) return { remaining: Math.max(0, points - taken), msBeforeReset, refusedBy: null };
    return { remaining: 0, msBeforeReset, refusedBy: after >= points ? 'member' : 'group' };
  });
}

/**
 * Opens a new window when the old one has ended, by the database's clock alone, and stores what is admitted: of each
 * member in turn as much as is left to it and to the group.
 */
function counting(arrivals: ReadonlyMap<string, number>, options: GroupCounterOptions): Document[] {
  const { points, groupPoints, windowSeconds } = options;
  const isOpen = { $gt: ['$expire', '$$NOW'] };
  const ends = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: windowSeconds } };
  const none = { $literal: {} };
  const knownOf = (member: string) => ({ $ifNull: [`$members.${member}`, 0] });
  return [
    {
      $set: {
        points: { $cond: [isOpen, '$points', 0] },
        members: { $cond: [isOpen, '$members', none] },
        expire: { $cond: [isOpen, '$expire', ends] },
        updated_at: '$$NOW',
      },
    },
    { $unset: 'before' },
    { $set: { before: Object.fromEntries([...arrivals.keys()].map((member) => [member, knownOf(member)])) } },
    ...[...arrivals].map(([member, count]) => {
      const left = [{ $subtract: [points, knownOf(member)] }, { $subtract: [groupPoints, '$points'] }];
      // A process with a lower limit (while settings roll out) takes nothing back.
      const granted = { $max: [0, { $min: [count, ...left] }] };
      return {
        $set: {
          [`members.${member}`]: { $add: [knownOf(member), granted] },
          points: { $add: ['$points', granted] },
        },
      };
    }),
  ];
}
