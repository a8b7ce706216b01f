/** Runs the requests of one item one at a time, with the timer of the next save. */
export class RequestQueue {
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Runs `work` after all earlier work, so that responses arrive in order. */
  run(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Calls `work` once after a pause; a later call replaces an earlier one. */
  after(milliseconds: number, work: () => void): void {
    this.cancel();
    this.#timer = setTimeout(work, milliseconds);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
