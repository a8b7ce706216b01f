import { beforeAll, describe, expect, it } from 'vitest';
import { newProjectInLocales } from '../support/locales.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

let dashboard: TestDashboard;
let project: TestProject;
let summer = '';
let entry = '';
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  const { secret } = project;
  await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const values = { title: 'Home' };
  entry = (await secret.post('/v1/content/page/entries', { values, publish: true })).body.id;
  summer = (await secret.post('/v1/releases', { name: 'Summer' })).body.id;
  await secret.patch(`/v1/content/page/${entry}?release=${summer}`, { values: { title: 'Summer home' } });
});

describe('an open release', () => {
  it('says of content that belongs to no release that readers see it at once', async () => {
    const page = await dashboard.open(project, `/entries/page?release=${summer}`);
    await page.getByText('Editing Summer. Readers won’t see it until you promote it.').waitFor();

    for (const screen of ['Blog', 'Knowledge base', 'Authors', 'Categories', 'Media']) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page
        .getByText('part of releases. What you publish here goes live immediately.', { exact: false })
        .waitFor();
      expect(await page.getByText('Editing Summer', { exact: false }).count()).toBe(0);
    }
  });

  it('never calls live what only the release has published', async () => {
    const page = await dashboard.open(project, `/entries/page/${entry}?release=${summer}`);
    const state = page.getByRole('region', { name: 'Status' });
    await state.getByText('In release', { exact: true }).waitFor();
    expect(await state.getByText('Live', { exact: true }).count()).toBe(0);

    await page.goto(`/dashboard/p/${project.id}/entries/page/${entry}`);
    await state.getByText('Live', { exact: true }).waitFor();
  });

  it('opens what would change from its difference, inside the release', async () => {
    const page = await dashboard.open(project, `/releases/${summer}`);
    await page.getByRole('link', { name: 'Summer home' }).click();
    await expect.poll(() => page.getByLabel('title').inputValue()).toBe('Summer home');
    expect(new URL(page.url()).searchParams.get('release')).toBe(summer);
  });

  it('shows field by field what would change, beside the live version', async () => {
    const path = `/v1/content/page/${entry}?release=${summer}`;
    await project.secret.patch(path, { values: { title: 'Summer home' }, publish: true });
    const page = await dashboard.open(project, `/releases/${summer}`);
    const show = page.getByRole('button', { name: 'Show what differs in Summer home' });
    await show.press('Enter');

    await page.getByRole('insertion').waitFor();
    expect(await page.getByRole('insertion').allInnerTexts()).toEqual(['Summer home']);
    expect(await page.getByRole('deletion').allInnerTexts()).toEqual(['Home']);
    await expectAccessible(page);
  });
});

describe('a release with changes of drafts', () => {
  it('counts them apart from what readers get, and says so before the promotion', async () => {
    const own = await dashboard.service.newProject();
    const { secret } = own;
    await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const publish = async (title: string) =>
      (await secret.post('/v1/content/page/entries', { values: { title }, publish: true })).body.id as string;
    const [home, prices] = [await publish('Home'), await publish('Prices')];
    const spring = (await secret.post('/v1/releases', { name: 'Spring' })).body.id as string;
    const change = (id: string, title: string, query: string) =>
      secret.patch(`/v1/content/page/${id}?${query}`, { values: { title } });
    await change(home, 'Spring home', `release=${spring}`);
    await change(home, 'Home, later', 'draft=true');
    await change(prices, 'Spring prices', `release=${spring}&draft=true`);
    const page = await dashboard.open(own, `/releases/${spring}`);
    const numbersOf = (scope: ReturnType<typeof page.getByRole>, name: string) =>
      scope.getByRole('row', { name }).getByRole('cell').allInnerTexts();
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });

    await item('Spring prices').getByText('Draft changed', { exact: true }).waitFor();
    await item('Spring home').getByText('Changed', { exact: true }).waitFor();
    await item('Spring home').getByText('Draft conflict', { exact: true }).waitFor();
    const table = page.getByRole('table');
    expect(await numbersOf(table, 'Entries')).toEqual(['0', '1', '0', '0']);
    expect(await numbersOf(table, 'Only drafts')).toEqual(['0', '1', '0', '1']);

    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('1 draft also changed in the live release. Readers notice nothing', { exact: false })
      .waitFor();
    expect(await dialog.getByText('readers would lose them', { exact: false }).count()).toBe(0);
    expect(await numbersOf(dialog, 'Entries')).toEqual(['0', '1', '0', '0']);
    await expectAccessible(page);
    await dialog.getByLabel('Promote without those changes').check();
    await dialog.getByRole('button', { name: 'Promote' }).click();
    await page.getByText('Spring is live').waitFor();
    const { body } = await secret.get('/v1/content/page');
    const titles = (body.data as { values: { title: string } }[]).map(({ values }) => values.title);
    expect(titles.toSorted()).toEqual(['Prices', 'Spring home']);
  });

  it('says that readers see no change if only drafts differ', async () => {
    const own = await dashboard.service.newProject();
    const { secret } = own;
    await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const spring = (await secret.post('/v1/releases', { name: 'Spring' })).body.id as string;
    await secret.post(`/v1/content/page/entries?release=${spring}`, { values: { title: 'Idea' } });
    const page = await dashboard.open(own, `/releases/${spring}`);
    await page.getByRole('listitem').getByText('New draft', { exact: true }).waitFor();
    await page.getByText('Readers see no change. Only drafts differ.').waitFor();
  });
});

describe('the difference of an entry in several locales', () => {
  it('contains what changed in further locales only', async () => {
    const { service } = dashboard;
    const own = await newProjectInLocales(service, [{ code: 'de' }, { code: 'ar' }]);
    const { secret } = own;
    const title = { key: 'title', type: 'string', options: { localized: true } };
    await secret.put('/v1/schema/content-types/page', { fields: [title, { key: 'price', type: 'number' }] });
    const { id } = (
      await secret.post('/v1/content/page/entries', {
        values: { title: 'Prices', price: 1 },
        publish: true,
        locales: { de: { values: { title: 'Preise' }, publish: true } },
      })
    ).body;
    const release = (await secret.post('/v1/releases', { name: 'Winter' })).body.id as string;
    const path = `/v1/content/page/${id}?release=${release}`;
    await secret.patch(`${path}&locale=de`, { values: { title: 'Winterpreise' } });
    const page = await dashboard.open(own, `/releases/${release}`);
    await page.getByRole('listitem').getByText('Changed', { exact: true }).waitFor();
    const show = page.getByRole('button', { name: 'Show what differs in Prices' });
    await show.click();
    await page.getByRole('heading', { name: 'German' }).waitFor();
    expect(await page.getByRole('insertion').allInnerTexts()).toEqual(['Winterpreise']);
    expect(await page.getByRole('heading', { name: 'Arabic' }).count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('an entry that is open while another release goes live', () => {
  /** A page with an entry of Main, in which a word is typed and saved; then Election night is promoted. */
  async function promoteWhileTyping(election = 'Council') {
    const own = await dashboard.service.newProject();
    const { secret } = own;
    await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const { id } = (await secret.post('/v1/content/page/entries', { values: { title: 'Vote' } })).body;
    const main = (await secret.get('/v1/releases')).body.data[0].id as string;
    const night = (await secret.post('/v1/releases', { name: 'Election night' })).body.id as string;
    await secret.patch(`/v1/content/page/${id}?release=${night}`, { values: { title: election } });
    const page = await dashboard.open(own, `/entries/page/${id}`, { expectedErrors: [/409|412/] });
    await page.getByLabel('title').fill('Vote today');
    await page.getByText(/^Saved/).waitFor();
    await secret.post(`/v1/releases/${night}/promote`, { if_diverged: 'warn' });
    await page.getByRole('dialog', { name: 'Election night went live' }).waitFor();
    const stored = async (release: string) => {
      const path = `/dashboard/api/projects/${own.id}/content/page/entries/${id}?release=${release}`;
      return ((await (await page.request.get(path)).json()) as { draft: { title: string } }).draft.title;
    };
    return { page, stored, main, night, own, id };
  }

  it('says so, blames no one, and goes on in the release that has the text', async () => {
    const { page, stored, main, night } = await promoteWhileTyping();
    const dialog = page.getByRole('dialog', { name: 'Election night went live' });
    await dialog.getByText('Your changes are in Main.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Open in Main' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('release')).toBe(main);
    await expect.poll(() => page.getByLabel('title').inputValue()).toBe('Vote today');
    await page.getByLabel('title').fill('Vote today, all day');
    await expect.poll(() => stored(main)).toBe('Vote today, all day');
    expect(await stored(night)).toBe('Council');
  });

  it('moves the text into the release that went live, where a person chooses between the two', async () => {
    const { page, stored, main, night } = await promoteWhileTyping();
    await page.getByRole('button', { name: 'Copy to Election night' }).click();
    const conflicts = page.getByRole('dialog', { name: 'Election night changed the same field' });
    await conflicts.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => stored(night)).toBe('Vote today');
    expect(await stored(main)).toBe('Vote today');
  });

  it('saves what is typed before the promotion is noticed where it was opened, and keeps it over a reload', async () => {
    const { page, stored, main, night, own, id } = await promoteWhileTyping('Vote');
    await page.close();
    const opened = await dashboard.open(own, `/entries/page/${id}`, {
      expectedErrors: [/Failed to fetch|ERR_/],
    });
    await expect.poll(() => opened.getByLabel('title').inputValue()).toBe('Vote');
    await opened
      .context()
      .route('**/content/page/entries/*', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      );
    await opened.getByLabel('title').fill('Typed offline');
    await opened.getByText('stored on this device', { exact: false }).waitFor();
    expect((await own.secret.post(`/v1/releases/${main}/promote`, { if_diverged: 'warn' })).status).toBe(200);
    await opened.reload();
    await opened.getByRole('dialog', { name: 'Main went live' }).waitFor();
    await opened.context().unroute('**/content/page/entries/*');
    await expect.poll(() => stored(night), { timeout: 20_000 }).toBe('Typed offline');
    expect(await stored(main)).toBe('Vote today');
  });

  it('shows the release that went live at once where nothing was typed', async () => {
    const { page, own, id, main } = await promoteWhileTyping();
    await page.close();
    const opened = await dashboard.open(own, `/entries/page/${id}`);
    await expect.poll(() => opened.getByLabel('title').inputValue()).toBe('Council');
    await own.secret.post(`/v1/releases/${main}/promote`, { if_diverged: 'warn' });
    await expect.poll(() => opened.getByLabel('title').inputValue()).toBe('Vote today');
    expect(await opened.getByRole('dialog').count()).toBe(0);
  });
});
