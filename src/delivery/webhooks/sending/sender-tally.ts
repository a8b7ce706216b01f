/** Counts by name; a name without a count is not kept. */
export class SenderTally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(names: readonly string[]): void {
    for (const name of names) this.#counts.set(name, this.of(name) + 1);
  }

  remove(names: readonly string[]): void {
    for (const name of names) {
      const left = this.of(name) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }
}
