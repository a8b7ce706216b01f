/** The requests about one item, one at a time, and the timer of the next save. */
export class RequestLane {
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Runs `work` after all that came before it: the answer of one request never crosses that of another. */
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
