import { beforeAll, describe, expect, it } from 'vitest';
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
  await addEntry(project, 'kite', { title: 'Delta' });
  return project;
}

describe('narrowing', () => {
  it('makes a key for an agent by keyboard, which drafts and is named so in the list', async () => {
    const project = await newSite();
    const page = await dashboard.open(project, '/keys', { role: 'owner' });
    await page.keyboard.press('c');
    await page.getByLabel('Name').fill('Agent');
    await page.getByRole('radio', { name: 'Secret' }).press('Space');
    await page.getByRole('radio', { name: 'Drafts, for an agent' }).press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create key' }).press('Enter');
    const token = await page.getByRole('dialog').getByText(/^sk_/).textContent();
    await page.keyboard.press('Escape');

    await page.getByRole('row', { name: /Agent.*Drafts, for an agent/ }).waitFor();
    const agent = project.as(token?.trim() ?? '');
    expect((await agent.get('/v1/ping')).body.key.scopes).toEqual({ can: ['read', 'draft'] });
    expect((await agent.post('/v1/content/kite/entries', { values: { title: 'By an agent' } })).status).toBe(
      201,
    );
  });

  it('narrows a key to a content type, and widens it again', async () => {
    const project = await newSite();
    const { token } = await project.newKey({ purpose: 'publishable', name: 'Shop' });
    const page = await dashboard.open(project, '/keys', { role: 'owner' });
    await page.getByRole('row', { name: /Shop/ }).getByText('Shop').click();
    await page.getByRole('radio', { name: 'Some content types' }).press('Space');
    const types = page.getByRole('group', { name: 'Content types' });
    await types.getByRole('checkbox').first().press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Key saved').waitFor();
    expect((await project.as(token).get('/v1/blog/articles')).status).toBe(403);

    await page.getByRole('row', { name: /Shop/ }).getByText('Shop').click();
    await page.getByRole('radio', { name: 'Full access' }).press('Space');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(async () => (await project.as(token).get('/v1/blog/articles')).status).toBe(200);
  });

  it('narrows a member, who meets no screen and no action of the rest', async () => {
    const project = await newSite();
    const member = await dashboard.open(project, '/', { role: 'editor' });
    await member.getByRole('link', { name: 'Blog', exact: true }).waitFor();
    const owner = await dashboard.open(project, '/members', { role: 'owner' });
    await owner.getByRole('button', { name: /^Actions for editor/i }).press('Enter');
    await owner.getByRole('menuitem', { name: 'Choose areas' }).press('Enter');
    await owner.getByRole('radio', { name: 'Selected areas only' }).press('Space');
    const areas = owner.getByRole('group', { name: 'Areas' });
    for (const area of ['Blog', 'Knowledge base', 'Authors', 'Releases'])
      await areas.getByRole('checkbox', { name: area }).press('Space');
    await expectAccessible(owner);
    await owner.getByRole('button', { name: 'Save' }).press('Enter');
    await owner.getByRole('row', { name: /Editor.*Entries, Media/ }).waitFor();

    await member.reload();
    const screens = member.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: 'Entries' }).waitFor();
    for (const gone of ['Blog', 'Knowledge base', 'Authors', 'Categories', 'Releases'])
      expect(await screens.getByRole('link', { name: gone, exact: true }).count(), gone).toBe(0);
    await member.goto(`/dashboard/p/${project.id}/blog`);
    await member.getByText('You don’t have access to the blog').waitFor();
    await expectAccessible(member);
    await member.goto(`/dashboard/p/${project.id}/entries/kite`);
    await member.getByText('Delta').first().waitFor();
  });
});
