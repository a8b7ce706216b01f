import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** The size of a page and its resources, and how it loads. */
export interface Weight {
  scriptBytes: number;
  htmlBytes: number;
  requests: number;
  /** The sum of the layout shifts while the page loads. */
  shift: number;
  /** The origins of all requests. */
  origins: string[];
}

/** Measures a page with the protocol of the browser. Times would depend on the load of the machine. */
export async function weigh(page: Page, { origin, framework }: Site, path: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requests = new Map<string, { type: string; url: string }>();
  let scriptBytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type = '', request: { url } }) => {
    if (url.startsWith('http')) requests.set(requestId, { type, url });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.get(requestId)?.type === 'Script') scriptBytes += encodedDataLength;
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  if (framework.isInlineScript) scriptBytes += await page.evaluate<number>(inlineScript);
  const shift = await page.evaluate<number>(layoutShift);
  await session.detach();
  return {
    scriptBytes,
    htmlBytes: (await (await fetch(origin + path)).arrayBuffer()).byteLength,
    requests: requests.size,
    shift,
    origins: [...new Set([...requests.values()].map(({ url }) => new URL(url).origin))],
  };
}

const inlineScript =
  '[...document.querySelectorAll(\'script:not([type="application/ld+json"])\')].reduce((sum, { text }) => sum + text.length, 0)';

const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;
