import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { defineType, expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import type { TestProject } from '../../support/service.ts';
import type { TestDashboard } from './dashboard.ts';

const localized = { localized: true };

/** A project in en, de (falls back to en) and ar, with a type of translated and shared fields. */
export async function newSite({ service }: TestDashboard): Promise<TestProject> {
  const site = await service.newProject();
  const owner = await signedIn(service, site.id, 'owner');
  for (const locale of [
    { code: 'de', fallback: 'en' },
    { code: 'ar', fallback: 'en' },
  ])
    await owner.send('POST', `/projects/${site.id}/locales`, locale);
  await defineType(
    site,
    'page',
    [
      { key: 'title', label: 'Title', type: 'string', options: { ...localized, required: true } },
      { key: 'intro', label: 'Intro', type: 'text', options: localized },
      { key: 'body', label: 'Body', type: 'richtext', options: localized },
      { key: 'price', label: 'Price', type: 'number' },
    ],
    { display_field: 'title' },
  );
  return site;
}

const english = { title: 'Prices', intro: 'Welcome', body: { markdown: 'Our **prices**.' }, price: 19 };

/** Adds a live page in English. */
export async function addPage(
  site: TestProject,
  body: object = { values: english, publish: true },
): Promise<string> {
  return String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
}

/** Opens a screen as an editor whom an owner limits to German. */
export async function openAsTranslator(
  dashboard: TestDashboard,
  site: TestProject,
  screen: string,
): Promise<Page> {
  const page = await dashboard.open(site, screen, { role: 'editor' });
  const owner = await signedIn(dashboard.service, site.id, 'owner');
  const members = `/projects/${site.id}/members`;
  const { data } = (await owner.send('GET', members)).body as { data: { id: string; role: string }[] };
  const id = data.find(({ role }) => role === 'editor')?.id ?? '';
  const { status } = await owner.send('PATCH', `${members}/${id}`, { grant: { locales: ['de'] } });
  expect(status).toBe(200);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Stores pictures of the screen at both sizes if SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Waits until the open editor has saved everything. */
export const saved = (page: Page) =>
  page
    .getByText(/^Saved/)
    .first()
    .waitFor();
