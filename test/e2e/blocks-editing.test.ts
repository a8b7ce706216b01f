import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import {
  addPage,
  definePages,
  draftOf,
  hero,
  row,
  saved,
  type SentBlock,
  titlesOf,
} from './support/blocks.ts';
import {
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await definePages(project);
});

const group = (heading: string, ...items: SentBlock[]): SentBlock => ({
  block: 'group',
  values: { heading, items },
});
const focused = (page: Page) =>
  page.evaluate('document.activeElement.querySelector(".block-names")?.textContent.replace(" ", "")');
const link = (page: Page) => page.getByRole('textbox', { name: 'Link', exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Sections', exact: true });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add a block to Sections', exact: true });

/** Waits until the stored draft has these blocks. */
async function expectStored(page: Page, id: string, titles: string): Promise<void> {
  await expect.poll(async () => titlesOf((await draftOf(page, project, id)).sections)).toBe(titles);
}

describe('the list of blocks', () => {
  it('is written by keyboard alone: inserted, filled, nested, moved, duplicated, removed and taken back', async () => {
    const id = await addPage(project, []);
    const page = await dashboard.open(project, `/entries/page/${id}`);

    await addButton(page).press('Enter');
    await page.keyboard.type('visitors'); // of its description
    await page.keyboard.press('Enter');
    await page.keyboard.type('First');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('HeroFirst');
    await page.keyboard.press('a');
    await page.keyboard.type('group');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Around');
    await page.getByRole('button', { name: 'Add a block to Sections, Group 2, Items' }).press('Enter');
    await page.keyboard.press('Enter'); // the first that the list takes
    await page.keyboard.type('Inner');
    await expectStored(page, id, 'First Around(Inner)');

    await row(page, 'First').press('Alt+ArrowDown');
    await expectStored(page, id, 'Around(Inner) First');
    await page.getByText('Hero, 2 of 2.').waitFor();
    await row(page, 'First').press('d');
    await expectStored(page, id, 'Around(Inner) First First');
    await row(page, 'Inner').press('Delete');
    await expectStored(page, id, 'Around First First');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).press('Enter');
    await expectStored(page, id, 'Around(Inner) First First');
    await row(page, 'First').first().press('m');
    await page.keyboard.press('Enter');
    await expectStored(page, id, 'Around(Inner First) First');
  });

  it('takes what is typed at once after a block was chosen, before anything is drawn', async () => {
    const id = await addPage(project, [hero('First')]);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await row(page, 'First').waitFor();
    await page.evaluate('window.requestAnimationFrame = () => 0'); // a frame that is long in coming

    await row(page, 'First').press('a');
    await page.keyboard.type('group');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Around');

    await expectStored(page, id, 'First Around');
  });

  it('keeps the ids of blocks across moves, and everything inside them', async () => {
    const id = await addPage(project, [hero('A'), group('G', hero('B'), hero('C')), hero('D')]);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    const idsOf = (blocks: SentBlock[]): string[] =>
      blocks.flatMap((one) => [String(one.id), ...idsOf((one.values?.['items'] ?? []) as SentBlock[])]);
    const before = idsOf((await draftOf(page, project, id)).sections as SentBlock[]);

    await row(page, 'G').press('Alt+ArrowUp');
    await row(page, 'D').press('m');
    await page.keyboard.press('Enter');
    await expectStored(page, id, 'G(B C D) A');

    const after = (await draftOf(page, project, id)).sections as SentBlock[];
    expect(idsOf(after).toSorted()).toEqual(before.toSorted());
  });

  it('is put in another order by dragging', async () => {
    const id = await addPage(project, [hero('A'), hero('B'), hero('C')]);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await page.getByRole('button', { name: 'Close all' }).click();
    const grips = page.getByRole('button', { name: /^Move Hero/ });
    const from = await grips.nth(0).boundingBox();
    const to = await grips.nth(2).boundingBox();
    if (from === null || to === null) throw new Error('no grips');

    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 20, { steps: 8 });
    await page.mouse.up();

    await expectStored(page, id, 'B C A');
  });

  it('says why a block cannot be added, and takes no more than its field allows', async () => {
    const id = await addPage(project, [{ block: 'divider' }]);
    const page = await dashboard.open(project, `/entries/page/${id}`);

    await addButton(page).click();
    const option = page.getByRole('option', { name: /^Divider/ });
    await option.getByText('Sections takes at most 1 of Divider').waitFor();
    await option.click({ force: true });

    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await page.getByRole('option', { name: /^Group/ }).click();
    await expectStored(page, id, 'divider group');
    const items = page.getByRole('button', { name: 'Add a block to Sections, Group 2, Items' });
    for (const title of ['1', '2', '3']) {
      await items.click();
      await page.getByRole('option', { name: /^Hero/ }).click();
      await page.keyboard.type(title);
    }
    await items.click();
    await page.getByText('Items takes at most 3 blocks').first().waitFor();
  });

  it('copies a block into another entry under a new id, and cuts within one without', async () => {
    const id = await addPage(project, [hero('Here', { link: '/spring' }), hero('Last')]);
    const other = await addPage(project, [group('There')]);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    const [first] = (await draftOf(page, project, id)).sections as SentBlock[];

    await row(page, 'Here').press('Control+c');
    await page.goto(`/dashboard/p/${project.id}/entries/page/${other}`);
    await row(page, 'There').press('Control+v');
    await expectStored(page, other, 'There Here');
    const pasted = ((await draftOf(page, project, other)).sections as SentBlock[])[1];
    expect(pasted).toMatchObject({ values: { title: 'Here', link: '/spring', tone: 'light' } });
    expect(pasted?.id).not.toBe(first?.id);

    await page.goto(`/dashboard/p/${project.id}/entries/page/${id}`);
    await row(page, 'Here').press('Control+x');
    await row(page, 'Last').press('Control+v');
    await expectStored(page, id, 'Last Here');
    const cut = ((await draftOf(page, project, id)).sections as SentBlock[])[1];
    expect(cut?.id).toBe(first?.id);
  });

  it('opens and closes its blocks, all at once too, and remembers that in this browser', async () => {
    const id = await addPage(
      project,
      Array.from({ length: 9 }, (_, i) => hero(`Number ${i + 1}`)),
    );
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await row(page, 'Number 1').waitFor();
    const titles = page.getByRole('textbox', { name: 'Title' });
    expect(await titles.count()).toBe(0); // above eight they begin closed

    await row(page, 'Number 3').press('ArrowRight');
    expect(await titles.count()).toBe(1);
    await page.reload();
    await expect.poll(() => titles.count()).toBe(1);
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(() => titles.count()).toBe(9);
    await row(page, 'Number 2').press('ArrowLeft');
    await expect.poll(() => titles.count()).toBe(8);
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const id = await addPage(project, [
      hero('A', { text: { markdown: 'Words' } }),
      group('G', hero('B')),
      { block: 'divider' },
    ]);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await list(page).waitFor();
    await page.locator('.prose').first().waitFor();

    await expectAccessibleInBothThemes(page);
    await addButton(page).click();
    await page.getByRole('listbox').waitFor();
    await expectAccessibleInBothThemes(page);
  });

  it('fits a phone of 390 px', async () => {
    const id = await addPage(project, [
      group('A group with a rather long heading', group('Inner', hero('Deep'))),
    ]);
    const page = await dashboard.open(project, `/entries/page/${id}`, {
      viewport: { width: 390, height: 800 },
    });
    await page.getByLabel('Title').waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const box = await page.getByLabel('Title').boundingBox();
    expect(box?.width).toBeGreaterThan(200);
  });
});

describe('what the service refuses', () => {
  const expectedErrors = [/40[09]/];

  it('holds up one field: a bad address deep inside waits, the rest is saved, and the row says so', async () => {
    const id = await addPage(project, [group('Outer', group('Middle', hero('Deep'))), hero('Other')]);
    const page = await dashboard.open(project, `/entries/page/${id}`, { expectedErrors });
    const other = page.getByLabel('Title').last();

    await link(page).first().fill('no address');
    await other.fill('Changed');
    await expectStored(page, id, 'Outer(Middle(Deep)) Changed');
    const field = page.locator('[data-field$="/link"]').first();
    await field.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Close all' }).click();

    await row(page, 'Outer').getByText('Needs attention').waitFor();
    expect(await row(page, 'Other').getByText('Needs attention').count()).toBe(0);
    await page.getByRole('button', { name: 'Open all' }).click();
    await link(page).first().fill('/spring');
    await saved(page);
    await expect.poll(() => page.getByText('Needs attention').count()).toBe(0);
  });

  it('opens the closed block that has an empty required field when it is published', async () => {
    const id = await addPage(project, [group('Outer', group('Middle', hero('Deep')))]);
    const page = await dashboard.open(project, `/entries/page/${id}`, { expectedErrors });
    await page.getByLabel('Title').fill('');
    await saved(page);
    await row(page, 'Outer').press('ArrowLeft');

    await page.keyboard.press('Control+Shift+P');

    await page.locator('[data-field$="/title"]').last().getByRole('alert').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("[data-field]").dataset.field'))
      .toMatch(/title$/);
  });
});
