/**
 * An entry with one number, as the specification's tables describe it (states, scheduled-changes, ends): without
 * snapshots, revisions or rows. Times are in milliseconds.
 */
export interface Model {
  draft: number;
  /** What readers see, or will. */
  live: { value: number; from: number; until: number | null; isTold: boolean } | null;
  /** The date that is served, which publishing again keeps. */
  date: number | null;
  change: { value: number; at: number } | null;
}

/** What receivers hear, with the time that an event at a date carries; null for those of writes. */
export type Told = readonly [verb: string, at: number | null];

export type Move =
  | { kind: 'edit'; value: number }
  | { kind: 'publish'; value?: number; from?: number | null; until?: number | null }
  | { kind: 'hide' }
  | { kind: 'end'; until: number | null }
  | { kind: 'change'; value: number; at: number | null };

export const newModel: Model = { draft: 0, live: null, date: null, change: null };

/** What readers see at a moment, whatever the jobs did. */
export function seen({ live }: Model, now: number): number | null {
  return live !== null && live.from <= now && (live.until === null || now < live.until) ? live.value : null;
}

/** The next moment at which something comes by itself; null for never. */
export function nextDate({ live, change }: Model, now: number): number | null {
  const start = live === null || live.isTold ? null : live.from;
  const dates = [start, live?.until ?? null, change?.at ?? null].filter((at) => at !== null && at > now);
  return dates.length === 0 ? null : Math.min(...(dates as number[]));
}

/** What is due is done: a start, then a change, then the end. */
export function turn(model: Model, now: number): { model: Model; told: Told[] } {
  const told: Told[] = [];
  let { live, change } = model;
  if (live !== null && !live.isTold && live.from <= now) {
    live = { ...live, isTold: true };
    told.push(['published', null]);
  }
  if (live !== null && change !== null && change.at <= now) {
    if (change.value !== live.value) told.push(['updated', change.at]);
    live = { ...live, value: change.value };
    change = null;
  }
  if (live !== null && live.until !== null && live.until <= now) {
    told.push(['unpublished', live.until]);
    [live, change] = [null, null];
  }
  return { model: { ...model, live, change }, told };
}

/** Whether something is due that a write does first, in a transaction of its own. */
function comesFirst({ live, change }: Model, now: number): boolean {
  return (change !== null && change.at <= now) || (live?.until ?? Infinity) <= now;
}

/** What a write makes of it; `isRefused` where it is told why not, and nothing but what was due is done. */
export function write(
  before: Model,
  move: Move,
  now: number,
): { model: Model; told: Told[]; isRefused: boolean } {
  const first = comesFirst(before, now) ? turn(before, now) : { model: before, told: [] };
  const after = moved(first.model, move, now);
  if (!isAllowed(first.model, move, { after, now })) return { ...first, isRefused: true };
  if (isSame(first.model, after)) return { ...first, isRefused: false };
  const { live } = first.model;
  const wasDue = live !== null && !live.isTold && live.from <= now;
  const told: Told[] = [...first.told, ...(wasDue ? [['published', null] as const] : [])];
  const verb = noticed(first.model, after, now);
  if (verb !== null) told.push([verb, null]);
  return { model: after, told, isRefused: false };
}

function moved({ draft, live, date, change }: Model, move: Move, now: number): Model {
  const isSeen = live !== null && live.from <= now;
  switch (move.kind) {
    case 'hide':
      return { draft, live: null, date, change: null };
    case 'edit':
      return { draft: move.value, live: live && told({ ...live, value: move.value }, now), date, change };
    case 'end':
      return { draft, live: live && told({ ...live, until: move.until }, now), date, change };
    case 'change': {
      if (move.at !== null)
        return {
          draft: move.value,
          live: live && told(live, now),
          date,
          change: isSeen ? { value: move.value, at: move.at } : null,
        };
      const edited = live && told({ ...live, value: move.value }, now);
      return { draft: move.value, live: edited, date, change: null };
    }
    case 'publish': {
      const value = move.value ?? draft;
      const from = (move.from === undefined ? date : move.from) ?? now;
      const until = move.until === undefined ? (live?.until ?? null) : move.until;
      const published = { value, from, until, isTold: from <= now };
      return { draft: value, live: published, date: from, change: null };
    }
  }
}

/** A write that stores something tells of a start that has come. */
function told(live: NonNullable<Model['live']>, now: number): NonNullable<Model['live']> {
  return { ...live, isTold: live.isTold || live.from <= now };
}

function isAllowed(before: Model, move: Move, { after, now }: { after: Model; now: number }): boolean {
  const { live, change } = after;
  const sent = move.kind === 'publish' || move.kind === 'end' ? (move.until ?? null) : null;
  if (sent !== null && (sent <= now || live === null)) return false;
  if (move.kind === 'change' && move.at !== null && (move.at <= now || seen(before, now) === null))
    return false;
  const until = live?.until ?? null;
  if (live === null || until === null) return true;
  return until > now && until > live.from && (change === null || change.at < until);
}

/** Whether nothing is stored: a start that was not told is no difference. */
function isSame(before: Model, after: Model): boolean {
  const plain = ({ live, ...rest }: Model) => JSON.stringify([rest, live && { ...live, isTold: true }]);
  return plain(before) === plain(after);
}

function noticed(before: Model, after: Model, now: number): string | null {
  const [saw, sees] = [seen(before, now), seen(after, now)];
  if (saw !== null && sees === null && after.live !== null) return null; // told at its new date
  if (saw === null) return sees === null ? null : 'published';
  if (sees === null) return 'unpublished';
  return saw === sees && before.date === after.date ? null : 'updated';
}
