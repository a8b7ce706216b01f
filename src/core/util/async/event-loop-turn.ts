/**
 * How long all long work of the process together may hold the event loop before others go on, in milliseconds. With 8, what
 * others wait for at worst was a fifth longer under attack; with 3, long work takes no more processor time in all.
 */
const roundMs = 3;

/** Long work that rests, in the order in which it goes on. */
const resting: (() => void)[] = [];

/** When the first long work of this round of the event loop began; null while there is none. */
let roundBeganAt: number | null = null;

/** Whether it is time to let others go on: asked first where a promise for each step would cost too much. */
export function roundIsOver(): boolean {
  const now = performance.now();
  if (roundBeganAt !== null) return now - roundBeganAt > roundMs;
  roundBeganAt = now;
  setImmediate(beginRound);
  return false;
}

/** Called once the event loop has looked at everything else. */
function beginRound(): void {
  roundBeganAt = null;
  if (resting.length > 0) wakeNext();
}

/** Lets one go on, and the next when that one waits or rests again: pieces that are short share a round. */
function wakeNext(): void {
  if (roundIsOver()) return;
  resting.shift()?.();
  if (resting.length > 0) queueMicrotask(() => process.nextTick(wakeNext)); // once all that this one started has run
}

/**
 * Lets others go on when the round is over: long work asks for it between its steps, so that no request waits for the
 * whole of it. All long work in the process shares one bound for each round of the event loop, and goes on in the order in
 * which it came: between two rounds, small requests are answered.
 */
export async function letOthersGoOn(): Promise<void> {
  if (roundIsOver()) await new Promise<void>((resolve) => resting.push(resolve));
}

/** Goes through work that stops between its steps, and lets others go on there. */
export async function runInTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (roundIsOver()) await letOthersGoOn();
  }
}

/** Does the same work without a stop. */
export function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
