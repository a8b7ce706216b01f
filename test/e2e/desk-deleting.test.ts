import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startMediaDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

/** Opens a screen that follows the change log. */
async function follow(screen: string): Promise<Page> {
  const page = await dashboard.open(project, screen);
  const isFollowing = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/changes'))`;
  await expect.poll(() => page.evaluate<boolean>(isFollowing)).toBe(true);
  return page;
}

/**
 * Keeps the answer of the deletion until the page has heard of it from the change log and asked what it asks then: it
 * goes on from there only after that. Answers what was deleted.
 */
async function holdDeletion(page: Page): Promise<string[]> {
  const deleted: string[] = [];
  const followed: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/v1/changes')) followed.push(searchParams.get('since'));
  });
  const isOfItem = ({ pathname }: URL) =>
    pathname.includes('/api/projects/') && !pathname.includes('/presence/');
  await page.route(isOfItem, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const answer = await route.fetch();
    deleted.push(new URL(route.request().url()).pathname);
    const { version } = expectDone(await project.secret.get('/v1/changes'));
    await expect.poll(() => followed).toContain(String(version));
    return route.fulfill({ response: answer });
  });
  return deleted;
}

async function deleteItem(page: Page, noun: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for this ${noun}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page.getByRole('button', { name: `Delete ${noun}` }).press('Enter');
  await page.getByText('Moved to the trash').waitFor();
}

async function uploadPicture(page: Page): Promise<void> {
  const buffer = readFileSync(inRepository('seeds/images/plover.png'));
  const file = { name: 'plover.png', mimeType: 'image/png', buffer };
  await page.getByLabel('Files to upload').setInputFiles([file]);
  await page.getByRole('button', { name: 'Open plover.png' }).press('Enter');
  await page.getByText('Not used anywhere, drafts included.').waitFor();
}

// A page whose console has an error fails its test: 404 for what the page deleted is one.
describe('a screen whose thing is deleted asks nothing more about it', () => {
  it('when it is an entry, its answer of the API on the screen', async () => {
    const id = await addEntry(project, 'kite', { title: 'Gone' }, true);
    const page = await follow(`/entries/kite/${id}`);
    await page.getByRole('button', { name: 'JSON' }).press('Enter');
    await page.getByRole('button', { name: 'Live', exact: true }).press('Enter');
    await page.getByText('"Gone"').waitFor();
    const deleted = await holdDeletion(page);

    await deleteItem(page, 'entry');

    await page.getByRole('heading', { level: 1, name: 'Kite' }).waitFor();
    expect(deleted).toEqual([expect.stringContaining(id)]);
  });

  it('when it is an article', async () => {
    const { id } = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Gone' }));
    const page = await follow(`/blog/${id}`);
    await page.getByText('No links yet.').waitFor();
    const deleted = await holdDeletion(page);

    await deleteItem(page, 'article');

    await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
    expect(deleted).toEqual([expect.stringContaining(id)]);
  });

  it('when it is an author, who comes back by Undo and opens again', async () => {
    const { id } = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' }));
    const page = await follow('/authors');
    const row = page.getByRole('row', { name: /^Ada / });
    await row.click();
    const deleted = await holdDeletion(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Delete author' }).click();
    await page.getByText('Ada moved to the trash').waitFor();
    expect(deleted).toEqual([expect.stringContaining(id)]);

    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row.click();

    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada');
  });

  it('when it is a file', async () => {
    const page = await follow('/media');
    await uploadPicture(page);
    const deleted = await holdDeletion(page);

    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete plover.png?' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().press('Enter');

    await page.getByRole('heading', { name: 'No media yet' }).waitFor();
    expect(deleted.length).toBe(1);
  });

  it('when it is a content type', async () => {
    await project.secret.put('/v1/schema/content-types/shelf', { name: 'Shelf', fields: [] });
    const page = await follow('/content-types/type/shelf');
    await page.getByRole('button', { name: 'More about this type' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete type' }).press('Enter');
    await page.getByText('It has no entries.', { exact: false }).waitFor();
    const deleted = await holdDeletion(page);

    await page.keyboard.type('Shelf');
    await page.keyboard.press('Enter');

    await page.getByText('Shelf moved to the trash').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Content types' }).waitFor();
    expect(deleted).toEqual([expect.stringContaining('shelf')]);
  });

  it('when it is a purge target', async () => {
    const page = await follow('/delivery');
    await page.getByRole('button', { name: 'Add a purge target' }).first().press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://example.com/purge');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Your server/ }).press('Enter');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete this purge target?' }).waitFor();
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');

    await page.getByText('The purge target is deleted').waitFor();
    await page.getByRole('heading', { name: 'No purge targets yet' }).waitFor();
  });
});
