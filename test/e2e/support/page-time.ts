import type { Page } from 'playwright-core';

/** In the page: remembers the longest task of the main thread that took 50 ms or more. */
const watch = `
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: 'longtask' });
`;

/** The longest time, in milliseconds, that the page's main thread was busy at a stretch meanwhile; 0 when below 50. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watch);
  await act();
  await page.waitForTimeout(300);
  return page.evaluate<number>('window.longestTask');
}
