import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { pressTogether } from './support/keyboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

async function newLog() {
  const project = await dashboard.service.newProject();
  for (const name of ['Ada', 'Grace']) expectDone(await project.secret.post('/v1/authors', { name }));
  expectDone(await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true }));
  return project;
}

describe('the audit log', () => {
  it('is reached by the keyboard, narrowed in the address, and opens a row that leads to the item', async () => {
    const project = await newLog();
    const page = await dashboard.open(project, '', { role: 'owner' });
    await pressTogether(page, 'g', 'o');
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.getByText('created the author').first().waitFor();
    await expectAccessible(page);

    await page.getByLabel('What').selectOption('article.*');
    await expect.poll(() => page.getByText('created the author').count()).toBe(0);
    expect(page.url()).toContain('action=article');
    await page.getByRole('link', { name: 'test', exact: true }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByText('Article created', { exact: true }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'View activity' }).click();
    await expect.poll(() => page.url()).toContain('item=art_');
    await page.getByRole('button', { name: 'One item only' }).press('Enter');
    await expect.poll(() => page.url()).not.toContain('item=');
  });

  it('leads from a row to the version that it made, and to all that was done in its session', async () => {
    const project = await newLog();
    const { id } = (await project.secret.get('/v1/blog/articles')).body.data[0] as { id: string };
    const path = `/projects/${project.id}/v1/blog/articles/${id}`;
    const owner = await signedIn(dashboard.service, project.id, 'owner');
    expect((await owner.send('PATCH', path, { title: 'Kites, by a member' })).status).toBe(200);

    const page = await dashboard.open(project, `/audit?item=${id}&via=dashboard`, { role: 'owner' });
    await page
      .getByRole('link', { name: `owner-${project.id}` })
      .first()
      .press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByRole('link', { name: 'All activity in this session' }).press('Enter');
    await page.getByText('signed in').first().waitFor();
    await expect.poll(() => page.url()).toContain('session=');
    await page
      .getByRole('row', { name: /changed the article/ })
      .getByRole('link')
      .first()
      .press('Enter');
    await panel.getByRole('link', { name: 'Open this version' }).press('Enter');

    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('button', { name: /owner-/, expanded: true }).waitFor();
    await history.getByText('Same as the current draft.').waitFor();
    await expectAccessible(page);
  });

  it('is reached from the history of an item', async () => {
    const project = await newLog();
    const { id } = (await project.secret.get('/v1/blog/articles')).body.data[0] as { id: string };
    const page = await dashboard.open(project, `/blog/${id}`, { role: 'owner' });
    await page.getByRole('button', { name: 'History' }).click();

    await page.getByRole('link', { name: 'View activity' }).click();

    await page.getByText('created the article').first().waitFor();
    expect(page.url()).toContain(`item=${id}`);
  });

  it('shows whose requests were rejected', async () => {
    const project = await newLog();
    const { token } = await project.newKey({ purpose: 'secret', name: 'Agent', scopes: { can: ['read'] } });
    await project.as(token).post('/v1/authors', { name: 'Nobody' });
    const stored = databaseOf(dashboard.service.app.system).collection('sign_in_refusals');
    await expect
      .poll(() => stored.countDocuments({ project_id: project.id }), { timeout: 20_000 })
      .toBeGreaterThan(0);

    const page = await dashboard.open(project, '/audit', { role: 'owner' });
    await page.getByRole('button', { name: 'Rejected requests' }).press('Enter');

    await page.getByRole('row', { name: /Agent.*outside the key’s scopes/ }).waitFor();
    await expectAccessible(page);
  });

  it('is saved as a file', async () => {
    const project = await newLog();
    const page = await dashboard.open(project, '/audit', { role: 'owner' });
    await page.getByText('created the author').first().waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);

    expect(file.suggestedFilename()).toBe('audit-log.ndjson');
  });

  it('is closed to editors', async () => {
    const project = await newLog();
    const page = await dashboard.open(project, '/audit', { role: 'editor' });

    await page.getByText('Only owners can open this').waitFor();
  });
});
