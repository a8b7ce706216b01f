import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

async function newSite() {
  const project = await dashboard.service.newProject();
  await defineEverything(project);
  const id = await addEntry(project, 'kite', { title: 'Delta' });
  expectDone(await project.secret.patch(`/v1/content/kite/${id}`, { publish: true }));
  const live = async () =>
    (expectDone(await project.publishable.get(`/v1/content/kite/${id}`)).values as Record<string, unknown>)[
      'title'
    ];
  return { project, id, live };
}

describe('the roles', () => {
  it('let an author write a draft, which an editor publishes', async () => {
    const { project, id, live } = await newSite();
    const author = await dashboard.open(project, `/entries/kite/${id}`, { role: 'author' });
    await author.getByLabel(/^Title/).fill('Delta, by an author');
    await author.getByText('Saved', { exact: true }).waitFor();
    expect(await author.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    await author.keyboard.press('Control+Enter'); // publishes for those who may
    expect(await live()).toBe('Delta');
    await expectAccessible(author);

    const editor = await dashboard.open(project, `/entries/kite/${id}`, { role: 'editor' });
    await editor.keyboard.press('Control+Shift+p');
    await expect.poll(live).toBe('Delta, by an author');
  });

  it('show a viewer what is written and no control that is refused', async () => {
    const { project, id } = await newSite();
    const page = await dashboard.open(project, `/entries/kite/${id}`, { role: 'viewer' });
    await page.getByText('View only', { exact: false }).waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('Delta');
    expect(await page.getByLabel(/^Title/).isDisabled()).toBe(true);
    await page.locator('.richtext-foot').first().waitFor();
    expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Publish|New|Delete|More actions)/ }).count()).toBe(0);
    await expectAccessible(page);

    for (const path of ['/entries/kite', '/blog', '/kb', '/media', '/authors', '/categories', '/trash']) {
      await page.goto(`/dashboard/p/${project.id}${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect(
        await page.getByRole('button', { name: /^(New|Upload|Create|Delete|Empty)/ }).count(),
        path,
      ).toBe(0);
    }
  });

  it('show a viewer no hints for writers', async () => {
    const project = await dashboard.service.newProject();
    const slug = { key: 'slug', label: 'Slug', type: 'string', options: { format: 'slug', source: 'title' } };
    const fields = [{ key: 'title', label: 'Title', type: 'string' }, slug];
    expectDone(await project.secret.put('/v1/schema/content-types/page', { fields }));
    const id = await addEntry(project, 'page', { title: 'Hours' });
    const article = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Hours' }));
    for (const path of [`/entries/page/${id}`, `/blog/${String(article['id'])}`]) {
      const writer = await dashboard.open(project, path, { role: 'author' });
      await writer.getByText('Leave empty to', { exact: false }).first().waitFor();
      const viewer = await dashboard.open(project, path, { role: 'viewer' });
      await viewer
        .getByLabel(/^Title/)
        .first()
        .waitFor();
      expect(await viewer.getByText('Leave empty', { exact: false }).count(), path).toBe(0);
      expect(await viewer.getByRole('button', { name: /^Create from/ }).count(), path).toBe(0);
    }
  });

  it('are given by an owner, with what each may do', async () => {
    const { project } = await newSite();
    const page = await dashboard.open(project, '/members', { role: 'owner' });
    await page.keyboard.press('c');
    await page.getByLabel('Role').selectOption('author');
    await page.getByText('Someone else publishes them.', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create link' }).press('Enter');
    await page.getByText('The invitation is ready').waitFor();
  });
});
