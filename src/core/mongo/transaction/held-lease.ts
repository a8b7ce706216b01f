import { randomUUID } from 'node:crypto';
import type { SystemDb } from '../scope/handle.ts';
import { releaseLease, takeLease } from './lease.ts';

/** A lease that at most one process holds and that this process renews after half of its duration. */
export class HeldLease {
  readonly #system: SystemDb;
  readonly #name: string;
  readonly #forMs: number;
  readonly #holder = randomUUID();
  /** Earliest end of the lease on the clock of `performance.now()`; 0 if it isn't held. */
  #heldUntil = 0;
  #renewedAt = 0;

  constructor(system: SystemDb, { name, forMs }: { name: string; forMs: number }) {
    this.#system = system;
    this.#name = name;
    this.#forMs = forMs;
  }

  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Takes the lease, or renews it if that is due. Returns whether this process holds it. */
  async keep(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#heldUntil && now < this.#renewedAt + this.#forMs / 2) return true;
    const lease = { name: this.#name, holder: this.#holder, forMs: this.#forMs };
    const epoch = await takeLease(this.#system, lease);
    this.#renewedAt = now;
    this.#heldUntil = epoch === null ? 0 : now + this.#forMs;
    return this.isHeld;
  }

  /** Ends the lease early. If the database doesn't respond, the lease expires. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#heldUntil = 0;
    await releaseLease(this.#system, this.#name, this.#holder).catch(() => undefined);
  }
}
