import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before it lets others go on, in milliseconds. */
const turnMs = 12;

/** One turn at the event loop: long work asks `rest` between its steps, so that nobody waits for the whole of it. */
export class Turn {
  #beganAt = performance.now();

  /** Whether it is time to let others go on. */
  get isOver(): boolean {
    return performance.now() - this.#beganAt > turnMs;
  }

  /** Lets others go on when this turn is over. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#beganAt = performance.now();
  }
}

/** Goes through work that stops between its steps, and lets others go on there. */
export async function inTurns<T>(steps: Generator<unknown, T>, turn: Turn): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (turn.isOver) await turn.rest();
  }
}

/** Does the same work without a stop. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
