import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { addPage, definePages, draftOf, hero, row, titlesOf } from './support/blocks.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await definePages(project);
});

const expectedErrors = [/409/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/];

async function open(id: string, options: object = {}): Promise<Page> {
  const page = await dashboard.open(project, `/entries/page/${id}`, { expectedErrors, ...options });
  await page.locator('.block-toggle').first().waitFor();
  return page;
}

const stored = async (page: Page, id: string) => titlesOf((await draftOf(page, project, id)).sections);
const title = (page: Page, index: number) => page.getByLabel('Title').nth(index);
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const undo = (page: Page, words: string) =>
  messages(page)
    .locator('.toast')
    .filter({ hasText: words })
    .getByRole('button', { name: 'Undo' })
    .press('Enter');

describe('a block', () => {
  it('that was cut comes back by Undo, also after another one was cut', async () => {
    const id = await addPage(project, [hero('A', { link: '/a' }), hero('B'), hero('C')]);
    const page = await open(id);
    await row(page, 'A').press('Control+x');
    await expect.poll(() => stored(page, id)).toBe('B C');
    await row(page, 'B').press('Control+x');
    await expect.poll(() => stored(page, id)).toBe('C');

    await messages(page).getByRole('button', { name: 'Undo' }).first().press('Enter');
    await expect.poll(() => stored(page, id)).toBe('A C');
    await row(page, 'A').press('Control+v');
    await expect.poll(() => stored(page, id)).toBe('A B C');
    expect((await draftOf(page, project, id)).sections[0].values.link).toBe('/a');

    await undo(page, 'cut');
    await page.getByText(/^Saved/).waitFor();
    expect(await stored(page, id)).toBe('A B C'); // it stands there once
  });

  it('that was removed comes back with its last words, from another screen and after newer edits', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const page = await open(id);
    await title(page, 0).fill('A, last words');
    await row(page, 'A, last words').press('Delete');
    await expect.poll(() => stored(page, id)).toBe('B');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recently edited').waitFor();

    await undo(page, 'removed');
    await expect.poll(() => stored(page, id)).toBe('A, last words B');

    await page.goBack();
    await row(page, 'B').press('Delete');
    await expect.poll(() => stored(page, id)).toBe('A, last words');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recently edited').waitFor();
    await page.goBack();
    await title(page, 0).fill('A, edited since');
    await expect.poll(() => stored(page, id)).toBe('A, edited since');
    await undo(page, 'removed');
    await expect.poll(() => stored(page, id)).toBe('A, edited since B');
    await row(page, 'B').waitFor();
  });

  it('is the one that was taken, whatever a colleague inserts while it is dragged', async () => {
    const id = await addPage(project, [hero('A'), hero('B'), hero('C')]);
    const [page, colleague] = [await open(id), await open(id, { role: 'editor' })];
    for (const name of ['Close all']) await page.getByRole('button', { name }).click();
    const grip = page.getByRole('button', { name: /^Move Hero, 3 of 3/ });
    const box = await grip.boundingBox();
    if (box === null) throw new Error('no grip');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + 8);
    await row(colleague, 'A').press('d');
    await title(colleague, 1).fill('New');
    await row(page, 'New').waitFor();

    const first = await row(page, 'A').boundingBox();
    await page.mouse.move(box.x + 5, (first?.y ?? 0) - 10, { steps: 8 });
    await page.mouse.up();

    await expect.poll(() => stored(page, id)).toBe('C A New B');
  });

  it('keeps what was typed into its text when it is closed, moved or duplicated at once', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const page = await open(id);
    const text = page.getByRole('textbox', { name: 'Text' });
    const words = async () => JSON.stringify((await draftOf(page, project, id)).sections);
    await text.first().click();
    await page.keyboard.type('Closed at once.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => text.count()).toBe(1);
    await expect.poll(words).toContain('Closed at once.');

    await text.first().click();
    await page.keyboard.type('Moved at once.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowUp');
    await row(page, 'B').press('d');
    await expect.poll(async () => (await words()).match(/Moved at once/g)?.length).toBe(2);
    await expect.poll(() => stored(page, id)).toBe('B B A');
  });

  it('keeps what was typed when another release is chosen at once', async () => {
    const id = await addPage(project, [hero('A')]);
    await project.secret.post('/v1/releases', { name: 'Autumn' });
    const page = await open(id);
    await title(page, 0).fill('Typed before the release');
    await page.locator('.release-button').click();
    await page.getByRole('menuitem', { name: 'Autumn' }).click();
    await page.getByText('Readers won’t see it until you promote it', { exact: false }).waitFor();

    await expect.poll(() => stored(page, id)).toBe('Typed before the release');
  });

  it('is added, removed and brought back on a phone', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const page = await open(id, { viewport: { width: 390, height: 800 }, hasTouch: true });
    await page.getByRole('button', { name: 'Add a block to Sections', exact: true }).tap();
    await page.getByRole('option', { name: /^Hero/ }).tap();
    await title(page, 2).fill('C');
    await expect.poll(() => stored(page, id)).toBe('A B C');
    await row(page, 'B').press('Delete');
    await expect.poll(() => stored(page, id)).toBe('A C');
    await messages(page).getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => stored(page, id)).toBe('A B C');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
