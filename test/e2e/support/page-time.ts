import type { Page } from 'playwright-core';

/** Says how long the main thread worked from the beginning of `act` until it rested, in milliseconds. */
export type MeasureWork = (act: () => Promise<unknown>, restMs?: number) => Promise<number>;

/**
 * Measures the page's main thread in processor time: what else runs on the machine does not count, all that the page
 * does counts, whether it is one task or many.
 */
export async function workMeter(page: Page): Promise<MeasureWork> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('Chromium does not say how long the page worked.');
    return seconds * 1_000;
  };
  return async (act, restMs = 60) => {
    const before = await workedMs();
    await act();
    await page.waitForTimeout(restMs);
    return (await workedMs()) - before;
  };
}

/** Does something so many times; answers the most work that one of them was. */
export async function mostWork(
  work: MeasureWork,
  times: number,
  act: (index: number) => Promise<unknown>,
): Promise<number> {
  let most = 0;
  for (let i = 0; i < times; i += 1) most = Math.max(most, await work(() => act(i)));
  return most;
}
