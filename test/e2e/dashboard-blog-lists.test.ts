import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { searchPalette } from './support/palette.ts';
import { pressTogether } from './support/keyboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.service.app.start();
});

async function newBlog() {
  const project = await dashboard.service.newProject();
  const make = async (body: object) =>
    expectDone(await project.secret.post('/v1/blog/articles', body)) as { id: string; slug: string };
  const author = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })) as { id: string };
  const category = expectDone(await project.secret.post('/v1/blog/categories', { name: 'News' })) as {
    id: string;
  };
  return { project, make, author, category };
}

/** What readers get. */
const live = async ({ secret }: TestProject, slug: string) => secret.get(`/v1/blog/articles/${slug}`);

/** The titles that the list shows, from above. */
const titles = (page: Page) => page.locator('.table tbody .cell-title > span:first-child').allInnerTexts();

describe('the list of articles', () => {
  it('narrows, sorts and opens by keyboard, and keeps that in its address', async () => {
    const { project, make, author, category } = await newBlog();
    await make({ title: 'Alpha', authors: [author.id], tags: ['2026'], publish: true });
    await make({ title: 'beta', categories: [category.id] });
    await make({ title: 'Gamma' });
    const page = await dashboard.open(project, '/blog');
    const { keyboard } = page;
    const filterBy = async (name: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    await expect.poll(() => titles(page)).toEqual(['Gamma', 'beta', 'Alpha']);

    await page.getByRole('button', { name: 'Title', exact: false }).first().press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'beta', 'Gamma']);
    await filterBy('Author…');
    await page.getByRole('option', { name: 'Ada' }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter: Author: Ada' }).waitFor();
    await expect.poll(() => titles(page)).toEqual(['Alpha']);
    await filterBy('Tag…');
    await page.getByRole('option', { name: '2026' }).first().waitFor();
    await keyboard.press('Enter');
    await page.reload();
    await page.getByRole('button', { name: 'Remove the filter: Tag: 2026' }).press('Enter');
    await page.getByRole('button', { name: 'Remove the filter: Author: Ada' }).press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'beta', 'Gamma']);
    await page.getByRole('button', { name: 'Drafts' }).press('Enter');
    await expect.poll(() => titles(page)).toEqual(['beta', 'Gamma']);
    await page.getByLabel('Search by title').waitFor();
    await page.locator('body').press('/');
    await keyboard.type('gam');
    await expect.poll(() => titles(page)).toEqual(['Gamma']);
    await page.getByRole('heading', { level: 1 }).click(); // out of the search
    await keyboard.press('j');
    await keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Gamma' }).waitFor();
  });

  it('publishes many at once, and says what stayed', async () => {
    const { project, make } = await newBlog();
    for (const title of ['One', 'Two', 'Three']) await make({ title });
    const page = await dashboard.open(project, '/blog');
    await page.getByRole('row', { name: /Three/ }).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 articles selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await page.getByText('2 published').waitFor();

    const { body } = await project.secret.get('/v1/blog/articles');
    expect(body.data).toHaveLength(2);
  });

  it('is reached by its keys, and its articles by their names from anywhere', async () => {
    const { project, make } = await newBlog();
    await make({ title: 'A needle in the hay' });
    const page = await dashboard.open(project, '');

    await pressTogether(page, 'g', 'b');
    await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
    await searchPalette(page, 'needle', page.getByRole('option', { name: /A needle in the hay/ }));
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'A needle in the hay' }).waitFor();
  });

  it('shows what others do without a reload', async () => {
    const { project, make } = await newBlog();
    const page = await dashboard.open(project, '/blog');
    await page.getByText('No articles yet').waitFor();

    await make({ title: 'From elsewhere', publish: true });

    await expect.poll(() => titles(page), { timeout: 15_000 }).toEqual(['From elsewhere']);
  });
});

describe('the board of the blog', () => {
  const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('moves a card by keyboard: publishes, takes it down, schedules it', async () => {
    const { project, make } = await newBlog();
    const { slug } = await make({ title: 'Card' });
    const page = await dashboard.open(project, '/blog');
    const { keyboard } = page;

    await page.getByRole('row', { name: /Card/ }).waitFor();
    await keyboard.press('v');
    await lane(page, 'Drafts').getByRole('link', { name: 'Card' }).waitFor();
    await keyboard.press('j');
    await keyboard.press('Shift+ArrowRight');
    const schedule = page.getByRole('dialog', { name: 'Schedule “Card”' });
    await schedule.waitFor();
    await keyboard.press('Enter'); // tomorrow at nine
    await lane(page, 'Scheduled').getByRole('link', { name: 'Card' }).waitFor();
    expect((await live(project, slug)).body.error.code).toBe('blog_article_scheduled');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Card');
    await keyboard.press('Shift+ArrowRight');
    await page.getByRole('dialog', { name: 'Publish “Card”?' }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await lane(page, 'Live').getByRole('link', { name: 'Card' }).waitFor();
    expect((await live(project, slug)).status).toBe(200);
    await page.getByRole('button', { name: 'Move Card' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Unpublish' }).press('Enter');
    await page.getByRole('button', { name: 'Unpublish', exact: true }).press('Enter');
    await lane(page, 'Drafts').getByRole('link', { name: 'Card' }).waitFor();
    expect((await live(project, slug)).body.error.code).toBe('blog_article_not_published');
  });

  it('moves a card by dragging, and asks first', async () => {
    const { project, make } = await newBlog();
    const { slug } = await make({ title: 'Dragged' });
    const page = await dashboard.open(project, '/blog/board');
    await lane(page, 'Drafts').getByRole('listitem').waitFor();

    await lane(page, 'Drafts').getByRole('listitem').dragTo(lane(page, 'Live'));
    await page.getByRole('dialog', { name: 'Publish “Dragged”?' }).waitFor();
    expect((await live(project, slug)).status).toBe(404);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await lane(page, 'Live').getByRole('link', { name: 'Dragged' }).waitFor();

    expect((await live(project, slug)).status).toBe(200);
  });

  it('can be used by everybody in both themes', async () => {
    const { project, make, author } = await newBlog();
    await make({ title: 'Draft', authors: [author.id] });
    await make({ title: 'Live', publish: true });
    for (const screen of ['/blog', '/blog/board']) {
      const page = await dashboard.open(project, screen);
      for (const title of ['Draft', 'Live'])
        await page.getByRole('link', { name: title, exact: true }).waitFor();
      await expectAccessibleInBothThemes(page);
    }
    const { id } = await make({ title: 'Edited' });
    const page = await dashboard.open(project, `/blog/${id}`);
    await page.getByRole('textbox', { name: 'Body' }).waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
