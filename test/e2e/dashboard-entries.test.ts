import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntryRecord } from '../../src/content/entries/store/schema.ts';
import { defineType } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { mostWork, slowness, workMeter } from './support/page-time.ts';
import { databaseOf } from '../support/database.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

async function newProject(): Promise<TestProject> {
  const project = await dashboard.service.newProject();
  await defineEverything(project);
  return project;
}

const row = (page: Page, name: string) => page.getByRole('row', { name });

describe('the list of entries', () => {
  it('shows drafts and live ones by status, finds and filters as the address says', async () => {
    const project = await newProject();
    await addEntry(project, 'kite', { title: 'Delta', span: 3 }, true);
    await addEntry(project, 'kite', { title: 'Cody', span: 1 });
    const page = await dashboard.open(project, '/entries/kite');
    await row(page, 'Delta').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Drafts' }).click();
    await row(page, 'Delta').waitFor({ state: 'detached' });
    expect(await row(page, 'Cody').count()).toBe(1);
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Wing span' });
    await page.getByLabel('Comparison').selectOption({ label: 'is at least' });
    await page.getByLabel('Value').fill('2');
    await page.keyboard.press('Enter');

    await row(page, 'Cody').waitFor({ state: 'detached' });
    expect(decodeURIComponent(page.url())).toContain('where[span][gte]');
    await page.reload();
    await row(page, 'Delta').waitFor();
    expect(await row(page, 'Cody').count()).toBe(0);
    await page.getByRole('button', { name: /Remove the filter/ }).click();
    await row(page, 'Cody').waitFor();
  });

  it('publishes what is selected by keyboard, and says what was refused and why', async () => {
    const project = await newProject();
    const whole = await addEntry(project, 'kite', { title: 'Whole' });
    const page = await dashboard.open(project, '/entries/kite');
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Untitled Kite' }).waitFor();
    await page.getByLabel('Summary').fill('Without a title');
    await page.getByText(/^Saved/).waitFor();
    await page.getByRole('link', { name: 'Kite', exact: true }).click();
    await row(page, 'Untitled').waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');

    await page.getByRole('dialog', { name: '1 entry was not changed' }).waitFor();
    expect((await project.secret.get(`/v1/content/kite/${whole}`)).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByText('1 entry selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 entry' }).click();
    await page.getByText('1 entry moved to the trash').waitFor();
    await row(page, 'Untitled').waitFor({ state: 'detached' });
    await row(page, 'Whole').waitFor();
  });

  it('unpublishes what is selected, and says of each that it would break what links there', async () => {
    const project = await newProject();
    const used = await addEntry(project, 'maker', { name: 'Cody' }, true);
    await addEntry(project, 'maker', { name: 'Hargrave' }, true);
    await addEntry(project, 'kite', { title: 'Delta', maker: used }, true);
    const page = await dashboard.open(project, '/entries/maker');
    await row(page, 'Cody').waitFor();

    await page.getByLabel('Select all rows').press('Space');
    await page.getByRole('button', { name: 'Unpublish' }).press('Enter');
    await page.getByText('2 unpublished').waitFor();
    expect((await project.publishable.get('/v1/content/maker')).body.data).toEqual([]);
    await page.getByLabel('Select all rows').press('Space');
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 entries' }).press('Enter');

    const results = page.getByRole('dialog', { name: '1 entry was not changed' });
    await results.waitFor();
    expect(await results.getByRole('listitem').innerText()).toMatch(/^Cody\n.*link/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await row(page, 'Hargrave').count()).toBe(0);
    expect(await row(page, 'Cody').count()).toBe(1);
  });

  it('shows the columns that were chosen, also next time, and sorts by them', async () => {
    const project = await newProject();
    for (const [title, span] of [
      ['Delta', 3],
      ['Cody', 1],
      ['Box', 2],
    ])
      await addEntry(project, 'kite', { title, span });
    const page = await dashboard.open(project, '/entries/kite');
    const titles = () => page.locator('.cell-title').allInnerTexts();
    const head = (name: string) => page.getByRole('columnheader', { name });
    await row(page, 'Delta').waitFor();
    expect(await head('Colour').count()).toBe(0);

    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Colour' }).press('Enter');
    await head('Colour').waitFor();
    await page.reload();
    await head('Colour').waitFor();
    await head('Wing span').getByRole('button').press('Enter');
    await expect.poll(titles).toEqual(['Cody', 'Box', 'Delta']);
    await head('Wing span').getByRole('button').press('Enter');
    await expect.poll(titles).toEqual(['Delta', 'Box', 'Cody']);

    expect(page.url()).toContain('sort=-span');
  });

  it('lists the types with their entries and drafts', async () => {
    const project = await newProject();
    await addEntry(project, 'kite', { title: 'Draft' });
    await addEntry(project, 'kite', { title: 'Live' }, true);
    await defineType(project, 'empty', { title: 'string' }, { name: 'Empty' });
    await defineType(project, 'about', { title: 'string' }, { name: 'About', kind: 'singleton' });
    const page = await dashboard.open(project, '/entries');
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

    await row('Kite').getByText('2 entries').waitFor();
    await row('Kite').getByText('1 draft').waitFor();
    await row('Kite').getByText('Published just now').waitFor();
    await row('Empty').getByText('no entries').waitFor();
    await row('About').getByText('Not written yet').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
  });

  it('ends a title that is too long for its column with an ellipsis', async () => {
    const project = await dashboard.service.newProject();
    await defineEverything(project);
    await addEntry(project, 'kite', { title: 'A long title '.repeat(20) });
    const page = await dashboard.open(project, '/entries/kite');
    await page.getByRole('link', { name: /^A long title/ }).waitFor();
    const title = `document.querySelector('.cell-title > span')`;
    expect(await page.evaluate(`${title}.scrollWidth > ${title}.clientWidth`)).toBe(true);
    expect(await page.evaluate(`getComputedStyle(${title}).textOverflow`)).toBe('ellipsis');
  });

  it('opens a singleton at once', async () => {
    const project = await newProject();
    const fields = [{ key: 'title', label: 'Title', type: 'string' }];
    await project.secret.put('/v1/schema/content-types/home', {
      name: 'Home page',
      kind: 'singleton',
      fields,
    });
    const page = await dashboard.open(project, '/entries', { expectedErrors: [/404/] }); // nothing is written yet

    await page.getByRole('link', { name: /Home page/ }).press('Enter');
    await page.getByLabel('Title', { exact: true }).fill('Welcome');
    await page.getByText(/^Saved/).waitFor();
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();

    expect((await project.secret.get('/v1/content/home')).body).toEqual({ title: 'Welcome' });
  });
});

/** Ten thousand entries at once: copies of one that the API made, each with an id and a title of its own. */
async function multiply(project: TestProject, count: number): Promise<void> {
  const id = await addEntry(project, 'kite', { title: 'Seed', span: 1 }, true);
  const entries = databaseOf(dashboard.service.app.system).collection<EntryRecord>('entries');
  const seed = await entries.findOne({ id });
  if (seed === null) throw new Error('no seed');
  const copies = Array.from({ length: count }, (_, i) => {
    const own = `ent_${String(i).padStart(26, '0')}`;
    const values = { ...seed.draft, title: `Kite ${i}`, span: i % 100 };
    return { ...seed, _id: `${seed._id}-${i}`, id: own, draft: values, live: values };
  });
  for (let at = 0; at < count; at += 2_000) await entries.insertMany(copies.slice(at, at + 2_000));
}

describe('a list of ten thousand entries', () => {
  it(
    'scrolls, moves, sorts and filters with less than 100 ms of work each',
    { timeout: 180_000 },
    async () => {
      const project = await newProject();
      await multiply(project, 10_000);
      const page = await dashboard.open(project, '/entries/kite');
      await page.getByText('of 10,000+ entries').waitFor();
      const work = await workMeter(page);
      const scroll = (distance: number) =>
        page.evaluate(`document.querySelector('.table-scroll').scrollBy(0, ${distance})`);
      const title = page.getByRole('columnheader', { name: 'Title' }).getByRole('button');
      const search = page.getByLabel('Search by title');
      // Waits are plain: to look for something on the page would be work of the page, too.
      const spent = {
        scrolled: await mostWork(work, 40, () => scroll(4_000)), // the next hundred are fetched and drawn with it
        back: await mostWork(work, 10, () => scroll(-16_000)),
        moved: await mostWork(work, 20, (i) => page.keyboard.press(i % 2 === 0 ? 'j' : 'x')),
        sorted: await work(() => title.press('Enter'), 1_500),
        narrowed: await work(() => page.getByRole('button', { name: 'Drafts' }).press('Enter'), 1_000),
        widened: await work(() => page.getByRole('button', { name: 'All' }).press('Enter'), 1_000),
        typed: await mostWork(work, 7, (i) => search.press('Kite 99'.charAt(i))),
        found: await work(() => page.waitForTimeout(2_000)),
      };

      await page.getByText('of 280 entries').waitFor();
      expect(await page.locator('.table tbody tr').count()).toBeLessThan(80);
      const bound = 100 * (await slowness(page));
      const stalls = Object.entries(spent).filter(([, ms]) => ms >= bound);
      expect(stalls, JSON.stringify(spent)).toEqual([]);
    },
  );
});
