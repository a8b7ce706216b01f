import { randomUUID } from 'node:crypto';
import type { SystemDb } from '../scope/handle.ts';
import { releaseLease, takeLease } from './lease.ts';

/** One process's hold on a lease, which it renews in good time; of several processes one has it. */
export class HeldLease {
  readonly #system: SystemDb;
  readonly #name: string;
  readonly #forMs: number;
  readonly #holder = randomUUID();
  /** When the lease surely still holds, by this process's steady clock; in milliseconds. */
  #heldUntil = 0;
  #askedAt = 0;

  constructor(system: SystemDb, { name, forMs }: { name: string; forMs: number }) {
    this.#system = system;
    this.#name = name;
    this.#forMs = forMs;
  }

  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Takes or renews it where that is time. Answers whether this process has it. */
  async keep(): Promise<boolean> {
    const asked = performance.now();
    if (asked < this.#heldUntil && asked < this.#askedAt + this.#forMs / 3) return true;
    const lease = { name: this.#name, holder: this.#holder, forMs: this.#forMs };
    const epoch = await takeLease(this.#system, lease);
    this.#askedAt = asked;
    this.#heldUntil = epoch === null ? 0 : asked + this.#forMs;
    return this.isHeld;
  }

  /** Gives it back before its time; a database that does not answer ends it by itself. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#heldUntil = 0;
    await releaseLease(this.#system, this.#name, this.#holder).catch(() => undefined);
  }
}
