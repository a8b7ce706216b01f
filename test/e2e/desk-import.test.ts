import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup } from '../support/cleanup.ts';
import { createEntry, defineType, publishEntry } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

vi.setConfig({ testTimeout: 120_000 });

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard({ BULK_CONCURRENCY: '2' });
  await dashboard.service.app.start();
}, 120_000);
beforeEach(async () => {
  project = await dashboard.service.newProject();
  await defineType(
    project,
    'product',
    [
      { key: 'sku', label: 'SKU', type: 'string', options: { unique: true } },
      { key: 'title', label: 'Title', type: 'string', options: { required: true } },
      { key: 'price', label: 'Price', type: 'number' },
    ],
    { name: 'Product' },
  );
});

async function tableFile(content: string | Buffer): Promise<string> {
  const path = join(tmpdir(), `shop-${project.id}.csv`);
  await writeFile(path, content);
  cleanup(() => rm(path, { force: true }));
  return path;
}

const choose = async (page: Page, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles(await tableFile(content));

describe('the import of a table', () => {
  it('matches columns, checks rows, imports them and reports the rejected ones', async () => {
    await publishEntry(project, 'product', { sku: 'p-0', title: 'Old', price: 1 });
    const rows = Array.from(
      { length: 240 },
      (_, i) => `p-${i};Product ${i};${i === 7 ? 'much' : i};internal`,
    );
    const page = await dashboard.open(project, '/entries/product');
    await page.getByRole('button', { name: 'Import or export' }).click();
    await page.getByRole('menuitem', { name: 'Import table' }).click();
    await page.getByRole('heading', { name: 'Drop a CSV file here' }).waitFor();
    await expectAccessible(page);

    await choose(page, ['SKU;Name;price;Note', ...rows, ''].join('\n'));
    await page.getByText('has 240 rows').waitFor();
    expect(await page.getByLabel('Import SKU as').inputValue()).toBe('sku');
    expect(await page.getByLabel('Import Name as').inputValue()).toBe('');
    await page.getByRole('cell', { name: 'Product 4' }).waitFor();
    await page.getByLabel('Import Name as').selectOption('Title');
    await page.getByLabel('Publish the entries').check();
    await page.getByText('Readers will see them at once.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check 100 rows' }).click();
    await page.getByText('98 new, 1 changed, 0 unchanged. 1 row can’t be imported:').waitFor();
    await page.getByText('Row 9, price').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Import 240 rows' }).click();
    await page.waitForURL(/import=imp_/);
    await page.reload();
    await page.getByText('238 created, 1 changed, 0 unchanged, 1 rejected.').waitFor();
    await expectAccessible(page);
    const arrival = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download rejected rows' }).click();
    const file = await readFile(await (await arrival).path(), 'utf8');
    expect(file).toMatch(/^\uFEFFRow,Error,SKU,Name,price,Note\r\n9,/);
    await page.getByRole('link', { name: 'Show entries' }).click();
    await page.getByText('Product 239').waitFor();
    expect((await project.publishable.get('/v1/content/product?count=true')).body.meta.total).toBe(239);
  });

  it('lets authors import drafts, and viewers only download', async () => {
    const author = await dashboard.open(project, '/entries/product/import', { role: 'author' });
    await choose(author, Buffer.from('Title\n\xd6l\n', 'latin1'));
    await author.getByText('was read as Western European', { exact: false }).waitFor();
    await author.getByRole('cell', { name: 'Öl' }).waitFor();
    expect(await author.getByLabel('Publish the entries').count()).toBe(0);
    await author.getByRole('button', { name: 'Import 1 row' }).click();
    await author.getByText('1 created, 0 changed, 0 unchanged, 0 rejected.').waitFor();
    expect((await project.publishable.get('/v1/content/product?count=true')).body.meta.total).toBe(0);

    await createEntry(project, 'product', { title: 'Second' });
    const viewer = await dashboard.open(project, '/entries/product', { role: 'viewer' });
    await viewer.getByRole('button', { name: 'Import or export' }).click();
    expect(await viewer.getByRole('menuitem', { name: 'Import table' }).count()).toBe(0);
    const arrival = viewer.waitForEvent('download');
    await viewer.getByRole('menuitem', { name: 'Download CSV' }).click();
    const download = await arrival;
    expect(download.suggestedFilename()).toBe('product.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain('Öl');
  });

  it('says what is wrong with a file', async () => {
    const page = await dashboard.open(project, '/entries/product/import');
    await choose(page, 'Title\n');
    await page.getByText('The file has no rows below its first one.').waitFor();
    await choose(page, `Title\n${'x\n'.repeat(10_001)}`);
    await page.getByText('The file has 10,001 rows. Split it: one import takes 10,000.').waitFor();
  });
});
