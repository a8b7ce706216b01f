import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EventLoopTurn } from '../../src/platform/event-loop-turn.ts';

const stepMs = 3;
/** A turn of 8 ms ends with the step that goes beyond it; what begins has one, and what goes on another. */
const stepsOfRoundMax = 2 * 4;

function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

/** Long work in so many steps; `note` hears of each. */
async function longWork(steps: number, note: () => void): Promise<void> {
  const turn = new EventLoopTurn();
  for (let i = 0; i < steps; i += 1) {
    work(stepMs);
    note();
    await turn.rest();
  }
}

describe('long work in turns', () => {
  it('takes one turn of a round of the event loop, however many are at it', async () => {
    const rounds: number[] = [0];
    const note = () => void (rounds[rounds.length - 1] = (rounds.at(-1) ?? 0) + 1);
    let isOver = false;
    const all = Promise.all(Array.from({ length: 20 }, () => longWork(10, note))).then(() => (isOver = true));
    rounds.push(0); // each of them has taken its first step at once: that is what their callers did

    while (!isOver) {
      await nextRound();
      rounds.push(0);
    }
    await all;

    expect(rounds.reduce((sum, steps) => sum + steps)).toBe(200);
    expect(Math.max(...rounds.slice(1))).toBeLessThanOrEqual(stepsOfRoundMax);
  });

  it('lets what has just begun go before what has rested often', async () => {
    const order: string[] = [];
    const large = Array.from({ length: 10 }, () => longWork(40, () => order.push('large')));
    for (let i = 0; i < 20; i += 1) await nextRound(); // each of them has rested more than once

    order.length = 0;
    await longWork(4, () => order.push('small'));

    expect(order.filter((name) => name === 'large').length).toBeLessThanOrEqual(2 * stepsOfRoundMax);
    await Promise.all(large);
    expect(order.filter((name) => name === 'small')).toHaveLength(4);
  });
});
