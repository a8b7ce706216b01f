import { beforeAll, describe, expect, it } from 'vitest';
import { startOwnService, type TestService } from '../support/service.ts';
import { openBrowser, type TestBrowser } from './support/browser.ts';
import { mostWork, workMeter } from './support/page-time.ts';

describe('a page under test', () => {
  let service: TestService;
  let browser: TestBrowser;
  beforeAll(async () => {
    service = await startOwnService();
    browser = await openBrowser(service);
  });

  it('reads the reference from the service', async () => {
    const page = await browser.newPage();

    const answer = await page.goto('/docs');

    expect(answer?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('');
  });

  it('may see the errors that its test names', async () => {
    const page = await browser.newPage({ expectedErrors: [/404/] });

    expect((await page.goto('/docs/nowhere'))?.status()).toBe(404);
  });

  it.fails('fails its test by an error in the console', async () => {
    const page = await browser.newPage();

    await page.evaluate("console.error('something went wrong')");
  });

  it.fails('fails its test by an error that is thrown', async () => {
    const page = await browser.newPage();
    const thrown = page.waitForEvent('pageerror');

    await page.setContent("<script>throw new Error('unforeseen')</script>");

    await thrown;
  });

  it('is measured by the work of its main thread, the worst of several times', async () => {
    const page = await browser.newPage();
    await page.goto('/docs');
    const work = await workMeter(page);
    const busy = (ms: number) =>
      page.evaluate(`for (const end = performance.now() + ${ms}; performance.now() < end; ) Math.sqrt(2);`);

    await expect.poll(() => work(() => page.waitForTimeout(200))).toBeLessThan(50); // once the page has loaded
    expect(await mostWork(work, 3, (i) => busy(i === 1 ? 2_000 : 1))).toBeGreaterThan(80);
  });
});
