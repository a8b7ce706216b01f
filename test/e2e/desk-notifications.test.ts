import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { draftBy, reviewSite, type ReviewSite } from '../support/reviews.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { pressOn } from './support/keyboard.ts';

useAxe();

let dashboard: TestDashboard;
let site: ReviewSite;
let entry: string;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  site = await reviewSite(dashboard.service);
  entry = (await draftBy(site.ada)).id;
});

const bell = (page: Page, count: number) =>
  page.locator('.side').getByRole('link', {
    name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
    exact: true,
  });
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' });

/** Opens a screen as an editor, whom others can mention from then on. */
async function openAsEditor(screen: string, options = {}): Promise<{ page: Page; id: string }> {
  const page = await dashboard.open(site.project, screen, { role: 'editor', ...options });
  const { data } = await site.bea.does('GET', `/comments/people?item=${entry}`);
  const person = (data as { id: string; name: string }[]).find(({ name }) => name.startsWith('editor-'));
  expect(person).toBeDefined();
  return { page, id: person?.id ?? '' };
}

const mention = (id: string) =>
  site.bea.does('POST', '/comments', { item: entry, text: 'Ten?', mentions: [id] });

describe('the bell', () => {
  it('shows new notifications at once, and leads to the thread by keyboard', async () => {
    const { page, id } = await openAsEditor('');
    await bell(page, 0).waitFor();

    await mention(id);
    await bell(page, 1).waitFor({ timeout: 10_000 }); // without a reload
    await mention(id);
    await bell(page, 2).waitFor({ timeout: 10_000 });
    await expectAccessible(page);

    await pressOn(bell(page, 2));
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(2);
    await list(page)
      .getByText(`Unread: ${site.bea.name} mentioned you in a comment on Kites`)
      .first()
      .waitFor();
    await expectAccessible(page);

    await pressOn(list(page).getByRole('link', { name: 'Kites' }).first());
    await page.locator('article:focus, article:focus-within').getByText('Ten?').waitFor();
    await bell(page, 1).waitFor({ timeout: 10_000 });
  });

  it('is beside the menu on a phone', async () => {
    const { page, id } = await openAsEditor('', { viewport: { width: 390, height: 844 } });
    await mention(id);

    const link = page.locator('.top-bar').getByRole('link', { name: 'Notifications, 1 unread' });
    await link.waitFor({ timeout: 10_000 });
    await link.click();

    await list(page).getByText(`${site.bea.name} mentioned you`).waitFor();
    await expectAccessible(page);
  });
});

describe('the list of notifications', () => {
  it('marks one as read, then all, by keyboard', async () => {
    const { page, id } = await openAsEditor('/notifications');
    await page.getByText('No notifications yet').waitFor();
    await expectAccessible(page);
    for (let i = 0; i < 3; i += 1) await mention(id);
    await bell(page, 3).waitFor({ timeout: 10_000 });
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(3);

    await pressOn(
      list(page)
        .getByRole('button', { name: /^Mark as read: / })
        .first(),
    );
    await bell(page, 2).waitFor();
    await pressOn(page.getByRole('button', { name: 'Mark all as read' }));

    await bell(page, 0).waitFor();
    await page.getByText('All notifications marked as read').waitFor();
    expect(await list(page).getByRole('button').count()).toBe(0);
  });

  it('says what happened to a review, and never what was written', async () => {
    const { page } = await openAsEditor('/notifications');
    await site.ada.does('PUT', `/reviews/${entry}`, { note: 'Secret note' });

    await list(page).getByText(`${site.ada.name} requested a review of Kites`).waitFor({ timeout: 10_000 });

    expect(await page.locator('main').innerText()).not.toContain('Secret note');
  });
});

describe('the e-mail with notifications', () => {
  const choice = (page: Page) => page.getByLabel('Send an e-mail');

  it('is chosen by each person, stays chosen, and is sent', async () => {
    const server = await startMailServer();
    const mailing = await startDashboard({
      ...{ SMTP_URL: server.url, MAIL_FROM: 'Galley <galley@example.test>', DIGEST_SECONDS: '2' },
    });
    await mailing.service.app.start();
    const { bea, ada, project } = await reviewSite(mailing.service);
    const item = (await draftBy(ada)).id;
    const page = await mailing.open(project, '/account', { role: 'editor' });
    expect(await choice(page).inputValue()).toBe('off');
    await choice(page).selectOption('At most once an hour');
    await page.getByText('E-mail set to at most once an hour').waitFor();
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => choice(page).inputValue()).toBe('hourly');

    const { data } = await bea.does('GET', `/comments/people?item=${item}`);
    const people = data as { id: string; name: string }[];
    const mentions = people.filter(({ name }) => name.startsWith('editor-')).map(({ id }) => id);
    await bea.does('POST', '/comments', { item, text: 'Ten?', mentions });
    await expect.poll(() => server.mails.length, { timeout: 20_000 }).toBe(1);
    expect(server.mails[0]?.to).toEqual([`editor-${project.id}@example.test`]);
    await choice(page).selectOption('Never');
    await page.getByText('E-mail turned off').waitFor();
  });

  it('can’t be chosen where the operator set up no mail server', async () => {
    const { page } = await openAsEditor('/account');
    await page.getByText('Galley sends no e-mail here.', { exact: false }).waitFor();
    expect(await choice(page).isDisabled()).toBe(true);
  });
});

describe('the activity of others', () => {
  it('reaches the comments of an open item without waiting for a timer', async () => {
    const { page } = await openAsEditor(`/entries/page/${entry}`);
    await page.getByText('No open comments.').waitFor();

    await site.ada.does('POST', '/comments', { item: entry, text: 'Nine, or ten?' });

    await page.getByText('Nine, or ten?').waitFor({ timeout: 10_000 });
  });
});
