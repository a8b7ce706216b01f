import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, defineType, expectDone } from '../support/content.ts';
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

const zone = { timezoneId: 'Asia/Tokyo' };
/** Half past midnight in Tokyo, so many days from now: the day before by UTC. */
const at = (days: number) =>
  new Date(Date.now() + days * dayMs).toISOString().slice(0, 10) + 'T15:30:00.000Z';
/** The day of a moment in Tokyo. */
const dayOf = (moment: string) => new Date(Date.parse(moment) + 9 * 3_600_000).toISOString().slice(0, 10);
/** The month so many months after that of a moment in Tokyo. */
const monthOf = (moment: string) => dayOf(moment).slice(0, 7);

async function post(project: TestProject, path: string, body: object) {
  return expectDone(await project.secret.post(path, body));
}

/** A blog article with both ends in the month of `start`, and an entry that ends with it. */
async function newProject(start: string) {
  const project = await dashboard.service.newProject();
  await defineType(project, 'page', { title: 'string' }, { name: 'Page', display_field: 'title' });
  const end = new Date(Date.parse(start) + dayMs).toISOString();
  const dates = { publish: true, published_at: start, unpublish_at: end };
  const { id } = await post(project, '/v1/blog/articles', { title: 'Summer sale', ...dates });
  const live = { values: { title: 'Banner' }, publish: true, unpublish_at: end };
  const { id: entry } = await post(project, '/v1/content/page/entries', live);
  return { project, end, id: String(id), entry: String(entry) };
}

const cell = (page: Page, moment: string) =>
  page.locator('.calendar-day').filter({ has: page.locator(`time[datetime="${dayOf(moment)}"]`) });

/** The links to the items of a day or list, without those that show the site at the date. */
const itemLinks = (place: Locator) => place.locator('a:not([aria-label^="See the site"])');

describe('the calendar', () => {
  it('shows each date on its day in the person’s zone, and leads to the editor', async () => {
    const start = at(2);
    const { project, end, id, entry } = await newProject(start);
    const page = await dashboard.open(project, `/calendar?month=${monthOf(start)}`, zone);

    await cell(page, start)
      .getByRole('link', { name: /12:30 AM Goes live\s*Summer sale/ })
      .waitFor();
    await page.getByText('Asia/Tokyo (GMT+9)').waitFor();
    if (monthOf(start) === monthOf(end)) {
      const links = itemLinks(cell(page, end));
      await expect.poll(() => links.count()).toBe(2);
      expect((await links.allInnerTexts()).join(' ')).toMatch(
        /12:30 AM Ends\s*Summer sale|12:30 AM Ends\s*Banner/,
      );
      await links.filter({ hasText: 'Banner' }).click();
      await page.waitForURL(`**/entries/page/${entry}`);
      await page.goBack();
    }
    await itemLinks(cell(page, start)).filter({ hasText: 'Summer sale' }).press('Enter');
    await page.waitForURL(`**/blog/${id}`);
  });

  it('is reached from Home, the side bar and by keyboard, and goes through the months', async () => {
    const { project } = await newProject(at(2));
    const page = await dashboard.open(project, '', zone);
    const comingUp = page
      .locator('.section')
      .filter({ has: page.getByRole('heading', { name: 'Coming up' }) });
    await comingUp.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
    const name = page.locator('#calendar-period');
    const here = (await name.innerText()).trim();

    await page.getByRole('button', { name: 'Next month' }).press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('month')).not.toBeNull();
    expect((await name.innerText()).trim()).not.toBe(here);
    await page.keyboard.press('[');
    await expect.poll(() => name.innerText()).toBe(here);
    await page.keyboard.press('[');
    await expect.poll(() => name.innerText()).not.toBe(here);
    await page.keyboard.press('['); // the month before can show the first days of this one
    await page.getByText('Nothing scheduled this month.').waitFor();
    await page.getByRole('button', { name: 'Today' }).press('Enter');
    await expect.poll(() => name.innerText()).toBe(here);
    await expect.poll(() => page.locator('[aria-current="date"]').count()).toBe(1);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Calendar' }).waitFor();
    await pressTogether(page, 'g', 'h');
    await page.getByRole('heading', { name: 'Coming up' }).waitFor();
    await pressTogether(page, 'g', 'l');
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  });

  it('hides nothing of a full day: a button opens all of it', async () => {
    const start = at(3);
    const { project } = await newProject(start);
    for (const n of [1, 2, 3, 4])
      await post(project, '/v1/blog/articles', { title: `Part ${n}`, publish: true, published_at: start });
    const page = await dashboard.open(project, `/calendar?month=${monthOf(start)}`, zone);
    await expect.poll(() => itemLinks(cell(page, start)).count()).toBe(3);

    await cell(page, start)
      .getByRole('button', { name: /^2 more on / })
      .press('Enter');

    const dialog = page.getByRole('dialog');
    await expect.poll(() => itemLinks(dialog).count()).toBe(5);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is accessible in both themes, and a list at 390 px', async () => {
    const start = at(2);
    const { project } = await newProject(start);
    const page = await dashboard.open(project, `/calendar?month=${monthOf(start)}`, {
      ...zone,
    });
    await cell(page, start).getByRole('link').first().waitFor();
    await expectAccessibleInBothThemes(page);

    await page.setViewportSize({ width: 390, height: 800 });

    await page
      .locator('.calendar-list')
      .getByRole('link', { name: /Goes live\s*Summer sale/ })
      .waitFor();
    expect(await page.locator('.calendar-grid').count()).toBe(0);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await expectAccessibleInBothThemes(page);
  });
});
