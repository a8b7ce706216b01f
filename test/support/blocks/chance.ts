/** Choices that are the same again for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 on. */
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  is(percent: number): boolean {
    return this.below(100) < percent;
  }

  one<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  /** At most so many of a list, each once, in another order. */
  some<T>(list: readonly T[], most = list.length): T[] {
    const rest = [...list];
    const count = this.below(Math.min(most, rest.length) + 1);
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)).flat();
  }
}

/** The seeds of a property over HTTP: the same on each run, or the one of FUZZ_SEED. Seeds that found something stay. */
export function seeds(...standing: number[]): number[] {
  const own = process.env['FUZZ_SEED'];
  return own === undefined ? standing : [Number(own)];
}
