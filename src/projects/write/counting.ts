import type { ProjectLimits } from '../../contract/limits.ts';
import { limitReached } from '../../contract/errors/api-error.ts';
import type { CountedLimit } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { setUsage } from '../project/repository.ts';

/**
 * What one write adds to what is limited. The figures stand in the project's row, in which all writes of the project
 * meet, so that two processes never pass a limit together. A figure that is at the limit, or may never have been
 * counted, is counted again before it refuses anything.
 */
export class Counting {
  /** By how much each figure changes. */
  readonly usage = new Map<CountedLimit, number>();
  readonly #recounts = new Map<CountedLimit, () => Promise<number>>();
  readonly #limits: ProjectLimits | undefined;

  constructor(limits: ProjectLimits | undefined) {
    this.#limits = limits;
  }

  add(limit: CountedLimit, by: number, recount: () => Promise<number>): void {
    this.usage.set(limit, (this.usage.get(limit) ?? 0) + by);
    this.#recounts.set(limit, recount);
  }

  /** Holds the figures after the write against the limits; inside its transaction. @throws limit_reached */
  async check(db: ProjectDb, used: ReadonlyMap<CountedLimit, number>): Promise<void> {
    for (const [limit, by] of this.usage) {
      if (by <= 0) continue; // who removes something is never refused, whatever is left
      if (this.#limits === undefined) throw new Error(`a write adds to ${limit} and was not told the limits`);
      const most = this.#limits[limit];
      const known = used.get(limit) ?? by;
      if (known > by && known <= most) continue;
      const amount = (await this.#recounts.get(limit)?.()) ?? known;
      if (amount > most) throw limitReached(limit, most);
      if (amount !== known) await setUsage(db, limit, amount);
    }
  }
}
