import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { pressTogether } from './support/keyboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard({ BULK_CONCURRENCY: '2' });
  await dashboard.service.app.start(); // its worker restores in the background
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const title = (page: Page) => page.getByLabel(/^Title/);
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const undo = (page: Page) => messages(page).getByRole('button', { name: 'Undo' }).press('Enter');

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for this/ }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

describe('what is taken away at the desk', () => {
  it('comes back when the discarding of changes is undone', async () => {
    const id = await addEntry(project, 'kite', { title: 'Live' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await title(page).fill('A new teaser');
    await page.getByText(/^Saved/).waitFor();

    await choose(page, 'Discard changes');
    await page.getByText('Changes discarded', { exact: false }).waitFor();
    expect(await title(page).inputValue()).toBe('Live');
    await undo(page);

    expect(await title(page).inputValue()).toBe('A new teaser');
    const path = `/dashboard/api/projects/${project.id}/content/kite/entries/${id}`;
    const draft = async () => (await (await page.request.get(path)).json()) as { draft: { title: string } };
    await expect.poll(async () => (await draft()).draft.title).toBe('A new teaser');
  });

  it('comes back from the toast of its deletion, as a draft with its id', async () => {
    const id = await addEntry(project, 'kite', { title: 'Deleted by mistake' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await title(page).waitFor();

    await choose(page, 'Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete this entry?' });
    await dialog.getByRole('button', { name: 'Delete entry' }).click();
    await page.getByText('Moved to the trash').waitFor();
    expect((await project.secret.get(`/v1/content/kite/${id}`)).body.error.code).toBe('unknown_entry');
    await undo(page);

    await page.getByText('Restored', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Deleted by mistake/ }).waitFor();
    expect((await project.secret.get(`/v1/content/kite/${id}`)).body.error.code).toBe('entry_not_published');
  });
});

describe('the trash', () => {
  it('lists what was deleted, restores it, and removes it for good', async () => {
    const own = await dashboard.service.newProject();
    for (const name of ['Ada', 'Bo', 'Cy']) expectDone(await own.secret.post('/v1/authors', { name }));
    const page = await dashboard.open(own, '/trash');
    await page.getByText('The trash is empty').waitFor();
    await expectAccessible(page);
    await page.goto(`/dashboard/p/${own.id}/authors`);
    for (const name of ['Ada', 'Bo', 'Cy']) {
      await page.getByRole('row', { name: new RegExp(`^${name} `) }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete author' }).click();
      await page.getByText(`${name} moved to the trash`).waitFor();
      await page.getByRole('row', { name: new RegExp(`^${name} `) }).waitFor({ state: 'detached' }); // the others move
    }

    await pressTogether(page, 'g', 'x');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('Ada').waitFor();
    expect(await row('Ada').innerText()).toContain('Author');
    await expectAccessible(page);
    await row('Ada').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await row('Ada').waitFor({ state: 'detached' });
    expect((await own.secret.get('/v1/authors/ada')).status).toBe(200);

    await row('Bo').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 item' }).click();
    await row('Bo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('The trash is empty').waitFor();
  });

  it('shows what a key deleted by its filters, and makes it live again', async () => {
    const own = await dashboard.service.newProject();
    const article = await own.secret.post('/v1/blog/articles', { title: 'Light winds', publish: true });
    const { slug } = expectDone(article) as { slug: string };
    for (const name of ['Ada', 'Bo']) expectDone(await own.secret.post('/v1/authors', { name }));
    await own.secret.delete(`/v1/blog/articles/${slug}`);
    await own.secret.delete('/v1/authors/ada');
    const page = await dashboard.open(own, '/trash');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    expect(await row('Light winds').innerText()).toContain('The key “test”');

    await page.getByLabel('Kind').selectOption('Blog article');
    await row('Ada').waitFor({ state: 'detached' });
    await page.getByLabel('Deleted by').selectOption('By me');
    await page.getByText('Nothing in the trash matches these filters').waitFor();
    await page.getByLabel('Deleted by').selectOption('By anyone');
    await row('Light winds').getByRole('checkbox').check();
    await page.getByLabel('Publish items that were live').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await row('Light winds').waitFor({ state: 'detached' });
    expect((await own.secret.get(`/v1/blog/articles/${slug}`)).status).toBe(200);
  });

  it('brings back a content type with its entries, and everything at once', async () => {
    const own = await dashboard.service.newProject();
    await defineEverything(own);
    for (const name of ['One', 'Two']) await addEntry(own, 'kite', { title: name }, true);
    await addEntry(own, 'kite', { title: 'Draft' });
    const page = await dashboard.open(own, '/content-types/type/kite');
    await page.getByRole('button', { name: 'More about this type' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete type' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('It has 3 entries. Readers no longer get the 2 that are live.', { exact: false })
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Type Kite to confirm' }).fill('Kite');
    await dialog.getByRole('button', { name: 'Delete type' }).click();
    await page.getByText(/ moved to the trash$/).waitFor();
    expectDone(await own.secret.post('/v1/authors', { name: 'Ada' }));
    await own.secret.delete('/v1/authors/ada');

    await page.goto(`/dashboard/p/${own.id}/trash`);
    const row = page.getByRole('row', { name: /Content type, 3 entries/ });
    await row.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore all 5', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Publish items that were live').check();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore 5 items' }).click();
    await page.getByText('5 items restored.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect((await own.publishable.get('/v1/content/kite')).body.data).toHaveLength(2);
  });

  it('is gone at once when a key deletes it, if an owner decides so', async () => {
    const own = await dashboard.service.newProject();
    const page = await dashboard.open(own, '/settings');
    const keeps = page.getByLabel('Keep what API keys delete');
    await keeps.uncheck();
    await page.getByText('Settings saved').waitFor();
    expectDone(await own.secret.post('/v1/authors', { name: 'Ada' }));
    await own.secret.delete('/v1/authors/ada');
    await page.goto(`/dashboard/p/${own.id}/trash`);
    await page.getByText('The trash is empty').waitFor();
  });
});
