/** Reads a changed value when it is needed. */
export type Read = () => unknown;

/** The fields that were changed and are not stored, each with what it held before. */
export class Changes {
  readonly #reads = new Map<string, { read: Read; version: number }>();
  /** What the changed fields held when they were changed first. */
  readonly base: Record<string, unknown> = {};
  /** Grows with every change; 0 as long as nobody typed. */
  version = 0;

  get size(): number {
    return this.#reads.size;
  }

  get keys(): string[] {
    return [...this.#reads.keys()];
  }

  has(key: string): boolean {
    return this.#reads.has(key);
  }

  get(key: string): Read | undefined {
    return this.#reads.get(key)?.read;
  }

  set(key: string, read: Read, before: unknown): void {
    if (!this.#reads.has(key)) this.base[key] = before;
    this.#reads.set(key, { read, version: (this.version += 1) });
  }

  forget(key: string): void {
    this.#reads.delete(key);
    delete this.base[key];
  }

  clear(): void {
    for (const key of this.keys) this.forget(key);
  }

  /** What the fields hold now; null is "empty". */
  values(keys: readonly string[] = this.keys): Record<string, unknown> {
    return Object.fromEntries(keys.map((key) => [key, this.#reads.get(key)?.read() ?? null]));
  }

  /** Which change of each field was the last; tells later what changed since. */
  versions(keys: readonly string[]): Map<string, number> {
    return new Map(keys.map((key) => [key, this.#reads.get(key)?.version ?? 0]));
  }

  /** These values are stored: what did not change since waits no longer, the rest goes on from there. */
  stored(values: Readonly<Record<string, unknown>>, versions: ReadonlyMap<string, number>): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#reads.get(key)?.version === versions.get(key)) this.forget(key);
      else this.base[key] = value;
    }
  }
}
