import type { Document } from 'mongodb';

/** The counter of a group as it is stored: one row, so that a request takes from both bounds or from neither. */
export interface GroupRow {
  /** `<counters>:<group>` */
  _id: string;
  /** Admitted requests of this window, of all members. */
  points: number;
  /** Points of the group that are reserved for requests about which it is not known yet whether they may ask at all. */
  held?: number;
  /** Whether the newest update that reserved points counted them among `points` at once. */
  takes_reserved?: boolean;
  /** When points were last reserved that way, by the database's time. */
  reserved_at?: Date;
  /** Admitted requests by member, those included for which a point is reserved. */
  members: Record<string, number>;
  /** `members` before the newest update, for those that it was about. */
  before: Record<string, number>;
  expire: Date;
  updated_at: Date;
}

export interface GroupBounds {
  points: number;
  /** Points of all members of a group together. */
  groupPoints: number;
  windowSeconds: number;
}

/** One request that takes a point, or reserves one. */
export interface Arrival {
  member: string;
  isReserved: boolean;
}

/** What became of reserved points of one window: they were taken, or given back. */
export interface Settlement {
  member: string;
  /** The end of the window. */
  expire: Date;
  isTaken: boolean;
  /** Where the points are counted. */
  countedIn: 'points' | 'held';
}

/** How long the last points of a group are waited for while others may have reserved them, in milliseconds. */
export const unsettledMs = 500;
/**
 * Below this share of a group's points no request is refused because of what is reserved, so that it is taken at once.
 */
const farShare = 0.5;

/** The state of one member's counter after one more request; times in milliseconds from now. */
export interface CountedState {
  /** Of the member's own points. */
  remaining: number;
  msBeforeReset: number;
  /**
   * Which bound refused the request: the member's, that of its whole group, or, `unsettled`, that of the group as long as
   * all reserved points are counted. Null when it was admitted.
   */
  refusedBy: 'member' | 'group' | 'unsettled' | null;
  /** The end of the window. */
  expire: Date;
  /** Where a point that was reserved is counted. */
  countedIn: 'points' | 'held';
}

/** Reserved points are granted after the others of the same member. */
const kinds = [{ isReserved: false }, { isReserved: true }] as const;

/** What became of each arrival of one update, in the order in which they came. */
export function statesOf(
  row: GroupRow,
  arrivals: readonly Arrival[],
  { points }: Pick<GroupBounds, 'points'>,
): CountedState[] {
  const { expire, updated_at: now, held = 0, takes_reserved: takesReserved = false } = row;
  const isSettled = held === 0 && now.getTime() - (row.reserved_at?.getTime() ?? 0) >= unsettledMs;
  const countedIn = takesReserved ? 'points' : 'held';
  const msBeforeReset = Math.max(0, expire.getTime() - now.getTime());
  const places = new Map<Arrival, number>();
  const seen = new Map<string, number>();
  for (const { isReserved } of kinds)
    for (const arrival of arrivals) {
      if (arrival.isReserved !== isReserved) continue;
      const place = (seen.get(arrival.member) ?? 0) + 1;
      seen.set(arrival.member, place);
      places.set(arrival, place);
    }
  return arrivals.map((arrival) => {
    const taken = (row.before[arrival.member] ?? 0) + (places.get(arrival) ?? 0);
    const after = row.members[arrival.member] ?? 0;
    const ofWindow = { msBeforeReset, expire, countedIn } as const;
    if (taken <= after) return { ...ofWindow, remaining: Math.max(0, points - taken), refusedBy: null };
    const ofGroup = isSettled ? 'group' : 'unsettled';
    return { ...ofWindow, remaining: 0, refusedBy: after >= points ? 'member' : ofGroup };
  });
}

/**
 * Opens a new window when the old one has ended, by the database's clock alone, settles what was reserved in it, and stores
 * what is admitted: of each member in turn as much as is left to it and to the group.
 */
export function counting(
  arrivals: readonly Arrival[],
  settlements: readonly Settlement[],
  { points, groupPoints, windowSeconds }: GroupBounds,
): Document[] {
  const isOpen = { $gt: ['$expire', '$$NOW'] };
  const ends = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: windowSeconds } };
  const members = [...new Set(arrivals.map(({ member }) => member))];
  const steps = members.flatMap((member) =>
    kinds.flatMap(({ isReserved }) => {
      const count = arrivals.filter((one) => one.member === member && one.isReserved === isReserved).length;
      if (count === 0) return [];
      const left = [
        { $subtract: [points, known(member)] },
        { $subtract: [groupPoints, { $add: ['$points', '$held'] }] },
      ];
      // A process with a lower limit (while settings roll out) takes nothing back.
      const granted = { $max: [0, { $min: [count, ...left] }] };
      const isTaken = isReserved ? '$takes_reserved' : true;
      return [
        {
          $set: {
            [`members.${member}`]: { $add: [known(member), granted] },
            points: { $add: ['$points', { $cond: [isTaken, granted, 0] }] },
            held: { $add: ['$held', { $cond: [isTaken, 0, granted] }] },
          },
        },
      ];
    }),
  );
  return [
    {
      $set: {
        points: { $cond: [isOpen, '$points', 0] },
        held: { $cond: [isOpen, { $ifNull: ['$held', 0] }, 0] },
        members: { $cond: [isOpen, '$members', { $literal: {} }] },
        expire: { $cond: [isOpen, '$expire', ends] },
        updated_at: '$$NOW',
      },
    },
    { $unset: 'before' },
    ...settling(settlements),
    // MongoDB 6.0 rejects an empty object here.
    ...(members.length === 0
      ? []
      : [{ $set: { before: Object.fromEntries(members.map((member) => [member, known(member)])) } }]),
    ...(arrivals.some(({ isReserved }) => isReserved) ? takingReserved(arrivals.length, groupPoints) : []),
    ...steps,
  ];
}

/**
 * Far from the group's bound what is reserved is taken at once, so that it needs no second update; what is given back
 * meanwhile could refuse another member only if the rest of the points went within `unsettledMs`, and then it is waited for.
 */
function takingReserved(arrivals: number, groupPoints: number): Document[] {
  const isFar = { $lte: [{ $add: ['$points', '$held', arrivals] }, Math.floor(groupPoints * farShare)] };
  return [
    { $set: { takes_reserved: isFar } },
    { $set: { reserved_at: { $cond: ['$takes_reserved', '$$NOW', '$reserved_at'] } } },
  ];
}

function known(member: string): Document {
  return { $ifNull: [`$members.${member}`, 0] };
}

/** Nothing of a window that has ended is left to be settled. */
function settling(settlements: readonly Settlement[]): Document[] {
  const sums = new Map<string, { settlement: Settlement; count: number }>();
  for (const settlement of settlements) {
    const { member, expire, isTaken, countedIn } = settlement;
    const key = `${member} ${expire.getTime()} ${String(isTaken)} ${countedIn}`;
    sums.set(key, { settlement, count: (sums.get(key)?.count ?? 0) + 1 });
  }
  return [...sums.values()].map(({ settlement: { member, expire, isTaken, countedIn }, count }) => {
    const settled = { $cond: [{ $eq: ['$expire', expire] }, count, 0] };
    const less = (of: Document | string) => ({ $max: [0, { $subtract: [of, settled] }] });
    const rest = isTaken
      ? { points: { $add: ['$points', settled] } }
      : { [`members.${member}`]: less(known(member)) };
    return { $set: { [countedIn]: less(`$${countedIn}`), ...rest } };
  });
}
