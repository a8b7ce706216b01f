import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startMediaDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startMediaDashboard();
});

async function make(project: TestProject, path: string, body: object): Promise<{ id: string }> {
  return expectDone(await project.secret.post(path, body)) as { id: string };
}

describe('the authors screen', () => {
  it('adds an author with links by keyboard alone, and says at the field what is wrong', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/authors', { expectedErrors: [/400/] });
    const { keyboard } = page;

    await page.getByText('No authors yet').waitFor();
    await keyboard.press('n');
    await page.getByRole('dialog', { name: 'New author' }).waitFor();
    await keyboard.type('Edda Lindqvar');
    await keyboard.press('Tab');
    await keyboard.type('Sailmaker');
    await page.getByLabel('Biography').focus();
    await keyboard.type('Sews at the north end of the sands.');
    await page.getByRole('button', { name: 'Add a link' }).press('Enter');
    await keyboard.type('Site');
    await keyboard.press('Tab');
    await keyboard.type('edda');
    await keyboard.press('Control+s');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('URL of link 1').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByLabel('URL of link 1').fill('https://edda.example/');
    await keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('row', { name: /Edda Lindqvar/ }).waitFor();
    const { body } = await project.secret.get('/v1/authors/edda-lindqvar');
    expect(body).toMatchObject({
      name: 'Edda Lindqvar',
      job_title: 'Sailmaker',
      bio: 'Sews at the north end of the sands.',
      links: [{ label: 'Site', url: 'https://edda.example/' }],
    });
  });

  it('gives an author a picture that is sent from the disk, and another slug', async () => {
    const project = await dashboard.service.newProject();
    await make(project, '/v1/authors', { name: 'Jory' });
    const page = await dashboard.open(project, '/authors');

    await page.getByRole('row', { name: /Jory/ }).click();
    await page.getByRole('button', { name: 'Choose an image' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'jory.png',
      mimeType: 'image/png',
      buffer: readFileSync(inRepository('seeds/images/plover.png')),
    });
    await page.getByRole('button', { name: 'Replace image' }).waitFor();
    await page.getByLabel('Slug').fill('jory-tamblin');
    await page.getByText('Requests for “jory” will find nothing').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const { body } = await project.secret.get('/v1/authors/jory-tamblin');
    expect(body.avatar.url).toContain('jory.png');
    // Not `waitForFunction`: its later looks are evaluated in the page, which its policy refuses.
    const isShown = '[...document.images].some((image) => image.naturalWidth > 1)';
    await expect.poll(() => page.evaluate<boolean>(isShown)).toBe(true);
  });

  it('loses nothing that is typed, and merges with what somebody else saves meanwhile', async () => {
    const project = await dashboard.service.newProject();
    const { id } = await make(project, '/v1/authors', { name: 'Nell', bio: 'Old' });
    const page = await dashboard.open(project, '/authors', { expectedErrors: [/409/] });

    await page.getByRole('row', { name: /Nell/ }).click();
    await page.getByLabel('Job title').fill('Rigger');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await project.secret.patch(`/v1/authors/${id}`, { bio: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await project.secret.get(`/v1/authors/${id}`)).body).toMatchObject({
      job_title: 'Rigger',
      bio: 'Theirs',
    });

    await page.getByRole('row', { name: /Nell/ }).click();
    await page.getByLabel('Biography').fill('Mine');
    await project.secret.patch(`/v1/authors/${id}`, { bio: 'Theirs again' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Someone else changed this in the meantime: biography/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await project.secret.get(`/v1/authors/${id}`)).body.bio).toBe('Mine');
  });

  it('keeps an author who has articles, and tells what breaks before another one goes', async () => {
    const project = await dashboard.service.newProject();
    const busy = await make(project, '/v1/authors', { name: 'Ada' });
    const linked = await make(project, '/v1/authors', { name: 'Bo' });
    await make(project, '/v1/blog/articles', { title: 'Kites', authors: [busy.id] });
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'writer', type: 'link', options: { target: 'author' } },
      ],
    });
    await make(project, '/v1/content/page/entries', { values: { title: 'About', writer: linked.id } });
    const page = await dashboard.open(project, '/authors');

    await page.getByRole('row', { name: /Ada/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete Ada?' });
    await question.getByText('This author has 1 article').waitFor();
    await question.getByText('Kites').waitFor();
    await expectAccessible(page);
    expect(await question.getByRole('button', { name: 'Delete author' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await page.getByRole('row', { name: /Bo/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const other = page.getByRole('dialog', { name: 'Delete Bo?' });
    await other.getByRole('link', { name: 'About' }).waitFor();
    await other.getByRole('button', { name: 'Delete author' }).press('Enter');
    await other.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Bo/ }).waitFor({ state: 'detached' });
    expect((await project.secret.get(`/v1/authors/${linked.id}`)).status).toBe(404);
  });

  it('shows what others add without a reload, and narrows the list', async () => {
    const project = await dashboard.service.newProject();
    await make(project, '/v1/authors', { name: 'Édith' });
    const page = await dashboard.open(project, '/authors');
    await page.getByRole('row', { name: /Édith/ }).waitFor();

    await make(project, '/v1/authors', { name: 'Bo' });
    await page.getByRole('row', { name: /Bo/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('edi');
    await page.getByRole('row', { name: /Bo/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /Édith/ }).count()).toBe(1);
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    await make(project, '/v1/authors', { name: 'Ada', job_title: 'Writer' });
    const page = await dashboard.open(project, '/authors');

    await page.getByRole('row', { name: /Ada/ }).waitFor();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('No articles by this author yet.').waitFor();
    await expectAccessibleInBothThemes(page);
  });
});

describe('the categories screen', () => {
  it('adds, renames and deletes a category by keyboard alone', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/categories');
    const { keyboard } = page;

    await page.getByText('No categories yet').waitFor();
    await keyboard.press('n');
    await page.getByRole('dialog', { name: 'New category' }).waitFor();
    await keyboard.type('Out flying');
    await keyboard.press('Control+s');
    await page.getByRole('row', { name: /Out flying/ }).waitFor();
    await keyboard.press('j');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Out flying' }).waitFor();
    await page.getByLabel('Name').focus();
    await keyboard.press('Control+a');
    await keyboard.type('Outdoors');
    await page.getByText('Search engines', { exact: true }).focus();
    await keyboard.press('Enter');
    await page.getByLabel('Title').focus();
    await keyboard.type('Kites outdoors');
    await expectAccessible(page);
    await keyboard.press('Control+Enter');
    await page.getByRole('row', { name: /Outdoors/ }).waitFor();

    const stored = await project.secret.get('/v1/blog/categories/out-flying');
    expect(stored.body).toMatchObject({
      name: 'Outdoors',
      seo: { title: 'Kites outdoors', description: '' },
    });
    await keyboard.press('j');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText('Nothing links to this category').waitFor();
    await page.getByRole('button', { name: 'Delete category' }).press('Enter');
    await page.getByText('No categories yet').waitFor();
    expect((await project.secret.get('/v1/blog/categories')).body.data).toEqual([]);
  });

  it('refuses a slug that is taken, at its field', async () => {
    const project = await dashboard.service.newProject();
    await make(project, '/v1/blog/categories', { name: 'News' });
    const page = await dashboard.open(project, '/categories', { expectedErrors: [/409/] });

    await page.getByRole('row', { name: /News/ }).waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name').fill('More news');
    await page.getByLabel('Slug').fill('news');
    await page.getByRole('button', { name: 'Create category' }).click();
    await page.getByRole('alert').waitFor();

    expect(await page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true');
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    await make(project, '/v1/blog/categories', { name: 'News', description: 'What is new' });
    const page = await dashboard.open(project, '/categories');

    await page.getByRole('row', { name: /News/ }).waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
