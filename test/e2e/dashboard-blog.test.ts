import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const saved = (page: Page) =>
  page
    .locator('.save-state')
    .getByText(/^Saved/)
    .waitFor();
const conflict = { expectedErrors: [/409/] };

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

/** What the draft holds, as an editor's page would read it. */
async function draftOf(page: Page, { id: projectId }: TestProject, id: string) {
  const answer = await page.request.get(`/dashboard/api/projects/${projectId}/blog/articles/${id}`);
  return ((await answer.json()) as { draft: Record<string, unknown> }).draft;
}

/** The titles that the list shows, from above. */
const titles = (page: Page) => page.locator('.table tbody .cell-title > span:first-child').allInnerTexts();

describe('the editor of an article', () => {
  it('begins an article, fills every field and publishes it, by keyboard alone', async () => {
    const { project } = await newBlog();
    const page = await dashboard.open(project, '/blog');
    const { keyboard } = page;

    await page.getByText('No articles yet').waitFor();
    await keyboard.press('n');
    await page.getByRole('dialog', { name: 'New article' }).waitFor();
    await keyboard.type('What the wind tells');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'What the wind tells' }).waitFor();
    await page.locator('[aria-label="Body"]:focus').waitFor(); // the cursor stands there by itself
    await keyboard.type('## Begin\nSome **bold** words');
    await page.getByLabel('Excerpt').focus();
    await keyboard.type('A day at sea.');
    for (const [button, words] of [
      ['Add category to Categories', 'News'],
      ['Add author to Authors', 'Ada'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).press('Enter');
      await keyboard.type(words);
      await page.getByRole('option', { name: words }).first().waitFor();
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByLabel('Add to Tags').focus();
    await keyboard.type('sea, wind');
    await keyboard.press('Enter');
    await saved(page);
    await keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();

    expect((await live(project, 'what-the-wind-tells')).body).toMatchObject({
      title: 'What the wind tells',
      excerpt: 'A day at sea.',
      categories: [{ name: 'News' }],
      authors: [{ name: 'Ada' }],
      tags: ['sea', 'wind'],
      body: { html: expect.stringContaining('<strong>bold</strong>') },
    });
    expect(await page.getByLabel('Slug').getAttribute('readonly')).not.toBeNull();
  });

  it('shows how it looks in search results and where it is shared, while it is written', async () => {
    const { project, make } = await newBlog();
    const { id } = await make({ title: 'Kites', excerpt: 'All about kites.' });
    const page = await dashboard.open(project, `/blog/${id}`);

    await page.getByRole('button', { name: 'Search and sharing' }).click();
    const result = page.getByRole('figure', { name: 'In search results' });
    const card = page.getByRole('figure', { name: 'When shared' });
    expect(await result.innerText()).toContain('Kites');
    expect(await card.innerText()).toContain('All about kites.');
    await page.getByLabel('Title for search engines').fill('Kites that fly in the lightest wind');
    await page.getByText('35 of 60 characters, fits').waitFor();
    expect(await result.innerText()).toContain('Kites that fly in the lightest wind');
    await page.getByLabel('Description').fill('x'.repeat(170));
    await page.getByText('170 of 160 characters, 10 too many').waitFor();
    await page.getByLabel('Hide from search engines').press('Space');
    await page.getByText('Hidden from search engines.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+S');
    await saved(page);

    expect(await draftOf(page, project, id)).toMatchObject({
      seo: { title: 'Kites that fly in the lightest wind', description: 'x'.repeat(170), no_index: true },
    });
  });

  it('makes the slug of what is typed, from the title when it is emptied, and says when it is taken', async () => {
    const { project, make } = await newBlog();
    await make({ title: 'Taken' });
    const { id } = await make({ title: 'Mine' });
    const page = await dashboard.open(project, `/blog/${id}`, conflict);
    const slug = page.getByLabel('Slug');

    await slug.fill('Über den Wind');
    await page.getByLabel('Excerpt').focus();
    expect(await slug.inputValue()).toBe('uber-den-wind');
    await expect.poll(async () => (await draftOf(page, project, id))['slug']).toBe('uber-den-wind');
    await slug.fill('taken');
    await page.getByRole('alert').filter({ hasText: 'Another article already has this slug' }).waitFor();
    await page.getByLabel('Excerpt').fill('Kept all the same');
    await expect.poll(async () => (await draftOf(page, project, id))['excerpt']).toBe('Kept all the same');
    await slug.fill('');
    await saved(page);
    await page.getByLabel('Excerpt').focus();

    expect(await slug.inputValue()).toBe('mine');
  });

  it('schedules for a moment in the editor’s own time zone, and takes it off again', async () => {
    const { project, make } = await newBlog();
    const { id, slug } = await make({ title: 'Later' });
    const page = await dashboard.open(project, `/blog/${id}`, { timezoneId: 'America/New_York' });

    await page.getByRole('button', { name: 'More actions for this article' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Schedule…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    const year = dashboard.service.app.clock.now().getUTCFullYear();
    const soon = new Date(
      Date.UTC(year, dashboard.service.app.clock.now().getUTCMonth() + 2, 3),
    ).toISOString();
    await dialog.getByLabel('Date and time').fill(`${soon.slice(0, 10)}T09:30`);
    await dialog.getByText('America/New_York', { exact: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Scheduled', { exact: true }).first().waitFor();

    const { body } = await live(project, slug);
    expect(body.error.code).toBe('blog_article_scheduled');
    expect(body.error.available_at).toMatch(new RegExp(`^${soon.slice(0, 10)}T1[34]:30:00`));
    await page.getByRole('button', { name: 'More actions for this article' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel schedule' }).press('Enter');
    await page.getByText('Schedule canceled').waitFor();
    expect((await live(project, slug)).body.error.code).toBe('blog_article_not_published');
  });

  it('gives a live article an earlier date, without publishing what is not published', async () => {
    const { project, make } = await newBlog();
    const { id, slug } = await make({ title: 'Imported', publish: true });
    const page = await dashboard.open(project, `/blog/${id}`, { timezoneId: 'UTC' });
    await page.getByLabel('Excerpt').fill('Not yet');
    await saved(page);

    await page.getByRole('button', { name: 'More actions for this article' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Change date…' }).press('Enter');
    await page.getByLabel('Date and time').fill('2019-04-01T08:00');
    await page.keyboard.press('Enter');
    await page.getByText('Date changed').waitFor();

    expect((await live(project, slug)).body).toMatchObject({
      published_at: '2019-04-01T08:00:00.000Z',
      excerpt: '',
    });
    expect(await draftOf(page, project, id)).toMatchObject({ excerpt: 'Not yet' });
  });

  it('asks whose value stays where both changed one field, of seo too', async () => {
    const { project, make } = await newBlog();
    const { id } = await make({ title: 'Shared', seo: { title: 'Old' } });
    const page = await dashboard.open(project, `/blog/${id}`, conflict);
    await page.getByRole('button', { name: 'Search and sharing' }).click();
    await project.secret.patch(`/v1/blog/articles/${id}`, { excerpt: 'Theirs', seo: { title: 'Theirs' } });

    await page.getByLabel('Title for search engines').fill('Mine');
    const dialog = page.getByRole('dialog', { name: /changed the same/ });
    await dialog.getByRole('button', { name: 'Keep mine' }).press('Enter');

    await saved(page);
    expect(await draftOf(page, project, id)).toMatchObject({ excerpt: 'Theirs', seo: { title: 'Mine' } });
  });

  it('shows what others save while it is open, without a reload', async () => {
    const { project, make } = await newBlog();
    const { id } = await make({ title: 'Before', publish: true });
    const page = await dashboard.open(project, `/blog/${id}`);
    await page.getByLabel('Excerpt').fill('Mine');
    await saved(page);

    await project.secret.patch(`/v1/blog/articles/${id}`, { title: 'After' });

    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('Mine');
  });

  it('has the saved versions with what differs, and goes back to one', async () => {
    const { project, make } = await newBlog();
    const { id } = await make({ title: 'First', excerpt: 'One', publish: true });
    const page = await dashboard.open(project, `/blog/${id}`);
    await page.getByLabel('Title', { exact: false }).first().fill('Second');
    await saved(page);
    await expect.poll(async () => (await draftOf(page, project, id))['title']).toBe('Second');

    await page.getByRole('button', { name: 'History' }).press('Enter');
    const versions = page.getByRole('dialog', { name: 'History' });
    await versions.getByRole('button', { name: /published/ }).press('Enter');
    await versions.locator('ins').getByText('First').waitFor();
    expect(await versions.locator('dt').allInnerTexts()).toEqual([expect.stringMatching(/^Title/)]);
    await versions.getByRole('button', { name: 'Restore this version' }).press('Enter');
    await page.getByText('Restored to draft', { exact: false }).waitFor();

    expect((await draftOf(page, project, id))['title']).toBe('First');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('First');
  });

  it('says what links there before it is deleted, and goes back to the list', async () => {
    const { project, make } = await newBlog();
    const { id } = await make({ title: 'Goes' });
    const link = { type: 'link', attrs: { ref: { type: 'blog_article', id } } };
    const body = { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }] };
    await make({ title: 'Points there', body });
    const page = await dashboard.open(project, `/blog/${id}`);
    await page.getByRole('link', { name: 'Points there' }).waitFor();

    await page.getByRole('button', { name: 'More actions for this article' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this article?' });
    await dialog.getByText('Points there').waitFor();
    await dialog.getByRole('button', { name: 'Delete article' }).click();
    await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();

    await expect.poll(() => titles(page)).toEqual(['Points there']);
  });
});
