import { LRUCache } from 'lru-cache';

/** Lists of the process whose positions are kept, and positions of one list. Each takes some 100 bytes. */
const [listsMax, positionsMax] = [1_000, 100];

interface KnownList {
  revision: number;
  untilMs: number;
  /** Id of the last row of a page, by the number of rows up to it; the oldest knowledge first. */
  lastIds: Map<number, string>;
}

/**
 * Where pages by offset ended, so that the next page starts there instead of counting from the top
 * (docs/decisions/0141-pages-by-offset.md). An entry is valid for one revision of the project, and until the next date on
 * which readers see something else.
 */
export class PagePositions {
  readonly #lists = new LRUCache<string, KnownList>({ max: listsMax });

  /** Notes that `lastId` is the row number `count` of a list. */
  note(
    list: string,
    { project, now }: StateVersion,
    { count, lastId }: { count: number; lastId: string },
  ): void {
    const untilMs = validUntilMs(project, now);
    if (untilMs <= now.getTime()) return;
    let known = this.#known(list, { project, now });
    if (known === null) {
      if ((this.#lists.peek(list)?.revision ?? 0) > project.revision) return; // a person saw a newer state
      known = { revision: project.revision, untilMs, lastIds: new Map() };
      this.#lists.set(list, known);
    }
    known.lastIds.delete(count);
    known.lastIds.set(count, lastId);
    for (const oldest of known.lastIds.keys()) {
      if (known.lastIds.size <= positionsMax) break;
      known.lastIds.delete(oldest);
    }
  }

  /** The last row known at or before an offset, not more than `behindMax` rows before it. */
  nearest(
    list: string,
    seenAt: StateVersion,
    { offset, behindMax }: { offset: number; behindMax: number },
  ): { count: number; lastId: string } | null {
    let best: { count: number; lastId: string } | null = null;
    for (const [count, lastId] of this.#known(list, seenAt)?.lastIds ?? [])
      if (count <= offset && offset - count <= behindMax && count > (best?.count ?? 0))
        best = { count, lastId };
    return best;
  }

  #known(list: string, { project, now }: StateVersion): KnownList | null {
    const known = this.#lists.get(list);
    if (known?.revision !== project.revision || now.getTime() >= known.untilMs) return null;
    return known;
  }
}

/** The state of the project that a request has read. */
export interface StateVersion {
  project: { revision: number; nextDate: Date | null };
  now: Date;
}

/** A date that has passed may be followed by others that the row does not name. */
function validUntilMs({ nextDate }: StateVersion['project'], now: Date): number {
  if (nextDate === null) return Infinity;
  return nextDate > now ? nextDate.getTime() : now.getTime();
}
