/** Wakes one who waits for a time or for a ring; a ring that no caller waits for is kept for the next wait. */
export class WakeSignal {
  #isRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Answers at the next ring, or after this many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#isRung = false;
  }
}
