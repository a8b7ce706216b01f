import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Role } from '../../../src/accounts/users/schema.ts';
import { openSession } from '../../../src/accounts/users/sessions.ts';
import { cleanup } from '../../support/cleanup.ts';
import { addPerson } from '../../support/dashboard.ts';
import { storeVariables } from '../../support/media.ts';
import { startService, type TestProject, type TestService } from '../../support/service.ts';
import { openTestStore } from '../../support/test-store.ts';
import type { Variables } from '../../../src/core/settings/config.ts';
import { openBrowser, type PageOptions } from './browser.ts';

/** The built dashboard on a service, seen through a browser. */
export interface TestDashboard {
  service: TestService;
  /** A page of somebody who is signed in, at a screen of the project: `/keys`, `/entries?status=draft`. */
  open(project: TestProject, screen: string, options?: OpenOptions): Promise<Page>;
  /** A page of nobody. */
  newPage(options?: PageOptions): Promise<Page>;
}

export interface OpenOptions extends PageOptions {
  role?: Role;
  /** Runs in the page before anything else of it. */
  script?: string;
}

/** The worker's service and browser; with settings, a service of its own for the test file. */
export async function startDashboard(overrides?: Variables): Promise<TestDashboard> {
  const service = await startService(overrides);
  const browser = await openBrowser(service);
  return {
    service,
    newPage: (options) => browser.newPage(options),
    async open(project, screen, { role = 'owner', script, ...options } = {}) {
      const value = await openedSession(service, project.id, role);
      const page = await browser.newPage(options);
      await page.context().addCookies([{ name: 'galley_session', value, url: service.url }]);
      if (script !== undefined) await page.addInitScript(script);
      await page.goto(`/dashboard/p/${project.id}${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
  };
}

/** The same with a store for files, which ends with the test file. */
export async function startMediaDashboard(): Promise<TestDashboard> {
  const store = await openTestStore();
  cleanup(() => store.stop());
  return startDashboard(storeVariables(store.settings));
}

/** The token of a new session: without the form, of which one address may send ten in five minutes. */
async function openedSession({ app }: TestService, projectId: string, role: Role): Promise<string> {
  const email = `${role}-${projectId}@example.test`;
  const user = await addPerson(app, projectId, { email, role });
  return (await openSession(app.system, user, { now: app.clock.now(), method: 'password' })).token;
}

let axeSource = '';

/** Declares the rules of accessibility for the file; call it once, at its top. */
export function useAxe(): void {
  beforeAll(async () => {
    axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });
}

interface AxeFault {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Waits until nothing has moved for two frames: what has just come fades in, and has another colour meanwhile. */
const untilNothingMoves = `(async () => {
  for (let still = 0; still < 2; still += 1) {
    const moving = document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity); // what turns while something is on its way
    if (moving.length > 0) still = -1;
    await Promise.all(moving.map((animation) => animation.finished.catch(() => null)));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;

/** Rules of axe that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Fails when axe finds a serious or critical fault in what the page shows now. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (axeSource === '') throw new Error('Call useAxe() at the top of the file.');
  await page.evaluate(untilNothingMoves);
  await page.evaluate(axeSource);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const faults = await page.evaluate<AxeFault[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  const serious = faults.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  expect(
    serious.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
    ),
  ).toEqual([]);
}

/** The same in the light theme, and for the colors of the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, colorRules);
  await page.emulateMedia({ colorScheme: 'light' });
}
