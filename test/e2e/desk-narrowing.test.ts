import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKnowledgeBase } from '../support/kb/knowledge-base.ts';
import { expectDone } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const cards = (page: Page) => page.locator('.lane-cards li').allInnerTexts();
const rows = (page: Page) => page.locator('[data-id] .tree-title').allInnerTexts();

describe('the board', () => {
  it('is narrowed by words and by a category, and says so in its address', async () => {
    const project = await dashboard.service.newProject();
    const category = expectDone(await project.secret.post('/v1/blog/categories', { name: 'News' })) as {
      id: string;
    };
    for (const [title, categories] of [
      ['Kites in June', [category.id]],
      ['Kites in May', []],
      ['Boats in June', [category.id]],
    ] as const)
      expectDone(await project.secret.post('/v1/blog/articles', { title, categories }));
    const page = await dashboard.open(project, '/blog/board');
    await expect.poll(() => cards(page)).toHaveLength(3);

    await page.keyboard.press('/');
    await page.keyboard.type('kites');
    await expect.poll(() => cards(page)).toHaveLength(2);
    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Category…' }).press('Enter');
    await page.getByRole('option', { name: /^News/ }).click();
    await expect.poll(() => cards(page)).toHaveLength(1);
    await expectAccessible(page);

    await page.reload();
    await expect.poll(() => cards(page)).toHaveLength(1);
    expect((await cards(page))[0]).toContain('Kites in June');
  });
});

describe('the tree of the knowledge base', () => {
  it('shows what has the words with the shelves around it, and moves nothing meanwhile', async () => {
    const kb = await newKnowledgeBase(dashboard.service);
    const help = await kb.collection('Help');
    const first = await kb.section(help, 'First steps');
    await kb.collection('More');
    for (const title of ['Café rules', 'Tying knots']) await kb.article(title, { section: first });
    const page = await dashboard.open(kb, '/kb');
    await expect.poll(() => rows(page)).toHaveLength(5);

    await page.keyboard.press('/');
    await page.keyboard.type('cafe');
    await expect.poll(() => rows(page)).toEqual(['Help', 'First steps', 'Café rules']);
    await page.getByRole('row', { name: /^Café rules/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Clear the search to move rows').waitFor();
    await expectAccessible(page);

    await page.getByRole('searchbox').fill('steps');
    await expect.poll(() => rows(page)).toEqual(['Help', 'First steps', 'Café rules', 'Tying knots']);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No matches').waitFor();
  });
});
