import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';
import { addEntry } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
});

const title = { key: 'title', label: 'Title', type: 'string' };
const teaser = { key: 'teaser', label: 'Teaser', type: 'string' };
const intro = { ...teaser, key: 'intro', label: 'Intro', renamed_from: 'teaser' };
const put = async (path: string, ...fields: object[]) =>
  expectDone(await project.secret.put(`/v1/schema/${path}`, { fields }));

async function open(type: string, values: object, expectedErrors: RegExp[] = [/400/]) {
  const id = await addEntry(project, type, values);
  const page = await dashboard.open(project, `/entries/${type}/${id}`, { expectedErrors });
  await page.getByLabel('Title').waitFor();
  return { page, id };
}
/** Holds back saves until the returned function is called. */
async function holdSaves(page: Page, type: string): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/content/${type}/entries/*`, async (route) => {
    if (route.request().method() === 'PATCH') await isReleased;
    await route.continue();
  });
  return release;
}
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const valuesOf = async (type: string, id: string) => {
  await project.secret.patch(`/v1/content/${type}/${id}`, { publish: true });
  return (await project.secret.get(`/v1/content/${type}/${id}`)).body.values as Record<string, unknown>;
};

describe('a field that is renamed', () => {
  it('keeps what is typed in an open form, with the cursor', async () => {
    await put('content-types/story', title, teaser);
    const { page, id } = await open('story', { title: 'Storm', teaser: 'Old' });
    const release = await holdSaves(page, 'story');
    await page.getByLabel('Teaser').fill('Typed before');
    await put('content-types/story', title, intro);
    await page.getByLabel('Intro').waitFor();
    expect(await page.getByLabel('Intro').inputValue()).toBe('Typed before');
    await page.keyboard.type(' and after');
    release();
    await saved(page);

    expect(await page.getByText('was removed from the type').count()).toBe(0);
    expect(await valuesOf('story', id)).toEqual({ title: 'Storm', intro: 'Typed before and after' });
  });

  it('shows stored text in an open form without changes', async () => {
    await put('content-types/plain', title, teaser);
    const { page, id } = await open('plain', { title: 'Storm', teaser: 'Stored' }, []);
    await put('content-types/plain', title, intro);
    await page.getByLabel('Intro').waitFor();
    expect(await page.getByLabel('Intro').inputValue()).toBe('Stored');
    await page.getByLabel('Title').fill('Calm');
    await saved(page);
    expect(await valuesOf('plain', id)).toEqual({ title: 'Calm', intro: 'Stored' });
  });

  it('keeps what is typed in blocks', async () => {
    await put('blocks/card', teaser);
    const cards = { key: 'cards', label: 'Cards', type: 'blocks', options: { blocks: ['card'] } };
    await put('content-types/page', title, cards);
    const values = { title: 'Home', cards: [{ block: 'card', values: { teaser: 'Old' } }] };
    const { page, id } = await open('page', values);
    await page.getByLabel('Teaser').waitFor();
    const release = await holdSaves(page, 'page');
    await page.getByLabel('Teaser').fill('Typed before');
    await put('blocks/card', intro);
    await page.getByLabel('Intro').waitFor();
    expect(await page.getByLabel('Intro').inputValue()).toBe('Typed before');
    release();
    await saved(page);
    expect(await valuesOf('page', id)).toMatchObject({ cards: [{ values: { intro: 'Typed before' } }] });
  });

  it('gets the unsaved text that a closed page left on the device', async () => {
    await put('content-types/letter', title, teaser);
    const { page, id } = await open('letter', { title: 'Storm', teaser: 'Old' }, [/ERR_/]);
    await page.route('**/content/letter/entries/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Teaser').fill('Left behind');
    await page.getByText('stored on this device', { exact: false }).waitFor();
    await page.goto('about:blank');
    await page.unroute('**/content/letter/entries/*');
    await put('content-types/letter', title, intro);

    await page.goto(`/dashboard/p/${project.id}/entries/letter/${id}`);
    await page.getByLabel('Intro').waitFor();
    expect(await page.getByLabel('Intro').inputValue()).toBe('Left behind');
    await saved(page);
    expect(await valuesOf('letter', id)).toEqual({ title: 'Storm', intro: 'Left behind' });
  });

  it('stays in the filters, the order and the columns of saved views', async () => {
    await put('content-types/post', title, teaser);
    await addEntry(project, 'post', { title: 'One', teaser: 'a' });
    await addEntry(project, 'post', { title: 'Two', teaser: 'b' });
    const page = await dashboard.open(project, '/entries/post?sort=-teaser&where%5Bteaser%5D%5Beq%5D=b');
    await page.getByRole('row', { name: /Two/ }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('With b');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'With b' }).waitFor();
    await put('content-types/post', title, intro);

    await page.goto(`/dashboard/p/${project.id}/entries/post`);
    await page.getByRole('row', { name: /One/ }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'With b' }).click();
    await page.getByRole('row', { name: /One/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Two/ }).waitFor();
    expect(new URL(page.url()).search).toContain('sort=-intro');
    await page.getByRole('columnheader', { name: 'Intro' }).waitFor();
    await page.getByRole('button', { name: 'With b' }).waitFor();
  });
});
