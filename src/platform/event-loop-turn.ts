/** How long work may hold the event loop before it lets others go on, in milliseconds. */
const turnMs = 8;

/** Long work that rests, in the order in which it goes on. */
const resting: (() => void)[] = [];

/** Lets one go on, and the next after the event loop has looked at everything else. */
function wakeOne(): void {
  resting.shift()?.();
  if (resting.length > 0) setImmediate(wakeOne);
}

/**
 * One turn at the event loop: long work asks `rest` between its steps, so that no request waits for the whole of it. Of
 * all long work in the process one piece goes on at a time: between two turns, small requests are answered.
 */
export class EventLoopTurn {
  #beganAt = performance.now();

  /** Whether it is time to let others go on. */
  get isOver(): boolean {
    return performance.now() - this.#beganAt > turnMs;
  }

  /** Lets others go on when this turn is over. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise<void>((resolve) => {
      if (resting.push(resolve) === 1) setImmediate(wakeOne);
    });
    this.#beganAt = performance.now();
  }
}

/** Goes through work that stops between its steps, and lets others go on there. */
export async function runInTurns<T>(steps: Generator<unknown, T>, turn: EventLoopTurn): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (turn.isOver) await turn.rest();
  }
}

/** Does the same work without a stop. */
export function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
