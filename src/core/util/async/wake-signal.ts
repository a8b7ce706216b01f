/**
 * Wakes a loop that waits for a time or for a signal. A signal that arrives while nothing waits is kept for the next
 * wait.
 */
export class WakeSignal {
  #isSignaled = false;
  #wake: (() => void) | null = null;

  signal(): void {
    this.#isSignaled = true;
    this.#wake?.();
  }

  /** Resolves at the next signal, or after this many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSignaled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#isSignaled = false;
  }
}
