import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { letOthersGoOn, roundIsOver } from '../../../../src/core/util/async/event-loop-turn.ts';

// Only the time of the work passes: a machine that stalls must not end a round.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Takes as long as one step of long work does. */
function work(ms: number): void {
  vi.advanceTimersByTime(ms);
}

/** Counts the rounds of the event loop until `stop`. */
function countRounds(): () => number {
  let [rounds, isOver] = [0, false];
  const next = () => {
    rounds += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isOver = true;
    return rounds;
  };
}

async function longWork(steps: number, step: () => void): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    if (roundIsOver()) await letOthersGoOn();
    step();
  }
}

it('lets others go on after two steps of 2 ms, however many pieces of long work there are', async () => {
  const stop = countRounds();
  await Promise.all(Array.from({ length: 30 }, () => longWork(2, () => work(2))));
  expect(stop()).toBeGreaterThanOrEqual(29); // sixty steps, two in a round; the first round is not counted
});

it('does what is short together, not one piece in each round', async () => {
  await longWork(1, () => work(5)); // so that the others have to wait
  const stop = countRounds();
  await Promise.all(Array.from({ length: 1_000 }, () => longWork(1, () => work(0))));
  expect(stop()).toBeLessThan(100);
});

it('goes on in the order in which the work came', async () => {
  const done: number[] = [];
  const begin = async (name: number) => {
    await longWork(3, () => work(2));
    done.push(name);
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(begin));
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
});

it('wakes what rests after a round in which nothing rested', async () => {
  let steps = 0;
  const step = () => {
    work(4);
    steps += 1;
  };
  for (let i = 0; i < 20; i += 1) {
    await longWork(2, step);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect(steps).toBe(40);
});
