import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type KnowledgeBase, newKnowledgeBase } from '../support/kb/knowledge-base.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { databaseOf } from '../support/database.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

/** Waits for what the service does after the page has shown it. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 15_000 });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) });
const rowNames = (page: Page) =>
  page.locator('[data-id] .tree-title').evaluateAll((titles) => titles.map((title) => title.textContent));

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

/** The tree as readers get it: the order of the API. */
async function served(kb: KnowledgeBase): Promise<string[]> {
  const { body } = await kb.publishable.get('/v1/kb/articles?limit=100');
  return (body.data as { title: string; collection: any; section: any }[]).map(
    ({ title, collection, section }) => `${section?.title ?? collection.title}: ${title}`,
  );
}

async function age(kb: KnowledgeBase, slug: string, days: number): Promise<void> {
  const dayMs = 24 * 60 * 60 * 1000;
  const since = dashboard.service.app.clock.now().getTime() - days * dayMs;
  const dates = { aging_at: new Date(since + 90 * dayMs), review_due_at: new Date(since + 180 * dayMs) };
  await databaseOf(dashboard.service.app.system)
    .collection('articles')
    .updateOne({ project_id: kb.id, slug }, { $set: dates });
}

describe('the tree of the knowledge base', () => {
  it('is built from nothing by keyboard alone: collection, section, article', async () => {
    const kb = await newKnowledgeBase(dashboard.service);
    const page = await dashboard.open(kb, '/kb');
    const { keyboard } = page;

    await page.getByText('No collection yet').waitFor();
    await keyboard.press('c');
    await page.getByRole('dialog', { name: 'New collection' }).waitFor();
    await keyboard.type('Looking after a boat');
    await keyboard.press('Control+s');
    await row(page, 'Looking after a boat').waitFor();
    await keyboard.press('j');
    await keyboard.press('ArrowRight'); // to its menu
    await keyboard.press('Enter');
    await page.locator('[role="menuitem"]:focus').waitFor();
    await keyboard.press('ArrowDown');
    await page.locator('[role="menuitem"]:focus', { hasText: 'New section here' }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New section' }).waitFor();
    await keyboard.type('Winter');
    await keyboard.press('Control+Enter');
    await row(page, 'Winter').waitFor();
    await row(page, 'Winter').focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await page.locator('[role="menuitem"]:focus', { hasText: 'New article here' }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New article' }).waitFor();
    await keyboard.type('Draining the tank');
    await keyboard.press('Enter');

    await eventually(
      async () => (await kb.secret.get('/v1/kb/articles/draining-the-tank')).body?.error?.code,
    ).toBe('kb_article_not_published');
    const { body } = await kb.secret.get('/v1/kb/tree');
    expect(body.data).toMatchObject([{ title: 'Looking after a boat', sections: [{ title: 'Winter' }] }]);
  });

  it('moves rows with Alt and the arrows, across shelves too, and keeps the keyboard on them', async () => {
    const kb = await filled();
    const page = await dashboard.open(kb, '/kb');
    await row(page, 'Gamma').waitFor();

    await row(page, 'Gamma').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => served(kb)).toEqual(['First: Gamma', 'First: Alpha', 'First: Beta']);
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Gamma');

    await row(page, 'Beta').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => served(kb)).toEqual(['First: Gamma', 'First: Alpha', 'Second: Beta']);
    await row(page, 'Second').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => served(kb)).toEqual(['Second: Beta', 'First: Gamma', 'First: Alpha']);
    await row(page, 'Alpha').focus();
    await page.keyboard.press('m');
    await page.getByLabel('To the end of').selectOption({ label: 'More' });
    await page.keyboard.press('Control+Enter');
    await eventually(() => served(kb)).toEqual(['Second: Beta', 'First: Gamma', 'More: Alpha']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => served(kb)).toEqual(['Second: Beta', 'First: Gamma', 'First: Alpha']);
  });

  it('is dragged by the grips, and Escape leaves everything as it was', async () => {
    const kb = await filled();
    const page = await dashboard.open(kb, '/kb');
    await row(page, 'Gamma').waitFor();
    const drag = async (name: string, target: string) => {
      await row(page, name).hover();
      const grip = await row(page, name).locator('.tree-grip').boundingBox();
      const to = await row(page, target).boundingBox();
      if (grip === null || to === null) throw new Error('nothing to drag');
      await page.mouse.move(grip.x + 10, grip.y + 15);
      await page.mouse.down();
      await page.mouse.move(to.x + 60, to.y + 30, { steps: 5 });
      await page.mouse.move(to.x + 60, to.y + 4, { steps: 3 });
      await page.locator('.tree-drop').waitFor();
    };

    await drag('Gamma', 'Alpha');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await rowNames(page)).toEqual(['Help', 'First', 'Alpha', 'Beta', 'Gamma', 'Second', 'More']);

    await drag('Gamma', 'Alpha');
    await page.mouse.up();
    expect(await rowNames(page)).toEqual(['Help', 'First', 'Gamma', 'Alpha', 'Beta', 'Second', 'More']);
    await eventually(() => served(kb)).toEqual(['First: Gamma', 'First: Alpha', 'First: Beta']);

    await drag('More', 'Help');
    await page.mouse.up();
    await eventually(
      async () => ((await kb.secret.get('/v1/kb/tree')).body.data as { title: string }[])[0]?.title,
    ).toBe('More');
  });

  it('shows what others change, archives and deletes, and keeps a collection that holds something', async () => {
    const kb = await filled();
    const page = await dashboard.open(kb, '/kb');
    await row(page, 'Alpha').waitFor();

    await kb.secret.patch('/v1/kb/articles/alpha', { title: 'Aleph' });
    await row(page, 'Aleph').waitFor();
    await row(page, 'Aleph')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await row(page, 'Aleph').getByText('Archived').waitFor();
    expect((await kb.publishable.get('/v1/kb/articles/alpha')).body.error.code).toBe('kb_article_archived');
    await row(page, 'Aleph')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Nothing links to this article').waitFor();
    await page.getByRole('button', { name: 'Delete article' }).click();
    await row(page, 'Aleph').waitFor({ state: 'detached' });

    await row(page, 'Help').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('It contains 2 sections and 2 articles').waitFor();
    await expectAccessible(page);
  });

  it('closes and opens shelves from the keyboard, and reads on a phone', async () => {
    const kb = await filled();
    const title = 'Alpha has a title that is longer than any phone is wide, by far';
    await kb.secret.patch('/v1/kb/articles/alpha', { title });
    await age(kb, 'alpha', 400);
    const page = await dashboard.open(kb, '/kb', { viewport: { width: 390, height: 800 } });
    await row(page, 'Alpha').waitFor();

    await row(page, 'First').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await rowNames(page)).toEqual(['Help', 'First', 'Second', 'More']);
    await page.keyboard.press('ArrowRight');
    expect(await rowNames(page)).toHaveLength(7);
    const menu = await row(page, 'Alpha')
      .getByRole('button', { name: /^Actions/ })
      .boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const kb = await filled();
    await kb.secret.patch('/v1/kb/articles/beta', { publish: false });
    await age(kb, 'alpha', 400);
    const page = await dashboard.open(kb, '/kb');

    await row(page, 'Alpha').getByText('Stale').waitFor();
    await expectAccessibleInBothThemes(page);
  });
});

describe('the editor of a knowledge base article', () => {
  it('is opened from the tree, writes, moves, publishes and archives by keyboard alone', async () => {
    const kb = await filled();
    const page = await dashboard.open(kb, '/kb');
    const { keyboard } = page;
    await row(page, 'Beta').focus();
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'Title' }).focus();
    await keyboard.press('End');
    await keyboard.type(' two');
    await page.getByLabel('Location').focus();
    await keyboard.type('More');
    await page.getByLabel('Review every').fill('30');
    await page.getByText(/^Saved/).waitFor();
    await keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    const read = async () => (await kb.publishable.get('/v1/kb/articles/beta')).body;
    expect(await read()).toMatchObject({
      title: 'Beta two',
      collection: { title: 'More' },
      section: null,
      review_interval_days: 30,
    });

    await age(kb, 'beta', 400);
    await page.reload();
    await page.getByText('Stale', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark as reviewed' }).press('Enter');
    await page.getByText('Fresh', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions for this article' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await page.getByRole('region', { name: 'Status' }).getByText('Archived').waitFor();
    expect((await read()).error.code).toBe('kb_article_archived');
  });
});
