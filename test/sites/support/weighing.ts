import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** What the first view of a page costs. */
export interface Weight {
  scriptBytes: number;
  htmlBytes: number;
  requests: number;
  /** How far things moved while it loaded, as the layout shifts of the browser add up. */
  shift: number;
  /** Whom it asked for something. */
  origins: string[];
}

/** Opens a page and weighs it by the browser's own protocol: a stop-watch says nothing on a machine that others use. */
export async function weigh(page: Page, { origin, framework }: Site, path: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const asked = new Map<string, { type: string; url: string }>();
  let scriptBytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type = '', request: { url } }) => {
    if (url.startsWith('http')) asked.set(requestId, { type, url });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.get(requestId)?.type === 'Script') scriptBytes += encodedDataLength;
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  if (framework.isInlineScript) scriptBytes += await page.evaluate<number>(inlineScript);
  const shift = await page.evaluate<number>(layoutShift);
  await session.detach();
  return {
    scriptBytes,
    htmlBytes: (await (await fetch(origin + path)).arrayBuffer()).byteLength,
    requests: asked.size,
    shift,
    origins: [...new Set([...asked.values()].map(({ url }) => new URL(url).origin))],
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
