import { letOthersGoOn } from '../../util/async/event-loop-turn.ts';
import { bytesPerWeight, piecesOf, plainWeight, TooManyBytes, weigh } from '../../util/json/json-bytes.ts';

/** Weight above which an answer asks for its place among the large ones of the process. */
export const smallWeight = 1024 * 1024;
/** What stands around the parts of an answer, in bytes: `meta`, or the keys of a single resource. */
const aroundAll = 2_048;

/** What one answer may hold and read. */
export class AnswerMemory {
  /** Bytes that the answer may have. */
  readonly bytesMax: number;
  readonly #enter: () => Promise<void>;
  #weight = aroundAll;
  #bytes = aroundAll;
  /** What was taken while all together was small; null since it is counted. */
  #uncounted: { part: unknown; around: number }[] | null = [];

  /** @param enter waits until the process has room for a large answer; may be called again */
  constructor(bytesMax: number, enter: () => Promise<void> = () => Promise.resolve()) {
    this.bytesMax = bytesMax;
    this.#enter = enter;
  }

  /**
   * Makes what judges rows as they are read: whether there is room for one more, when all of them are to be shown.
   * @throws temporarily_unavailable when they are large and the process has no room for them
   */
  reading(): (row: unknown) => boolean | Promise<boolean> {
    let read = 0;
    return (row) => {
      read += weigh(row, this.bytesMax);
      if (read <= smallWeight) return true;
      return this.#enterLarge().then(() => read <= this.bytesMax);
    };
  }

  /**
   * Takes a part of the answer, and the bytes that stand around it.
   * @throws TooManyBytes when the answer would become too large
   */
  takes(part: unknown, around = 1): true | Promise<true> {
    this.#weight += around + weigh(part, this.bytesMax);
    const isSmall = this.#weight <= plainWeight && this.#weight * bytesPerWeight <= this.bytesMax;
    if (this.#uncounted !== null && isSmall) {
      this.#uncounted.push({ part, around });
      return true;
    }
    return this.#count(part, around);
  }

  async #count(part: unknown, around: number): Promise<true> {
    if (this.#weight > smallWeight) await this.#enterLarge();
    const parts = [...(this.#uncounted ?? []), { part, around }];
    this.#uncounted = null;
    for (const one of parts) {
      const { bytes } = await piecesOf(one.part, this.bytesMax - this.#bytes);
      this.#bytes += bytes + one.around;
    }
    if (this.#bytes > this.bytesMax) throw new TooManyBytes();
    return true;
  }

  async #enterLarge(): Promise<void> {
    await this.#enter();
    await letOthersGoOn();
  }
}
