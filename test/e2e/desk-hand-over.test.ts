import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { addPage, newSite, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

/** Downloads the texts of the shown language. */
async function exportTexts(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export texts' }).click();
  const arrival = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const download = await arrival;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import texts' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) });
}

const translated = (text: string) =>
  text.replace(
    /<source>(.*?)<\/source>(<target>.*?<\/target>)?/g,
    '<source>$1</source><target>de: $1</target>',
  );

async function outdatedOrMissing(site: TestProject): Promise<unknown[]> {
  return expectDone(await site.secret.get('/v1/translations?locale=de')).data as unknown[];
}

describe('texts for translators', () => {
  it('are exported, translated and imported as drafts', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const page = await dashboard.open(site, '/translations?locale=de');
    await page.getByRole('row', { name: /Prices/ }).waitFor();
    const { name, text } = await exportTexts(page, 'XLIFF 1.2');
    expect(name).toBe('texts-de.xlf');
    expect(text).toContain(`<trans-unit id="${id}/title"`);
    expect((await exportTexts(page, 'CSV')).name).toBe('texts-de.csv');
    await chooseFile(page, 'back-from-agency.xlf', translated(text));
    const dialog = page.getByRole('dialog', { name: 'Import texts' });
    await dialog.getByText('back-from-agency.xlf').waitFor();
    await expectAccessible(page);
    await shoot(page, 'import-texts');
    await dialog.getByRole('button', { name: 'Import texts' }).click();
    await dialog.getByText('Imported 3 texts.').waitFor();
    await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Nothing is missing or outdated').waitFor();
    expect(await outdatedOrMissing(site)).toEqual([]);
    const { states } = expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de&draft=true`, { values: {} }),
    );
    expect(states.de).toMatchObject({ status: 'draft', translation: 'current' });
  });

  it('that can’t be imported are counted with the reason', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const page = await dashboard.open(site, '/translations?locale=de');
    const { text } = await exportTexts(page, 'XLIFF 1.2');
    expectDone(await site.secret.patch(`/v1/content/page/${id}`, { values: { title: 'Pricing' } }));
    const dialog = page.getByRole('dialog', { name: 'Import texts' });
    await chooseFile(
      page,
      'texts.xlf',
      translated(text).replaceAll(/<target>(.*?)<g .*?<\/g>/g, '<target>$1'),
    );
    await dialog.getByRole('button', { name: 'Import texts' }).click();
    await dialog.getByText('2 texts couldn’t be imported:').waitFor();
    await dialog.getByText('1 text: The source changed after the export.').waitFor();
    await dialog.getByText('1 text: Formatting, links or line breaks').waitFor();
    await expectAccessible(page);
    await shoot(page, 'import-texts-rejected');
    await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
    expect(await outdatedOrMissing(site)).toMatchObject([{ missing_fields: ['title', 'body'] }]);
  });

  it('are not read from damaged or oversized files', async () => {
    const site = await newSite(dashboard);
    await addPage(site);
    const page = await dashboard.open(site, '/translations?locale=de', {
      expectedErrors: [/status of 400 .*\/translations\/import/],
    });
    const dialog = page.getByRole('dialog', { name: 'Import texts' });
    await chooseFile(page, 'texts.xlf', '<!DOCTYPE x><x/>');
    await dialog.getByRole('button', { name: 'Import texts' }).click();
    await page.getByText('document type').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await chooseFile(page, 'large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    await page.getByText('The file is larger than 10 MB.').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await outdatedOrMissing(site)).toHaveLength(1);
  });

  it('are only exported by viewers', async () => {
    const site = await newSite(dashboard);
    await addPage(site);
    const page = await dashboard.open(site, '/translations?locale=de', { role: 'viewer' });
    expect((await exportTexts(page, 'JSON')).name).toBe('texts-de.json');
    expect(await page.getByRole('button', { name: 'Import texts' }).count()).toBe(0);
  });
});
