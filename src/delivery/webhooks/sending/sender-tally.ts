/** Counts by name. Names whose count falls to 0 are deleted. */
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
      const count = this.of(name) - 1;
      if (count > 0) this.#counts.set(name, count);
      else this.#counts.delete(name);
    }
  }
}
