import { setTimeout as pause } from 'node:timers/promises';
import { apiError } from '../../contract/errors/api-error.ts';

/** The longest wait for another bulk request of the project, in milliseconds. */
const waitMs = 10_000;

/** Lets one bulk request of each project run at a time in this process. */
export class BulkQueue {
  /** The end of each project's last request in the queue. */
  readonly #tails = new Map<string, Promise<void>>();

  /** Waits for earlier requests of the project. @returns ends the request @throws temporarily_unavailable after 10 s */
  async enter(projectId: string): Promise<() => void> {
    const previous = this.#tails.get(projectId);
    let end = () => {};
    const own = new Promise<void>((resolve) => (end = resolve));
    const tail = Promise.all([previous, own]).then(() => undefined);
    this.#tails.set(projectId, tail);
    void tail.then(() => {
      if (this.#tails.get(projectId) === tail) this.#tails.delete(projectId);
    });
    if (previous === undefined) return end;
    const timer = new AbortController();
    const isFree = await Promise.race([
      previous.then(() => true),
      pause(waitMs, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    if (isFree) return end;
    end();
    throw apiError('temporarily_unavailable', { because: 'other_bulk' });
  }
}
