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

/** Processor time of the calibration work on the machine where the bounds of these tests were set, in milliseconds. */
const calibrationMs = 45;

/** How much slower this machine is than the one where the bounds were set; 1 or more. Bounds are multiplied by it. */
export async function slowness(page: Page): Promise<number> {
  const work = await workMeter(page);
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) times.push(await work(() => page.evaluate(calibrationScript)));
  return Math.max(1, Math.min(...times) / calibrationMs);
}

/** Sorts numbers and builds elements, in about equal parts. */
const calibrationScript = `(() => {
  let seed = 1;
  const numbers = Array.from({ length: 60_000 }, () => (seed = (seed * 48_271) % 2_147_483_647));
  numbers.sort((a, b) => a - b);
  const list = document.createElement('ul');
  list.style.display = 'grid';
  for (const number of numbers.slice(0, 2_000)) list.append(Object.assign(document.createElement('li'), { textContent: number }));
  document.body.append(list);
  const height = list.offsetHeight;
  list.remove();
  return height;
})()`;

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

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds of the thread's own processor time. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of the page's main thread while `act` runs, in milliseconds of processor time. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(main.map(threadOf));
  const tasks = events.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const times = tasks.filter((task) => threads.has(threadOf(task))).map(({ tdur }) => (tdur ?? 0) / 1_000);
  if (times.length === 0) throw new Error('Chromium traced no task of the page.');
  return Math.max(...times);
}
