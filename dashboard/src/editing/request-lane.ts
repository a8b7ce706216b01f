/** The requests about one item, one at a time, and the timer of the next save. */
export class RequestLane {
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves when no request is under way. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => undefined);
  }

  /** Runs `work` after all others: the answer of one request never crosses that of another. */
  async run(work: () => Promise<void>): Promise<void> {
    await this.idle();
    this.#running = work().finally(() => (this.#running = null));
    await this.#running;
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
