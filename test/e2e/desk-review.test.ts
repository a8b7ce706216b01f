import type { Page } from 'playwright-core';
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { approve, draftBy, reviewSite, type ReviewSite } from '../support/reviews.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

let dashboard: TestDashboard;
let site: ReviewSite;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  site = await reviewSite(dashboard.service);
});

type Role = 'owner' | 'editor' | 'author';
const open = (screen: string, role: Role, options = {}) =>
  dashboard.open(site.project, screen, { role, ...options });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Status' });
const box = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });
const waiting = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Waiting for you' }) });
const saved = (page: Page) => page.locator('.save-state').getByText('Saved', { exact: false }).waitFor();

async function writeTitle(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await saved(page);
}

/** Requests a review with the keyboard alone. */
async function requestReview(page: Page, note: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Request review' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('checkbox').first().waitFor();
  await dialog(page).getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.type(note);
  await page.keyboard.press('Control+Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

describe('a review between an author and an editor', () => {
  it('is not offered while the draft is the scheduled version', async () => {
    const { id } = await draftBy(site.bea);
    const date = new Date(Date.now() + 86_400_000).toISOString();
    await site.bea.does('PATCH', `/v1/content/page/${id}`, { publish: true, published_at: date });
    const author = await open(`/entries/page/${id}`, 'author');
    await panel(author).getByText('Goes live', { exact: false }).waitFor();
    expect(await button(author, 'Request review').count()).toBe(0);
    await writeTitle(author, 'Kites in the wind');
    await button(author, 'Request review').waitFor();
  });

  it('is requested, sent back, requested again, approved and published', async () => {
    await site.rule('members');
    const { id } = await site.owner.does('POST', '/content/page/entries', { values: { title: 'Kites' } });
    const author = await open(`/entries/page/${id}`, 'author');
    await writeTitle(author, 'Kites in the wind');
    expect(await button(author, 'Publish').count()).toBe(0);
    await panel(author).getByRole('button', { name: 'Request review' }).click();
    await dialog(author).getByRole('checkbox').first().waitFor();
    await expectAccessible(author);
    await author.keyboard.press('Escape');
    await requestReview(author, 'Please check the figures.');
    await panel(author).getByText('In review').waitFor();

    const home = await open('', 'editor');
    await waiting(home).getByRole('link', { name: 'Kites in the wind' }).click();
    const editor = home;
    await box(editor).getByText('Please check the figures.').waitFor();
    await panel(editor).getByRole('button', { name: 'Review changes' }).click();
    await dialog(editor).getByText('Kites in the wind').last().waitFor();
    await expectAccessible(editor);
    await button(editor, 'Send back').click();
    await dialog(editor).getByText('Write what has to change').waitFor();
    await dialog(editor).getByRole('textbox', { name: 'Note' }).fill('The year is missing.');
    await button(editor, 'Send back').click();
    await dialog(editor).waitFor({ state: 'detached' });
    await panel(editor).getByText('Sent back').waitFor();

    await author.reload();
    await box(author).getByText('The year is missing.').waitFor();
    await writeTitle(author, 'Kites in 2026');
    await requestReview(author, 'Added.');

    await editor.reload();
    await panel(editor).getByRole('button', { name: 'Review changes' }).click();
    await button(editor, 'Approve').click();
    await panel(editor).getByText('Approved').waitFor();
    await author.reload();
    await panel(author).getByText('Approved').waitFor();
    await button(editor, 'Publish').click();
    await dialog(editor).getByRole('button', { name: 'Publish now' }).click();
    await panel(editor).getByText('Up to date').waitFor();
    expect(await box(editor).count()).toBe(0);
    const { live } = await site.bea.does('GET', `/content/page/entries/${id}`);
    expect(live).toMatchObject({ title: 'Kites in 2026' });
  });

  it('is withdrawn by the author', async () => {
    const { id } = await draftBy(site.owner);
    const author = await open(`/entries/page/${id}`, 'author');
    await requestReview(author, 'Please look.');
    await button(author, 'Withdraw').click();
    await panel(author).getByRole('button', { name: 'Request review' }).waitFor();
    expect(await site.bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: null });
  });

  it('of a singleton is opened from Home', async () => {
    const { id } = await site.ada.does('PATCH', '/content/home/singleton', { values: { title: 'Welcome' } });
    await site.ada.does('PUT', `/reviews/${String(id)}`, {});
    const editor = await open('', 'editor');
    await waiting(editor).getByRole('link', { name: 'Welcome' }).click();
    await panel(editor).getByText('In review').waitFor();
    await editor.waitForURL(/\/entries\/home\/single$/);
  });

  it('shows that an approved draft changed since', async () => {
    await site.rule('members');
    const { id, revision } = await draftBy(site.ada);
    await site.bea.does('POST', `/reviews/${id}/approve`, { revision });
    const editor = await open(`/entries/page/${id}`, 'editor');
    await button(editor, 'Publish').waitFor();
    await writeTitle(editor, 'Kites, changed');
    await panel(editor).getByText('Changed since approval').waitFor();
    expect(await button(editor, 'Publish').count()).toBe(0);
  });
});

describe('the approval rule', () => {
  it('leaves Publish to editors while it is off', async () => {
    const { id } = await draftBy(site.ada);
    const editor = await open(`/entries/page/${id}`, 'editor');
    await button(editor, 'Publish').waitFor();
    expect(await panel(editor).getByRole('button', { name: 'Request review' }).count()).toBe(0);
  });

  it('offers a request to an editor who wrote the draft alone, and nobody else to a lone approver', async () => {
    await site.rule('members');
    const editor = await open('/entries/page', 'editor');
    const id = await createdBy(editor);
    await editor.goto(`/dashboard/p/${site.project.id}/entries/page/${id}`);
    await requestReview(editor, 'Mine.');
    await panel(editor).getByText('In review').waitFor();
    await box(editor).getByRole('button', { name: 'Review changes' }).click();
    await dialog(editor).getByText('Someone else must approve it.').waitFor();
    expect(await button(editor, 'Approve').count()).toBe(0);
  });

  it('is set by an owner, and needs two members who can publish', async () => {
    const project = await dashboard.service.newProject();
    const alone = await dashboard.open(project, '/settings', { expectedErrors: [/409/] });
    const rule = (page: Page) => page.getByLabel('Require approval before publishing');
    await rule(alone).selectOption('members');
    await alone.getByRole('link', { name: 'Invite a member' }).waitFor();
    await expect.poll(() => rule(alone).inputValue()).toBe('off');

    const owner = await open('/settings', 'owner');
    await rule(owner).selectOption('members_and_keys');
    await owner.getByText('Settings saved').waitFor();
    expect(await site.bea.does('GET', '/settings')).toMatchObject({ publish_approval: 'members_and_keys' });
    await expectAccessible(owner);
  });
});

/** A draft that the member of the page wrote. */
async function createdBy(page: Page): Promise<string> {
  await button(page, 'New entry').first().click();
  await page.waitForURL(/entries\/page\/ent_/);
  await writeTitle(page, 'Alone');
  return /ent_[^/?#]+/.exec(page.url())?.[0] ?? '';
}

describe('a review of a release', () => {
  async function changedRelease(name: string): Promise<string> {
    const { id } = await site.owner.does('POST', '/v1/releases', { name });
    await expect
      .poll(async () => (await site.owner.does('GET', `/v1/releases/${id}`)).status as string)
      .toBe('ready');
    await site.bea.does('POST', `/content/page/entries?release=${id}`, { values: { title: 'Kites' } });
    return id as string;
  }

  it('is requested by keyboard, approved by another owner, and needed to promote', async () => {
    await site.rule('members');
    const release = await changedRelease('Spring');
    const page = await open(`/releases/${release}`, 'owner');
    await box(page).getByText('Needs an approval before it can go live.').waitFor();
    await button(page, 'Request review…').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('checkbox').first().waitFor();
    await expectAccessible(page);
    await dialog(page).getByRole('textbox', { name: 'Note' }).focus();
    await page.keyboard.type('Ready for Friday.');
    await page.keyboard.press('Control+Enter');
    await box(page).getByText('In review').waitFor();
    await box(page).getByText('Ready for Friday.').waitFor();

    await approve(site.owner, release);
    await page.reload();
    await box(page).getByText('Approved', { exact: true }).waitFor();
    await button(page, 'Promote').click();
    await dialog(page)
      .getByRole('button', { name: /^Promote/ })
      .click();
    await expect
      .poll(async () => (await site.owner.does('GET', `/v1/releases/${release}`)).default as boolean)
      .toBe(true);
  });

  it('is opened from Home and sent back with a note, or approved', async () => {
    const release = await changedRelease('Summer');
    await site.owner.does('PUT', `/reviews/${release}`, {});
    const page = await open('', 'owner');
    await waiting(page).getByRole('link', { name: 'Summer' }).click();
    await box(page).getByText('In review').waitFor();
    await button(page, 'Approve or send back…').click();
    await expectAccessible(page);
    await button(page, 'Send back').click();
    await dialog(page).getByText('Write what has to change').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('The prices are old.');
    await button(page, 'Send back').click();
    await box(page).getByText('Sent back', { exact: true }).waitFor();
    await button(page, 'Approve or send back…').click();
    await button(page, 'Approve').click();
    await box(page).getByText('Approved', { exact: true }).waitFor();
    await site.bea.does('POST', `/content/page/entries?release=${release}`, { values: { title: 'More' } });
    await page.reload();
    await box(page).getByText('Changed since approval').waitFor();
  });
});
