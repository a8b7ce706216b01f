import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type KnowledgeBase, newKnowledgeBase } from '../support/kb/knowledge-base.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { searchPalette } from './support/palette.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.service.app.start();
});

/** Waits for what the service does after the page has shown it. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 15_000 });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) });

/** A collection with two sections and three articles, and a second collection. */
async function filled(): Promise<KnowledgeBase> {
  const kb = await newKnowledgeBase(dashboard.service);
  const help = await kb.collection('Help');
  const first = await kb.section(help, 'First');
  await kb.section(help, 'Second');
  await kb.collection('More');
  for (const title of ['Alpha', 'Beta', 'Gamma']) await kb.article(title, { section: first });
  return kb;
}

async function age(kb: KnowledgeBase, slug: string, days: number): Promise<void> {
  const dayMs = 24 * 60 * 60 * 1000;
  const since = dashboard.service.app.clock.now().getTime() - days * dayMs;
  const dates = { aging_at: new Date(since + 90 * dayMs), review_due_at: new Date(since + 180 * dayMs) };
  await databaseOf(dashboard.service.app.system)
    .collection('articles')
    .updateOne({ project_id: kb.id, slug }, { $set: dates });
}

describe('the list of knowledge base articles', () => {
  it('is narrowed by state, words and place', async () => {
    const kb = await filled();
    const more = (await kb.secret.get('/v1/kb/tree')).body.data[1].id as string;
    await kb.article('Delta', { collection: more, publish: false });
    const page = await dashboard.open(kb, '/kb/articles');
    const titles = () => page.locator('tbody .kb-title').allInnerTexts();
    await row(page, 'Delta').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Drafts' }).click();
    await row(page, 'Alpha').waitFor({ state: 'detached' });
    await eventually(titles).toEqual(['Delta']);
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByLabel('Location').selectOption({ label: 'Help' });
    await row(page, 'Delta').waitFor({ state: 'detached' });
    await eventually(async () => (await titles()).sort()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await page.getByRole('searchbox').fill('gam');
    await row(page, 'Alpha').waitFor({ state: 'detached' });
    await eventually(titles).toEqual(['Gamma']);
  });
});

describe('the freshness board', () => {
  it('confirms an article with one key, which makes it fresh for readers too', async () => {
    const kb = await filled();
    await age(kb, 'alpha', 400);
    await age(kb, 'beta', 100);
    const page = await dashboard.open(kb, '/kb/reviews');
    const column = (name: string) => page.getByRole('region', { name });
    await column('Stale').getByText('Alpha').waitFor();
    await column('Due soon').getByText('Beta').waitFor();
    await column('Fresh').getByText('Gamma').waitFor();
    await expectAccessible(page);

    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await column('Fresh').getByText('Alpha').waitFor();
    await column('Stale').getByText('All up to date').waitFor();
    expect((await kb.secret.get('/v1/kb/articles/alpha')).body.freshness).toBe('fresh');

    await page.getByRole('button', { name: 'Mark as reviewed: Beta' }).click();
    await column('Fresh').getByText('Beta').waitFor();
    expect((await kb.secret.get('/v1/kb/articles/beta')).body.freshness).toBe('fresh');
  });

  it('is led to from home, where the longest overdue stand', async () => {
    const kb = await filled();
    await age(kb, 'alpha', 400);
    await age(kb, 'gamma', 500);
    const page = await dashboard.open(kb, '');

    const home = page.locator('section', { hasText: 'Articles to review' }).last();
    await home.getByRole('link', { name: 'Gamma' }).waitFor();
    expect(await home.locator('li a').allInnerTexts()).toEqual(['Gamma', 'Alpha']);
    await home.getByRole('link', { name: 'Freshness' }).click();
    await page.getByRole('region', { name: 'Stale' }).getByText('Gamma').waitFor();
  });

  it('is one of the things that the palette finds, beside authors, categories and shelves', async () => {
    const kb = await filled();
    await kb.secret.post('/v1/authors', { name: 'Helga' });
    await kb.secret.post('/v1/blog/categories', { name: 'Helpful hints' });
    const page = await dashboard.open(kb, '');

    for (const name of ['Helga', 'Helpful hints', 'Help']) {
      const option = page.getByRole('option', { name: new RegExp(`\\b${name}\\b`) }).first();
      await searchPalette(page, 'hel', option);
    }
    await page.getByRole('option', { name: /^Helga/ }).click();
    await page.getByRole('dialog', { name: 'Helga' }).waitFor();
  });
});

describe('the votes', () => {
  it('put the surely worst first, and other orders one click away', async () => {
    const kb = await filled();
    const vote = async (slug: string, ...votes: boolean[]) => {
      for (const helpful of votes) await kb.secret.post(`/v1/kb/articles/${slug}/vote`, { helpful });
    };
    await vote('alpha', true, true, true);
    await vote('beta', false, false, true);
    const page = await dashboard.open(kb, '/kb/votes');
    const titles = () => page.locator('tbody .kb-title').allInnerTexts();

    await row(page, 'Beta').waitFor();
    expect(await titles()).toEqual(['Beta', 'Alpha']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Best first' }).click();
    await eventually(titles).toEqual(['Alpha', 'Beta']);
  });

  it('say how readers vote while nobody has', async () => {
    const kb = await newKnowledgeBase(dashboard.service);
    const page = await dashboard.open(kb, '/kb/votes', { colorScheme: 'dark' });

    await page.getByText('No votes yet').waitFor();
    await expectAccessible(page);
  });
});
