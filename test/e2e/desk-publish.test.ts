import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

useAxe();

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Publish “/ });
const state = (page: Page) => page.getByRole('region', { name: 'Status' });
const published = (page: Page) => state(page).getByText('Live', { exact: true }).waitFor();
const live = async (id: string) => (await project.publishable.get(`/v1/content/kite/${id}`)).body;
const openKite = (id: string) => dashboard.open(project, `/entries/kite/${id}`);

describe('the sheet before publishing', () => {
  it('shows readers’ new words, and publishes with mod+Enter twice', async () => {
    const id = await addEntry(project, 'kite', { title: 'The old kite', span: 2 }, true);
    const page = await openKite(id);
    await page.getByLabel(/^Title/).fill('The new kite');

    await page.keyboard.press('Control+Enter');
    const change = sheet(page).getByRole('region', { name: 'What changes for readers' });
    await change.getByText('1 field changes for readers').waitFor();
    expect(await change.locator('del').allInnerTexts()).toEqual(['old']);
    expect(await change.locator('ins').allInnerTexts()).toEqual(['new']);
    expect((await live(id)).values.title).toBe('The old kite');
    await expectAccessible(page);

    await page.keyboard.press('Control+Enter');
    await published(page);
    expect((await live(id)).values.title).toBe('The new kite');
  });

  it('opens from inside a text, and Escape leaves everything as it was', async () => {
    const id = await addEntry(project, 'kite', { title: 'In the text' });
    const page = await openKite(id);
    const story = page.getByRole('textbox', { name: 'Story' });
    await story.click();
    await page.keyboard.type('Four words of text');

    await page.keyboard.press('Control+Enter');
    await sheet(page).getByText('Goes live: Title, Story (7 words)').waitFor();
    await page.keyboard.press('Escape');

    await sheet(page).waitFor({ state: 'detached' });
    expect(await story.locator('br:not(.ProseMirror-trailingBreak)').count()).toBe(0);
    expect((await live(id)).error.code).toBe('entry_not_published');
  });

  it('names what is needed, leads to it, and does not publish without it', async () => {
    const id = await addEntry(project, 'kite', { title: 'Goes away' });
    const page = await openKite(id);
    await page.getByLabel(/^Title/).fill('');

    await page.keyboard.press('Control+Enter');
    const needed = sheet(page).getByRole('region', { name: 'Needed before publishing' });
    await needed.getByText('Title is empty').waitFor();
    expect(await sheet(page).getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await needed.getByRole('button', { name: 'Title is empty' }).press('Enter');

    await sheet(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('[data-field]')?.dataset.field"))
      .toBe('title');
  });

  it('names the linked drafts that readers will not see, as they stand now', async () => {
    const [draft, other] = [
      await addEntry(project, 'maker', { name: 'Hidden maker' }),
      await addEntry(project, 'maker', { name: 'Known maker' }),
    ];
    const id = await addEntry(project, 'kite', { title: 'Linking', maker: draft, makers: [other] });
    const page = await openKite(id);
    // Published after the page was opened: it is no draft any more.
    await project.secret.patch(`/v1/content/maker/${other}`, { publish: true });

    await page.keyboard.press('Control+Enter');
    const unseen = sheet(page).getByRole('region', { name: 'Readers won’t see' });
    await unseen.getByText('Readers won’t see 1 linked item').waitFor();
    expect(await unseen.getByRole('link').allInnerTexts()).toEqual(['Hidden maker']);
    await sheet(page).getByRole('button', { name: 'Publish now' }).press('Enter');
    await published(page);
  });

  it('says that a scheduled change is replaced, and publishes now', async () => {
    const id = await addEntry(project, 'kite', { title: 'Waits' }, true);
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await project.secret.patch(`/v1/content/kite/${id}`, { values: { title: 'Later' }, publish_at: at });
    const page = await openKite(id);
    await page.getByLabel(/^Title/).fill('Sooner');

    await page.keyboard.press('Control+Enter');
    await sheet(page)
      .getByText(/^The changes scheduled for .* are canceled/)
      .waitFor();
    await page.keyboard.press('Control+Enter');

    await published(page);
    expect((await live(id)).values.title).toBe('Sooner');
  });

  it('names the cover, the categories and the authors that an article lacks', async () => {
    const created = await project.secret.post('/v1/blog/articles', {
      title: 'Bare',
      body: { markdown: 'Words.' },
    });
    expect(created.status).toBe(201);
    const page = await dashboard.open(project, `/blog/${String(created.body['id'])}`, {
      colorScheme: 'dark',
    });

    await page.keyboard.press('Control+Enter');
    await sheet(page).getByText('Empty: Excerpt, Cover, Categories, Authors.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');

    await published(page);
  });

  it('publishes a page of which there is one', async () => {
    await project.secret.put('/v1/schema/content-types/front', {
      name: 'Front page',
      kind: 'singleton',
      fields: [{ key: 'claim', label: 'Claim', type: 'string', options: { required: true } }],
    });
    const page = await dashboard.open(project, '/entries/front/single', { expectedErrors: [/singleton/] });
    await page.getByLabel(/^Claim/).fill('Kites for all');

    await page.keyboard.press('Control+Enter');
    await sheet(page).getByText('Goes live: Claim (3 words)').waitFor();
    await page.keyboard.press('Control+Enter');

    await published(page);
    const { body } = await project.publishable.get('/v1/content/front');
    expect(JSON.stringify(body)).toContain('Kites for all');
  });
});

describe('the history', () => {
  it('compares any two versions word by word, and says what Restore would do', async () => {
    const text = (words: string) => ({ markdown: `## Harbour\n\n${words}` });
    const id = await addEntry(project, 'kite', { title: 'Story', body: text('The boat is red.') });
    const save = (values: object) =>
      project.secret.patch(`/v1/content/kite/${id}`, { values, publish: true });
    await save({ body: text('The boat is blue.') });
    const page = await openKite(id);
    await page.getByLabel(/^Title/).fill('Story of a boat');
    await state(page).getByText('Live, changed').waitFor();

    await page.getByRole('button', { name: 'History' }).press('Enter');
    const history = page.getByRole('dialog', { name: 'History' });
    const rows = history.getByRole('listitem').getByRole('button', { expanded: false });
    const times = await rows.locator('strong').allInnerTexts();
    expect(new Set(times).size).toBe(times.length);
    await rows.nth(1).press('Enter');
    await history.getByText('What Restore would do:', { exact: false }).waitFor();
    expect(await history.getByRole('deletion').allInnerTexts()).toEqual([' of a boat']);

    await history.getByLabel('Compare with').selectOption({ label: 'What readers see' });
    await history.getByText('Both are the same.').waitFor();
    await expectAccessible(page);
  });
});
