import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { addPage, definePages, draftOf, hero, row, saved, titlesOf } from './support/blocks.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await definePages(project);
});

const expectedErrors = [/409/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/];

async function open(id: string, role: 'owner' | 'editor' = 'owner'): Promise<Page> {
  const page = await dashboard.open(project, `/entries/page/${id}`, { role, expectedErrors });
  await page.locator('.block-toggle').first().waitFor();
  return page;
}

const stored = async (page: Page, id: string) => titlesOf((await draftOf(page, project, id)).sections);
const title = (page: Page, index: number) => page.getByLabel('Title').nth(index);

describe('two people in one entry', () => {
  it('edit two blocks and lose nothing, while a third comes in', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const [one, other] = [await open(id), await open(id, 'editor')];

    await title(one, 0).fill('A by one');
    await title(other, 1).fill('B by other');
    await one.getByRole('button', { name: 'Add a block to Sections', exact: true }).click();
    await one.getByRole('option', { name: /^Group/ }).click();
    await one.keyboard.type('G');

    await expect.poll(() => stored(one, id)).toBe('A by one B by other G');
    await expect.poll(() => title(one, 1).inputValue()).toBe('B by other');
    await row(other, 'G').waitFor();
  });

  it('keep the insertions of both, each after its neighbour', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const [one, other] = [await open(id), await open(id, 'editor')];
    await other.context().setOffline(true);
    await row(other, 'B').press('d');
    await title(other, 2).fill('After B');
    await row(one, 'A').press('d');
    await title(one, 1).fill('After A');
    await expect.poll(() => stored(one, id)).toBe('A After A B');

    await other.context().setOffline(false);

    await expect.poll(() => stored(one, id)).toBe('A After A B After B');
    await row(one, 'After B').waitFor();
  });

  it('are asked where one removed what the other edited, and may keep the whole block', async () => {
    const id = await addPage(project, [hero('A', { link: '/a' }), hero('B')]);
    const [one, other] = [await open(id), await open(id, 'editor')];
    await other.context().setOffline(true);
    await title(other, 0).fill('A, edited');
    await row(one, 'A').press('Delete');
    await expect.poll(() => stored(one, id)).toBe('B');

    await other.context().setOffline(false);
    const dialog = other.getByRole('dialog', { name: /changed the same/ });
    await dialog.getByRole('region', { name: 'Sections' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();

    await expect.poll(() => stored(other, id)).toBe('A, edited B');
    expect((await draftOf(other, project, id)).sections[0].values.link).toBe('/a');
  });

  it('are asked where both put the same blocks in another order', async () => {
    const id = await addPage(project, [hero('A'), hero('B'), hero('C')]);
    const [one, other] = [await open(id), await open(id, 'editor')];
    await other.context().setOffline(true);
    await row(other, 'A').press('Alt+ArrowDown');
    await row(one, 'C').press('Alt+ArrowUp');
    await expect.poll(() => stored(one, id)).toBe('A C B');

    await other.context().setOffline(false);
    const dialog = other.getByRole('dialog', { name: /changed the same/ });
    await dialog.getByText('Hero “B”, Hero “A”, Hero “C”').waitFor();
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await saved(other);

    expect(await stored(other, id)).toBe('A C B');
  });
});

describe('what was typed', () => {
  it('outlives a page that goes away before it is saved, the order of its blocks too', async () => {
    const id = await addPage(project, [hero('A'), hero('B')]);
    const page = await open(id);
    await page.context().setOffline(true);
    await title(page, 0).fill('A, offline');
    await row(page, 'B').press('d');
    await page
      .getByText(/stored on this device/)
      .first()
      .waitFor();
    await page.evaluate("window.dispatchEvent(new Event('pagehide'))");
    await page.context().setOffline(false);
    await page.reload();

    await expect.poll(() => stored(page, id)).toBe('A, offline B B');
  });
});
