import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, defineType, expectDone } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { newSite, openAsTranslator, shoot } from './support/locale-site.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const zone = { timezoneId: 'Asia/Tokyo' };
/** The next Tuesday but one at nine in Tokyo, so that the days around it are in the same week and in the future. */
const tuesday = new Date(Date.now() + 7 * dayMs);
tuesday.setUTCHours(0, 0, 0, 0);
while (tuesday.getUTCDay() !== 2) tuesday.setTime(tuesday.getTime() + dayMs);
/** A time of that day, or of one so many days later, as it is stored. */
const stored = (days = 0) => new Date(tuesday.getTime() + days * dayMs).toISOString();
const dayOf = (days = 0) => stored(days).slice(0, 10);
const week = `/calendar?view=week&day=${dayOf()}`;
const question = (days: number) => {
  const options = { month: 'short', day: 'numeric', timeZone: 'Asia/Tokyo' } as const;
  return `Move to ${new Intl.DateTimeFormat('en', options).format(new Date(stored(days)))}, 9:00 AM?`;
};

const cell = (page: Page, days = 0) =>
  page.locator('.calendar-day').filter({ has: page.locator(`time[datetime="${dayOf(days)}"]`) });
const chip = (page: Page, title: string) => page.locator('.coming').filter({ hasText: title });

/** A scheduled entry, a live one with a change and an end, a singleton and an article with an end, and a release. */
async function newDates() {
  const project = await dashboard.service.newProject();
  const { secret } = project;
  const post = async (path: string, body: object) => expectDone(await secret.post(path, body));
  await defineType(project, 'page', { title: 'string' }, { name: 'Page', display_field: 'title' });
  await defineType(project, 'home', { title: 'string' }, { name: 'Homepage', kind: 'singleton' });
  const scheduled = { publish: true, published_at: stored() };
  await post('/v1/content/page/entries', { values: { title: 'Start' }, ...scheduled });
  const live = { values: { title: 'Change' }, publish: true };
  const { id: change } = await post('/v1/content/page/entries', live);
  expectDone(
    await secret.patch(`/v1/content/page/${change}`, { values: { title: 'Change' }, publish_at: stored() }),
  );
  expectDone(
    await secret.put('/v1/content/home', { values: { title: 'Hi' }, publish: true, unpublish_at: stored() }),
  );
  const { id: article } = await post('/v1/blog/articles', { title: 'Article', ...scheduled });
  const { id: release } = await post('/v1/releases', { name: 'Spring' });
  const promote_at = stored();
  expectDone(await secret.patch(`/v1/releases/${release}`, { promote_at, if_diverged: 'refuse' }));
  return { project, article: String(article), release: String(release) };
}

describe('a date of the calendar', () => {
  it.each([
    ['Start', 'entry'],
    ['Change', 'change'],
    ['Hi', 'singleton'],
    ['Article', 'article'],
    ['Spring', 'release'],
  ])('is dragged to another day, after a question: %s (%s)', async (title) => {
    const { project } = await newDates();
    const page = await dashboard.open(project, week, zone);
    await chip(page, title).waitFor();

    await chip(page, title).dragTo(cell(page, 2));
    const dialog = page.getByRole('dialog', { name: question(2) });
    await dialog.getByRole('button', { name: 'Move' }).click();

    await cell(page, 2).locator('.coming').filter({ hasText: title }).waitFor();
    expect(await cell(page).locator('.coming').filter({ hasText: title }).count()).toBe(0);
    expect(await cell(page).locator('.coming').count()).toBe(4);
    await page.reload();
    await cell(page, 2).locator('.coming').filter({ hasText: title }).getByText('9:00 AM').waitFor();
  });

  it('is moved by keyboard alone, and can stay where it is', async () => {
    const { project } = await newDates();
    const page = await dashboard.open(project, week, zone);
    await chip(page, 'Start').focus();

    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('dialog', { name: question(1) }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    const secondQuestion = page.getByRole('dialog', { name: question(2) });
    await secondQuestion.getByRole('button', { name: 'Move', disabled: false }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cell(page).locator('.coming').filter({ hasText: 'Start' }).waitFor();

    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Start');
    await page.keyboard.press('Alt+ArrowLeft');
    const dialog = page.getByRole('dialog', { name: question(-1) });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Move');
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await cell(page, -1).locator('.coming').filter({ hasText: 'Start' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Start');
    await expectAccessible(page);
  });

  it('says that the current draft goes live, if it was changed since', async () => {
    const { project, article } = await newDates();
    expectDone(await project.secret.patch(`/v1/blog/articles/${article}?draft=true`, { title: 'Article 2' }));
    const page = await dashboard.open(project, week, zone);

    await chip(page, 'Article').focus();
    await page.keyboard.press('Alt+ArrowDown');

    await page.getByText('The draft was changed since.', { exact: false }).waitFor();
  });

  it('keeps whether a release is promoted over changes', async () => {
    const { project, release } = await newDates();
    const page = await dashboard.open(project, week, zone);
    await chip(page, 'Spring').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('button', { name: 'Move' }).click();
    await cell(page, 1).locator('.coming').filter({ hasText: 'Spring' }).waitFor();

    const path = `/dashboard/api/projects/${project.id}/releases/${release}/promotion`;
    const promotion = (await (await page.request.get(path)).json()) as object;

    expect(promotion).toMatchObject({ promote_at: stored(1), if_diverged: 'refuse' });
  });

  it('is never moved to the past', async () => {
    const { project } = await newDates();
    const page = await dashboard.open(project, week, zone);
    await chip(page, 'Start').focus();
    for (let weeks = 0; weeks < 4; weeks += 1) await page.keyboard.press('Alt+ArrowUp');

    await page.getByText('Choose a time in the future.').waitFor();

    expect(await page.getByRole('dialog').getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
  });

  it('stays for members who may not move it', async () => {
    const { project } = await newDates();
    const author = await dashboard.open(project, week, { ...zone, role: 'author' });
    await chip(author, 'Start').focus();
    await author.keyboard.press('Alt+ArrowRight');
    await chip(author, 'Start').dragTo(cell(author, 2));
    expect(await author.getByRole('dialog').count()).toBe(0);

    const editor = await dashboard.open(project, week, { ...zone, role: 'editor' });
    await chip(editor, 'Spring').dragTo(cell(editor, 2));
    expect(await editor.getByRole('dialog').count()).toBe(0);
    await chip(editor, 'Start').dragTo(cell(editor, 2));
    await editor.getByRole('dialog', { name: question(2) }).waitFor();
  });
});

describe('a date of an article in one language', () => {
  /** An article that is live in English until the Tuesday, on which it goes live in German. */
  async function newArticle() {
    const site = await newSite(dashboard);
    const path = '/v1/blog/articles';
    const english = { title: 'Prices', publish: true, unpublish_at: stored() };
    const { id } = expectDone(await site.secret.post(path, english));
    const german = { title: 'Preise', publish: true, published_at: stored() };
    expectDone(await site.secret.patch(`${path}/${String(id)}?locale=de`, german));
    return { site, id: String(id) };
  }

  it('names the language, and moves in it alone', async () => {
    const { site, id } = await newArticle();
    const page = await dashboard.open(site, week, zone);
    const german = cell(page).locator('.coming').filter({ hasText: 'Preise' });
    await german.getByText('German').waitFor();
    await expectAccessible(page);
    await shoot(page, 'calendar-locales');
    const sitePath = await page
      .getByRole('link', { name: 'See the site at this time: Preise, German' })
      .getAttribute('href');
    expect(new URLSearchParams(sitePath?.split('?')[1]).get('locale')).toBe('de');

    await german.dragTo(cell(page, 2));
    const dialog = page.getByRole('dialog', { name: question(2) });
    await dialog.getByRole('button', { name: 'Move' }).click();
    await cell(page, 2).locator('.coming').filter({ hasText: 'Preise' }).getByText('German').waitFor();
    await cell(page).locator('.coming').filter({ hasText: 'Prices' }).getByText('Ends').waitFor();
    const { states } = expectDone(await site.secret.patch(`/v1/blog/articles/${id}?locale=de`, { seo: {} }));
    expect(states).toMatchObject({ de: { scheduled_for: stored(2) }, en: { unpublish_at: stored() } });

    await page.goto(`/dashboard/p/${site.id}`);
    const comingUp = page
      .locator('.section')
      .filter({ has: page.getByRole('heading', { name: 'Coming up' }) });
    await comingUp.getByRole('listitem').filter({ hasText: 'Preise' }).getByText('Blog, German').waitFor();
    await comingUp.getByRole('listitem').filter({ hasText: 'Prices' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'home-locales');
    await comingUp.getByRole('link', { name: 'Preise' }).click();
    await page.waitForURL(`**/blog/${id}?locale=de`);
  });

  it('is moved by members who may write in that language', async () => {
    const { site, id } = await newArticle();
    const page = await openAsTranslator(dashboard, site, week);
    const chipOf = (title: string) => page.locator('.coming').filter({ hasText: title });
    await chipOf('Prices').focus();
    await page.keyboard.press('Alt+ArrowRight');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await chipOf('Prices').getAttribute('aria-keyshortcuts')).toBeNull();

    await chipOf('Preise').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText(/^Moved to/).waitFor();
    const { states } = expectDone(await site.secret.patch(`/v1/blog/articles/${id}?locale=de`, { seo: {} }));
    expect(states).toMatchObject({ de: { scheduled_for: stored(1) }, en: { unpublish_at: stored() } });
  });
});

describe('the calendar', () => {
  it('is filtered by the kind of content and by content type', async () => {
    const { project } = await newDates();
    const page = await dashboard.open(project, week, zone);
    const chips = page.locator('.coming');
    await expect.poll(() => chips.count()).toBe(5);

    await page.getByLabel('Kind of content').selectOption({ label: 'Releases' });
    await expect.poll(() => chips.count()).toBe(1);
    await chip(page, 'Spring').waitFor();
    expect(await page.getByLabel('Content type').count()).toBe(0);
    await page.getByLabel('Kind of content').selectOption({ label: 'Entries' });
    await expect.poll(() => chips.count()).toBe(3);
    await page.getByLabel('Content type').selectOption({ label: 'Homepage' });
    await expect.poll(() => chips.count()).toBe(1);
    await page.reload();
    await chip(page, 'Hi').waitFor();
    await page.getByLabel('Kind of content').selectOption({ label: 'Knowledge base' });
    await page.getByText('Nothing with these filters is scheduled this week.').waitFor();
    await expectAccessible(page);
  });

  it('shows weeks and months, and keeps the days in view', async () => {
    const { project } = await newDates();
    const page = await dashboard.open(project, week, zone);
    await expect.poll(() => page.locator('.calendar-day').count()).toBe(7);
    const name = page.locator('#calendar-period');
    const here = await name.innerText();

    await page.keyboard.press(']');
    await expect.poll(() => name.innerText()).not.toBe(here);
    await page.getByText('Nothing scheduled this week.').waitFor();
    await page.getByRole('button', { name: 'Previous week' }).press('Enter');
    await expect.poll(() => name.innerText()).toBe(here);
    await page.getByRole('button', { name: 'Month', exact: true }).press('Enter');
    await expect.poll(() => page.locator('.calendar-day').count()).toBeGreaterThan(27);
    await cell(page).locator('.coming').first().waitFor();
  });
});
