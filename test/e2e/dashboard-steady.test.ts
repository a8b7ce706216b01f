import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';
import { fillProject, type FilledProject, linksOf, screensOf } from './support/every-screen.ts';
import { slowness, workMeter } from './support/page-time.ts';

const shiftMost = 0.1;
const changeMsMost = 200;
/** Most work of the page for a change of screens, in milliseconds of processor time. */
const changeWorkMsMost = 60;
/** Lists and pictures that come after the first answer have come by then. */
const settledMs = 1_500;
const rounds = 4;

/** Adds up how far what stands on the page moves by itself (web-vitals, "Cumulative Layout Shift", unbounded). */
const countShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push([entry.value, entry.sources.map(({ node }) => node?.className || node?.nodeName).join(' ')]);
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Clicks a link of the side navigation; answers the milliseconds until its screen stands there, nothing loading. */
const timeChange = (href: string) => `new Promise((resolve, reject) => {
  const title = () => document.querySelector('h1')?.textContent;
  const before = title();
  const startedAt = performance.now();
  document.querySelector('nav[aria-label="Screens"] a[href="${href}"]').click();
  const look = () => {
    const elapsed = performance.now() - startedAt;
    const isThere = location.pathname === '${href}' && ![undefined, before].includes(title());
    if (isThere && document.querySelector('.loading, .assets-loading') === null) resolve(elapsed);
    else if (elapsed > 10_000) reject(new Error('${href} does not come'));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

let dashboard: TestDashboard;
let filled: FilledProject;
let project: TestProject;

beforeAll(async () => {
  dashboard = await startMediaDashboard();
  filled = await fillProject(dashboard);
  project = filled.project;
}, 180_000);

async function shiftsOf(page: Page): Promise<{ sum: number; shifts: [number, string][] }> {
  const shifts = await page.evaluate<[number, string][]>('window.shifts');
  return { sum: shifts.reduce((total, [value]) => total + value, 0), shifts };
}

describe('the screens of the dashboard', () => {
  it(`move by no more than ${shiftMost} while they load for the first time`, async () => {
    const first = await dashboard.open(project, '');
    const screens = await screensOf(first, filled);
    await first.close();

    const moved: string[] = [];
    const watch = async (screen: string) => {
      const page = await dashboard.open(project, screen, { script: countShifts });
      await page.waitForTimeout(settledMs);
      const { sum, shifts } = await shiftsOf(page);
      if (sum > shiftMost) moved.push(`${screen}: ${sum.toFixed(2)}: ${JSON.stringify(shifts)}`);
      await page.context().close();
    };
    // Four pages wait at once: the time is spent waiting, not loading.
    const remaining = screens.values();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (const screen of remaining) await watch(screen);
      }),
    );

    expect(screens.length).toBeGreaterThan(filled.inside.length + 4);
    expect(moved).toEqual([]);
  }, 240_000);

  it('are measured by what is seen to move', async () => {
    const page = await dashboard.open(project, '/entries/product', { script: countShifts });

    await page.evaluate(`document.querySelector('main').prepend(Object.assign(document.createElement('div'),
      { className: 'card', innerHTML: '<p>Late</p>'.repeat(20) }))`);

    await expect.poll(async () => (await shiftsOf(page)).sum).toBeGreaterThan(shiftMost);
  });

  it(`change in under ${changeMsMost} ms, with less than ${changeWorkMsMost} ms of work`, async () => {
    const page = await dashboard.open(project, '');
    const [work, factor] = [await workMeter(page), await slowness(page)];
    const links = await linksOf(page);
    const times: number[] = [];
    const workTimes: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      for (const href of [...links.slice(1), ...links.slice(0, 1)]) {
        let elapsed = 0;
        const worked = await work(async () => (elapsed = await page.evaluate<number>(timeChange(href))));
        if (round === 0) continue; // it fetches what is kept after it
        times.push(elapsed);
        workTimes.push(worked);
      }
    }

    const [median, medianWork] = [medianOf(times), medianOf(workTimes)];
    console.log(
      `${times.length} screen changes: median ${Math.round(median)} ms, work ${Math.round(medianWork)} ms`,
    );
    expect(median).toBeLessThan(changeMsMost);
    expect(medianWork).toBeLessThan(changeWorkMsMost * factor);
  }, 120_000);
});

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
