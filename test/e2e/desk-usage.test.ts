import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../src/contract/time.ts';
import { UsageCounter } from '../../src/dashboard/usage/counter.ts';
import { startOfMonth } from '../../src/dashboard/usage/figures.ts';
import { changeUsageLimits } from '../../src/dashboard/usage/limits.ts';
import { measureProject } from '../../src/dashboard/usage/measure.ts';
import { writerOf } from '../../src/projects/write/transaction.ts';
import { acting } from '../support/actor.ts';
import { collections } from '../support/assembly.ts';
import { createEntry, defineType } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { pressTogether } from './support/keyboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

/** A project with counts on each of the last 40 days, and measurements on the last 20. */
async function usedProject(): Promise<TestProject> {
  const { service } = dashboard;
  const { system, clock } = service.app;
  const project = await service.newProject();
  await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
  for (const title of ['Kites', 'Balloons']) await createEntry(project, 'page', { title });
  for (let back = 40; back >= 0; back -= 1) {
    const at = new Date(clock.now().getTime() - back * dayMs);
    const counter = new UsageCounter(system, { now: () => at });
    for (let i = 0; i < 20 + ((back * 7) % 30); i += 1) counter.count(project.id, 'requests');
    for (let i = 0; i < back % 5; i += 1) counter.count(project.id, 'webhooks');
    counter.count(project.id, 'streams');
    await counter.flush();
    if (back < 20) await measureProject(system.project(project.id), { collections, now: at });
  }
  return project;
}

function setLimits(project: TestProject, limits: Parameters<typeof changeUsageLimits>[1]) {
  const { app } = dashboard.service;
  return changeUsageLimits(writerOf(app.system.project(project.id), acting(app)), limits);
}

describe('the usage of a project', () => {
  it('is shown in charts with a table of their values, and in months', { timeout: 60_000 }, async () => {
    const project = await usedProject();
    const page = await dashboard.open(project, '');
    await pressTogether(page, 'g', 'q');
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();

    for (const title of ['Requests', 'Storage', 'Webhooks'])
      await page
        .getByRole('img', { name: new RegExp(`^${title} for each day from .*the highest value is \\S+`) })
        .waitFor();
    await expectAccessible(page);
    await page.getByText('Values by day').press('Enter');
    const days = page.getByRole('table', { name: 'Usage for each day' });
    expect(await days.getByRole('row').count()).toBe(31);
    const yesterday = days.getByRole('row').nth(2); // today also has the requests of this test
    await yesterday.getByText('27', { exact: true }).waitFor();
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const thisMonth = month.format(startOfMonth(dashboard.service.app.clock.now()));
    await page.getByRole('table', { name: 'Usage for each month' }).getByText(thisMonth).waitFor();
    const parts = page.getByRole('table', { name: 'Stored data' });
    expect(await parts.getByRole('row', { name: /^Entries 2 / }).count()).toBe(1);
    await expectAccessible(page);
  });

  it(
    'has warnings on Home and on the screen, at 390 pixels in both themes',
    { timeout: 60_000 },
    async () => {
      const project = await usedProject();
      await setLimits(project, { requests_per_month: 1, storage_bytes: 50_000_000_000 });
      const page = await dashboard.open(project, '', { viewport: { width: 390, height: 844 } });

      await page.getByRole('heading', { name: 'Usage limits' }).waitFor();
      await page.getByRole('link', { name: 'Requests this month' }).click();
      const warnings = page.getByRole('list', { name: 'Warnings' });
      await warnings.getByText(/Requests this month.* of 1\. Nothing is blocked/).waitFor();
      expect(await warnings.getByRole('listitem').count()).toBe(1);
      await page.getByRole('progressbar', { name: 'Storage, used share of the limit' }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await expectAccessibleInBothThemes(page);
    },
  );

  it('of a new project has no figures and says when the storage is measured', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/usage');

    await page.getByText('Not measured yet').waitFor();
    await page.getByText('Galley measures the storage of a new project within an hour').waitFor();
    await page.getByRole('img', { name: /^Requests for each day .*none on any day$/ }).waitFor();
    await expectAccessible(page);
  });

  it('is shown to owners only', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/usage', { role: 'editor' });

    await page.getByText('Only owners can open this').waitFor();
    expect(await page.getByRole('link', { name: 'Usage' }).count()).toBe(0);
  });
});
