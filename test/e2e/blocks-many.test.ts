import { describe, expect, it } from 'vitest';
import { addPage, definePages, draftOf, hero, titlesOf } from './support/blocks.ts';
import { startDashboard } from './support/dashboard.ts';

const dashboard = await startDashboard();
/** The most blocks of a list that an entry can have. */
const blocks = 200;
/** Many more than fit into a window. */
const renderedMax = 30;

describe('a page of 200 blocks', () => {
  it('renders the fields of open blocks where someone looks, and shows a field that is far away', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    const titles = Array.from({ length: blocks }, (_, i) => `Block ${i + 1}`);
    const text = { markdown: 'Some words of a block.' };
    const id = await addPage(
      project,
      titles.map((title) => hero(title, { text })),
    );
    const page = await dashboard.open(project, `/entries/page/${id}`, { expectedErrors: [/400/] });
    const rows = page.locator('.block-toggle');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(blocks);
    const longest = await page.evaluate<number>(`new Promise((resolve) => {
      const tasks = [0];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask' });
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Open all').click();
      setTimeout(() => resolve(Math.max(...tasks)), 2000);
    })`);
    console.log(`the longest task of Open all: ${longest} ms`);

    const editors = page.locator('.block-body .prose');
    await expect.poll(() => editors.count()).toBeGreaterThan(0);
    expect(await editors.count()).toBeLessThan(renderedMax);
    expect(await page.getByRole('button', { expanded: true }).count()).toBeGreaterThanOrEqual(blocks);

    await rows.last().scrollIntoViewIfNeeded();
    const last = page.locator('.block').last();
    await last.getByLabel('Title').fill('The last one');
    await page.getByText(/^Saved/).waitFor();
    await expect
      .poll(async () => titlesOf((await draftOf(page, project, id)).sections))
      .toMatch(/The last one$/);

    await rows.first().scrollIntoViewIfNeeded();
    const link = page.locator('.block').first().getByRole('textbox', { name: 'Link', exact: true });
    await link.fill('no link');
    await link.press('Tab');
    await rows.last().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect
      .poll(() =>
        page.evaluate<string>(
          `document.activeElement.closest('.block').querySelector('.block-name').textContent`,
        ),
      )
      .toBe('Hero');
  });
});
