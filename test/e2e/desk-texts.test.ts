import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startMediaDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

describe('what the dashboard says', () => {
  it('of a text that is too long, once, and saves the fields beside it', async () => {
    const id = await addEntry(project, 'kite', { title: 'Long' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors: [/413/] });
    const tooLarge = {
      code: 'payload_too_large',
      message: 'The body is larger than 4194304 bytes. Split it over several requests.',
      request_id: 'req_1',
    };
    let rejected = 0;
    await page.route(`**/content/kite/entries/${id}*`, async (route) => {
      const isLong = route.request().postData()?.includes('Far too long') === true;
      if (!isLong) return await route.continue();
      rejected += 1;
      await route.fulfill({ status: 413, json: { error: tooLarge } });
    });
    await page.getByLabel(/^Summary/).fill('Far too long '.repeat(20));
    await page
      .getByText('This text is too long to save (limit 4 MB). Move part of it to another entry.')
      .waitFor();
    await page.getByText('1 field couldn’t be saved.', { exact: false }).waitFor();
    await page.getByLabel('title').fill('Saved all the same');

    const path = `/dashboard/api/projects/${project.id}/content/kite/entries/${id}`;
    const stored = async () => ((await (await page.request.get(path)).json()) as { title: string }).title;
    await expect.poll(stored).toBe('Saved all the same');
    expect(rejected).toBe(1);
    await page.getByLabel(/^Summary/).fill('Short again');
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('of a type and of a release that are deleted while a person types', async () => {
    const own = await dashboard.service.newProject();
    const fields = [{ key: 'title', label: 'Title', type: 'string' }];
    expectDone(await own.secret.put('/v1/schema/content-types/tmpb', { name: 'TmpB', fields }));
    const id = await addEntry(own, 'tmpb', { title: 'Before' });
    const release = expectDone(await own.secret.post('/v1/releases', { name: 'Spring' })).id as string;

    const inRelease = await dashboard.open(own, `/entries/tmpb/${id}?release=${release}`, {
      expectedErrors: [/404/],
    });
    await inRelease.getByLabel('Title').waitFor();
    expectDone(await own.secret.delete(`/v1/releases/${release}`));
    await inRelease.getByLabel('Title').fill('Typed too late');
    await inRelease.getByText('This release was deleted. Copy your unsaved changes.').waitFor();
    await inRelease.getByText('This release no longer exists.').waitFor();
    await inRelease.getByRole('button', { name: 'Exit release' }).waitFor();

    const page = await dashboard.open(own, `/entries/tmpb/${id}`, { expectedErrors: [/404/] });
    await page.getByLabel('Title').waitFor();
    const unknown = {
      code: 'unknown_content_type',
      message: 'There is no content type "tmpb" in this release.',
    };
    await page.route(`**/content/tmpb/entries/${id}*`, (route) =>
      route.fulfill({ status: 404, json: { error: { ...unknown, request_id: 'req_1' } } }),
    );
    await page.getByLabel('Title').fill('Typed too late');
    await page.getByText('The type TmpB was deleted. Copy your unsaved changes.').waitFor();
  });

  it('before a new article is published, without the settings that are off', async () => {
    const { id } = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Terns' }));
    const page = await dashboard.open(project, `/blog/${id as string}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Publish “Terns”' });
    await sheet.getByText(/Goes live: Title, Slug \(\d words\)/).waitFor();
  });
});

describe('a URL with a foreign parameter', () => {
  it.each([
    ['/blog?ref=mail', 'Terns at sea'],
    ['/blog/board?ref=mail', 'Terns at sea'],
    ['/kb/articles?ref=mail', 'How to fold'],
    ['/audit?foo=1', 'created the article'],
    ['/media?fbclid=1', 'Upload'],
    ['/authors?ref=mail', 'Ada'],
  ])('%s shows its list', async (path, text) => {
    const own = await dashboard.service.newProject();
    expectDone(await own.secret.post('/v1/blog/articles', { title: 'Terns at sea' }));
    expectDone(await own.secret.post('/v1/authors', { name: 'Ada' }));
    const shelf = expectDone(await own.secret.post('/v1/kb/collections', { title: 'Help' }));
    const collection = shelf.id as string;
    expectDone(await own.secret.post('/v1/kb/articles', { title: 'How to fold', collection }));
    const page = await dashboard.open(own, path);
    await page.getByText(text, { exact: false }).first().waitFor();
    expect(await page.getByText('This could not be loaded').count()).toBe(0);
  });
});

describe('Home at 1280 pixels', () => {
  it('shows the title and both dates of what comes up inside their card', async () => {
    const own = await dashboard.service.newProject();
    await defineEverything(own);
    const inDays = (days: number) =>
      new Date(dashboard.service.app.clock.now().getTime() + days * 864e5).toISOString();
    expectDone(
      await own.secret.post('/v1/content/kite/entries', {
        values: { title: 'A kite that flies in the lightest wind of the whole summer' },
        publish: true,
        published_at: inDays(3),
        unpublish_at: inDays(10),
      }),
    );
    const page = await dashboard.open(own, '/', { viewport: { width: 1280, height: 820 } });
    const line = page
      .locator('section', { has: page.getByRole('heading', { name: 'Coming up' }) })
      .getByRole('listitem');
    await line.getByText(/^Ends /).waitFor();

    const boxes = await page.evaluate<{ title: number; overflow: number; outside: number }>(`(() => {
      const item = document.querySelector('li:has(.item-date)');
      const { right } = item.closest('.home-column').getBoundingClientRect();
      const parts = [item, ...item.querySelectorAll('.boxed-title, .item-when, .item-date')];
      return {
        title: item.querySelector('.boxed-title').getBoundingClientRect().width,
        overflow: item.scrollWidth - item.clientWidth,
        outside: parts.filter((part) => part.getBoundingClientRect().right > right).length,
      };
    })()`);
    expect(boxes).toMatchObject({ overflow: 0, outside: 0 });
    expect(boxes.title).toBeGreaterThan(100);
  });
});
