/** How long work may hold the event loop before it lets others go on, in milliseconds: all long work of a round together. */
const turnMs = 8;

/** When the long work of this round of the event loop began; null while there was none. */
let roundBeganAt: number | null = null;

function endRound(): void {
  roundBeganAt = null;
}

/** What all long work has taken of this round, in milliseconds. */
function takenOfRound(): number {
  const now = performance.now();
  if (roundBeganAt !== null) return now - roundBeganAt;
  roundBeganAt = now;
  setImmediate(endRound);
  return 0;
}

/** Long work that rests. */
const resting: { turn: EventLoopTurn; goOn: () => void }[] = [];

/**
 * Lets one go on, and the next after the event loop has looked at everything else. The work that has rested least comes
 * first.
 */
function wakeOne(): void {
  endRound(); // or what has just begun would leave it no time, round after round
  let next = 0;
  for (const [i, { turn }] of resting.entries()) if (turn.rests < (resting[next]?.turn.rests ?? 0)) next = i;
  resting.splice(next, 1)[0]?.goOn();
  if (resting.length > 0) setImmediate(wakeOne);
}

/**
 * One turn at the event loop: long work asks `rest` between its steps, so that no request waits for the whole of it. Of
 * all long work in the process one piece goes on at a time, and what many begin in one round of the event loop counts as
 * one piece: between two turns, small requests are answered.
 */
export class EventLoopTurn {
  #rests = 0;

  constructor() {
    takenOfRound();
  }

  /** How often this work has rested: what is new and small does not stand in line behind what is large. */
  get rests(): number {
    return this.#rests;
  }

  /** Whether it is time to let others go on. */
  get isOver(): boolean {
    return takenOfRound() > turnMs;
  }

  /** Lets others go on when this turn is over. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise<void>((resolve) => {
      if (resting.push({ turn: this, goOn: resolve }) === 1) setImmediate(wakeOne);
    });
    this.#rests += 1;
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
