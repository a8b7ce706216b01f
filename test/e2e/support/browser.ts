import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { findChromium } from './chromium.ts';

/** No sandbox, since CI runs as root; nothing that asks the network on its own; no cookies of third parties. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--test-third-party-cookie-phaseout',
];

export interface TestBrowser {
  /**
   * A page without cookies, kept until the end of the test that asks for it. Its addresses may be paths of the
   * service. The test fails when the page logs an error or throws one that `expectedErrors` does not name; then, as
   * after any failure, the screenshot's path is printed.
   */
  newPage(options?: PageOptions): Promise<Page>;
}

export interface PageOptions extends Omit<BrowserContextOptions, 'baseURL'> {
  /** Where the dashboard is, if a server stands in front of the service. */
  baseURL?: string;
  /** Chromium logs an error for every answer of 400 and above: name those that the test is about. */
  expectedErrors?: readonly RegExp[];
}

let shared: Promise<Browser> | null = null;

/** The worker's Chromium: it starts once, and each page has an empty profile of its own. It ends with the worker. */
async function sharedChromium(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected() === true) return running;
  shared = findChromium().then((executablePath) =>
    chromium.launch({ executablePath, headless: true, args: flags }),
  );
  return shared;
}

/** Pages of a service, in the worker's Chromium. */
export async function openBrowser(service: TestService): Promise<TestBrowser> {
  const browser = await sharedChromium();
  return {
    async newPage({ expectedErrors = [], ...options } = {}) {
      const context = await browser.newContext({ baseURL: service.url, ...options });
      const page = await context.newPage();
      const errors: string[] = [];
      const note = (text: string): void => {
        if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
      };
      page.on('pageerror', (error) => note(`thrown: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      onTestFinished(async ({ task }) => {
        const hasFailed = errors.length > 0 || task.result?.state === 'fail';
        if (hasFailed && task.fails !== true) await keepScreenshot(page, task.name);
        await context.close();
        if (errors.length > 0) throw new Error(`The page had errors:\n${errors.join('\n')}`);
      });
      return page;
    },
  };
}

async function keepScreenshot(page: Page, test: string): Promise<void> {
  if (page.isClosed()) return;
  const folder = await mkdtemp(join(tmpdir(), 'galley-e2e-'));
  const path = join(folder, `${test.replace(/\W+/g, '-').slice(0, 80)}.png`);
  await page.screenshot({ path, fullPage: true });
  console.error(`"${test}" failed at ${page.url()}; its page: ${path}`);
}
