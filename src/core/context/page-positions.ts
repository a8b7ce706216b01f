import { LRUCache } from 'lru-cache';

/** Maximum cached lists of the process, and positions of one list. Each position takes about 100 bytes. */
const [listsMax, positionsMax] = [1_000, 100];

interface CachedList {
  revision: number;
  untilMs: number;
  /** Id of the last row of a page, by the number of rows up to it; the oldest position comes first. */
  lastIds: Map<number, string>;
}

/**
 * Caches where pages by offset ended, so that the next page starts there instead of counting from the top
 * (docs/architecture/decisions/0141-pages-by-offset.md). A position is valid for one revision of the project, until the project's
 * next date.
 */
export class PagePositions {
  readonly #lists = new LRUCache<string, CachedList>({ max: listsMax });

  /** Stores that `lastId` is row number `count` of a list. */
  note(
    list: string,
    { project, now }: StateVersion,
    { count, lastId }: { count: number; lastId: string },
  ): void {
    const untilMs = validUntilMs(project, now);
    if (untilMs <= now.getTime()) return;
    let positions = this.#current(list, { project, now });
    if (positions === null) {
      if ((this.#lists.peek(list)?.revision ?? 0) > project.revision) return; // another request saw a newer state
      positions = { revision: project.revision, untilMs, lastIds: new Map() };
      this.#lists.set(list, positions);
    }
    positions.lastIds.delete(count);
    positions.lastIds.set(count, lastId);
    for (const oldest of positions.lastIds.keys()) {
      if (positions.lastIds.size <= positionsMax) break;
      positions.lastIds.delete(oldest);
    }
  }

  /** Returns the last cached row at or before an offset and at most `behindMax` rows before it, else null. */
  nearest(
    list: string,
    version: StateVersion,
    { offset, behindMax }: { offset: number; behindMax: number },
  ): { count: number; lastId: string } | null {
    let best: { count: number; lastId: string } | null = null;
    for (const [count, lastId] of this.#current(list, version)?.lastIds ?? [])
      if (count <= offset && offset - count <= behindMax && count > (best?.count ?? 0))
        best = { count, lastId };
    return best;
  }

  #current(list: string, { project, now }: StateVersion): CachedList | null {
    const positions = this.#lists.get(list);
    if (positions?.revision !== project.revision || now.getTime() >= positions.untilMs) return null;
    return positions;
  }
}

/** The state of the project that a request read. */
export interface StateVersion {
  project: { revision: number; nextDate: Date | null };
  now: Date;
}

/** After `nextDate` has passed, the row may not contain the next date yet, so a position is valid only now. */
function validUntilMs({ nextDate }: StateVersion['project'], now: Date): number {
  if (nextDate === null) return Infinity;
  return nextDate > now ? nextDate.getTime() : now.getTime();
}
