import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addPage, newSite, openAsTranslator, saved, shoot } from './support/locale-site.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const reason = 'View only: you can change texts in German.';
const title = (page: Page) => page.locator('[data-field="title"] input');
const price = (page: Page) => page.locator('[data-field="price"] input');

describe('a member who is limited to German', () => {
  it('edits German, and views shared fields and English with a reason', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const page = await openAsTranslator(dashboard, site, `/entries/page/${id}?locale=de`);
    await title(page).fill('Preise');
    await saved(page);
    expect(await price(page).isEditable()).toBe(false);
    await page.getByText('View only: a change would apply to all languages.').waitFor();
    expect(await page.getByText(reason).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'translator-german');

    await page.goto(`/dashboard/p/${site.id}/entries/page/${id}`);
    await page.getByText(reason).waitFor();
    expect(await title(page).inputValue()).toBe('Prices');
    expect(await title(page).isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'translator-english');
  });

  it('publishes German only', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const path = `/v1/content/page/${id}`;
    expectDone(await site.secret.patch(`${path}?draft=true`, { values: { title: 'New prices', price: 20 } }));
    const page = await openAsTranslator(dashboard, site, `/entries/page/${id}?locale=de`);
    await title(page).fill('Preise');
    await saved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    const english = sheet.getByRole('checkbox', { name: 'English', exact: true });
    await english.waitFor();
    expect([await english.isChecked(), await english.isDisabled()]).toEqual([false, true]);
    await sheet.getByText('Goes live: Title (1 word)').waitFor();
    await expectAccessible(page);
    await shoot(page, 'translator-publish');
    await sheet.getByRole('button', { name: /^Publish/ }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    const read = async (locale: string) =>
      expectDone(await site.publishable.get(`${path}?locale=${locale}`)).values;
    expect(await read('de')).toMatchObject({ title: 'Preise', price: 19 });
    expect(await read('en')).toMatchObject({ title: 'Prices', price: 19 });
  });
});
