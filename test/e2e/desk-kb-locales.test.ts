import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { databaseOf } from '../support/database.ts';
import type { TestProject } from '../support/service.ts';
import { pressOn } from './support/keyboard.ts';
import { newSite, openAsTranslator, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

/** A collection, and an article that is live in English and German. */
async function newArticles(
  site?: TestProject,
): Promise<{ site: TestProject; collection: string; id: string }> {
  site ??= await newSite(dashboard);
  const { id: collection } = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Start' }));
  const article = { title: 'Prices', collection, publish: true };
  const { id } = expectDone(await site.secret.post('/v1/kb/articles', article));
  const german = { title: 'Preise', publish: true };
  expectDone(await site.secret.patch(`/v1/kb/articles/${String(id)}?locale=de`, german));
  return { site, collection: String(collection), id: String(id) };
}

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^Language:/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${language}`) }).click();
  await page.getByRole('button', { name: `Language: ${language}` }).waitFor();
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe('the freshness of knowledge base articles', () => {
  it('is that of the chosen language, in which an article is reviewed', async () => {
    const locales = ['en', 'de', 'ar'];
    const { site, id } = await newArticles(await dashboard.service.newProject({ locales }));
    const past = new Date(Date.now() - 1_000);
    await databaseOf(dashboard.service.app.system)
      .collection('article_locales')
      .updateOne({ project_id: site.id, id }, { $set: { aging_at: past, review_due_at: past } });
    const page = await dashboard.open(site, '/kb/reviews');
    const stale = page.getByRole('region', { name: 'Stale' });
    await page.getByRole('region', { name: 'Fresh' }).getByText('Prices').waitFor();
    await stale.getByText('All up to date.').waitFor();

    await choose(page, 'German');
    const card = stale.getByRole('listitem', { name: 'Preise' });
    await card.waitFor();
    await expectAccessible(page);
    await shoot(page, 'kb-freshness-german');
    await pressOn(card.getByRole('button', { name: 'Mark as reviewed: Preise' }));
    await page.getByText(/^Preise reviewed\./).waitFor();
    await page.getByRole('region', { name: 'Fresh' }).getByText('Preise').waitFor();
    const reviewed = async (query: string) =>
      expectDone(await site.secret.get(`/v1/kb/articles/${id}${query}`)).last_reviewed_at;
    expect([await reviewed(''), await reviewed('?locale=de')]).toEqual([null, expect.any(String)]);
  });

  it('is confirmed by members who can publish in the language', async () => {
    const { site } = await newArticles();
    const page = await openAsTranslator(dashboard, site, '/kb/reviews?locale=de');
    await page.getByRole('button', { name: 'Mark as reviewed: Preise' }).waitFor();
    await choose(page, 'English');
    await page.getByText('Prices').waitFor();
    expect(await page.getByRole('button', { name: /^Mark as reviewed/ }).count()).toBe(0);
  });
});

describe('the votes on knowledge base articles', () => {
  it('are those of the chosen language, or of all languages', async () => {
    const { site, id } = await newArticles();
    const vote = async (query: string, visitor_id: string, helpful: boolean) =>
      expectDone(await site.publishable.post(`/v1/kb/articles/${id}/vote${query}`, { helpful, visitor_id }));
    await vote('', 'visitor-one', true);
    await vote('', 'visitor-two', true);
    await vote('?locale=de', 'visitor-one', false);
    const page = await dashboard.open(site, '/kb/votes');
    await row(page, 'Prices').getByTitle('2 helpful votes, no votes against').waitFor();
    await choose(page, 'German');
    await row(page, 'Preise').getByTitle('no helpful votes, 1 vote against').waitFor();
    await expectAccessible(page);
    await shoot(page, 'kb-votes-german');
    await choose(page, 'Arabic');
    await page.getByText('No votes in Arabic yet').waitFor();
    await page.getByLabel('Votes', { exact: true }).selectOption({ label: 'Votes in all languages' });
    await row(page, 'Prices').getByTitle('2 helpful votes, 1 vote against').waitFor();
    expect(await page.getByRole('button', { name: /^Language:/ }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'kb-votes-all');
    await page.reload();
    await row(page, 'Prices').getByTitle('2 helpful votes, 1 vote against').waitFor();
  });
});

describe('the tree of the knowledge base', () => {
  it('shows titles of other languages, marked with their language', async () => {
    const { site, collection } = await newArticles();
    const arabic = { title: 'الأسعار', collection };
    expectDone(await site.secret.post('/v1/kb/articles?locale=ar', arabic));
    const page = await dashboard.open(site, '/kb');
    await row(page, 'الأسعار').getByText('Arabic').waitFor();
    expect(await row(page, 'الأسعار').locator('bdi').getAttribute('lang')).toBe('ar');
    expect(await row(page, 'Prices').getByText('Arabic').count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'kb-tree-other-language');
    await choose(page, 'German');
    await row(page, 'Preise').waitFor();
    await row(page, 'الأسعار').getByText('Arabic').waitFor();
    await choose(page, 'Arabic');
    await row(page, 'Prices').waitFor();
    expect(await row(page, 'الأسعار').getByText('Arabic').count()).toBe(0);
  });
});
