import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { pressOn, pressTogether } from './support/keyboard.ts';
import { addPage, newSite, saved, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const pathOf = (id: string) => `/v1/content/page/${id}`;

/** Adds pages in English and German whose English title and intro changed since. */
async function addOutdated(site: TestProject, titles: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const german = { values: { title: `${title} (de)`, intro: 'Willkommen' }, publish: true };
    const id = await addPage(site, {
      values: { title, intro: 'Welcome' },
      publish: true,
      locales: { de: german },
    });
    expectDone(await site.secret.patch(pathOf(id), { values: { title: `New ${title}`, intro: 'Hello' } }));
    ids.push(id);
  }
  return ids;
}

async function statesOf(site: TestProject, locale = 'de'): Promise<Record<string, string[]>> {
  const query = `locale=${locale}&state=missing,outdated,current`;
  const { data } = expectDone(await site.secret.get(`/v1/translations?${query}`));
  const items = data as { id: string; outdated_fields: string[] }[];
  return Object.fromEntries(items.map(({ id, outdated_fields }) => [id, outdated_fields]));
}

const translationsLink = (page: Page) => page.getByRole('link', { name: 'Translations', exact: true });

describe('the Translations screen', () => {
  it('is in the navigation of projects with several locales only', async () => {
    const one = await dashboard.service.newProject();
    const page = await dashboard.open(one, '/translations');
    await page.getByText('This project has one language').waitFor();
    expect(await translationsLink(page).count()).toBe(0);
    await expectAccessible(page);
  });

  it('counts by language and kind, filters, and opens an entry in its language', async () => {
    const site = await newSite(dashboard);
    const [id = ''] = await addOutdated(site, ['Prices']);
    expectDone(await site.secret.post('/v1/authors', { name: 'Edda Brandt', bio: 'Sews sails.' }));
    const page = await dashboard.open(site, '');
    await translationsLink(page).click();
    await page.getByRole('heading', { level: 1, name: 'Translations' }).waitFor();
    const counts = page.getByRole('table', { name: 'Counts' });
    await counts.getByRole('link', { name: '1 outdated: Entries, German' }).waitFor();
    await counts.getByRole('link', { name: '1 missing: Authors, Arabic' }).waitFor();
    const row = page.getByRole('row', { name: /New Prices/ });
    await row.getByText('Outdated: Title, Intro').waitFor();
    await row.getByText('Live').waitFor();
    await expectAccessible(page);
    await shoot(page, 'translations');

    await counts.getByRole('link', { name: '1 missing: Entries, Arabic' }).click();
    await row.getByText('Missing: Title, Intro').waitFor();
    await row.getByText('Not live').waitFor();
    await page.getByLabel('Kind').selectOption('Authors');
    await page.getByRole('row', { name: /Edda Brandt/ }).waitFor();
    await page
      .getByRole('row', { name: /Edda Brandt/ })
      .getByRole('link')
      .waitFor();
    await page.getByLabel('State').selectOption('Outdated');
    await page.getByText('No matches').waitFor();
    await expectAccessible(page);
    const address = new URL(page.url()).searchParams;
    expect([address.get('locale'), address.get('kind'), address.get('state')]).toEqual([
      'ar',
      'author',
      'outdated',
    ]);

    await page.getByLabel('Language').selectOption('German');
    await page.getByLabel('Kind').selectOption('Entries');
    await row.getByRole('link').click();
    await page.waitForURL(`**/entries/page/${id}?locale=de`);
    await page.getByText('English changed since 2 texts were translated.').waitFor();
  });

  it('marks selected items as still right', async () => {
    const site = await newSite(dashboard);
    const titles = Array.from({ length: 12 }, (_, n) => `Page ${n}`);
    const ids = await addOutdated(site, titles);
    const missing = await addPage(site, {
      values: { title: 'Untranslated', intro: 'Welcome' },
      publish: true,
    });
    const page = await dashboard.open(site, '/translations?locale=de');
    await page.getByRole('checkbox', { name: 'Select Untranslated' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await bar.getByText('1 item selected, 0 outdated').waitFor();
    expect(await bar.getByRole('button', { name: 'Still right' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await bar.getByText('13 items selected, 12 outdated').waitFor();
    await expectAccessible(page);
    await shoot(page, 'translations-selected');
    await bar.getByRole('button', { name: 'Still right' }).click();
    await page.getByText('12 items marked as still right in German').waitFor();
    await page.getByRole('row', { name: /New Page 3/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Untranslated/ }).waitFor();
    await page.getByRole('table', { name: 'Counts' }).getByText('1 missing').first().waitFor();
    const states = await statesOf(site);
    expect(ids.map((id) => states[id])).toEqual(ids.map(() => []));
    expect(Object.keys(states)).toContain(missing);
  });

  it('names the items that still lack texts', async () => {
    const site = await newSite(dashboard);
    const [id = ''] = await addOutdated(site, ['Prices']);
    const clear = await site.secret.patch(`${pathOf(id)}?locale=de`, { values: { intro: null } });
    expectDone(clear);
    const page = await dashboard.open(site, '/translations?locale=de');
    await page.getByRole('row', { name: /New Prices/ }).waitFor();
    await page.getByText('Missing: Intro · Outdated: Title').waitFor();
    await page.getByRole('checkbox', { name: 'Select New Prices' }).check();
    await page.getByRole('button', { name: 'Still right' }).click();
    await page
      .getByText('1 item marked as still right in German. Texts are still missing in 1 item')
      .waitFor();
    await page.getByText('Missing: Intro', { exact: true }).waitFor();
  });

  it('is read only for viewers', async () => {
    const site = await newSite(dashboard);
    const [id = ''] = await addOutdated(site, ['Prices']);
    const page = await dashboard.open(site, '/translations?locale=de', { role: 'viewer' });
    await page.getByRole('row', { name: /New Prices/ }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.goto(`/dashboard/p/${site.id}/entries/page/${id}?locale=de`);
    await page.getByText('English changed since 2 texts were translated.').waitFor();
    await page.getByRole('button', { name: 'Language: German' }).click();
    await page.getByRole('menuitem', { name: 'Side by side with English' }).click();
    await page.getByText('Changed since it was translated').first().waitFor();
    expect(await page.getByRole('button', { name: /till right/ }).count()).toBe(0);
  });
});

describe('the editor of a translation', () => {
  it('marks texts whose source changed, and confirms one or all of them', async () => {
    const site = await newSite(dashboard);
    const [id = ''] = await addOutdated(site, ['Prices']);
    const page = await dashboard.open(site, `/entries/page/${id}?locale=de`);
    await page.getByRole('button', { name: 'Compare side by side' }).click();
    const title = page.getByRole('region', { name: 'Title in English' });
    await title.getByText('Changed since it was translated').waitFor();
    await page
      .getByRole('region', { name: 'Intro in English' })
      .getByText(/^Changed since/)
      .waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Body in English' })
        .getByText(/^Changed/)
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'still-right');
    await title.getByRole('button', { name: 'Still right: Title' }).click();
    await page.getByText('Title marked as still right').waitFor();
    await title.getByText('Changed since it was translated').waitFor({ state: 'detached' });
    expect((await statesOf(site))[id]).toEqual(['intro']);
    await page.getByRole('button', { name: 'All still right' }).click();
    await page.getByText('All texts marked as still right').waitFor();
    await page.getByRole('button', { name: 'All still right' }).waitFor({ state: 'detached' });
    expect((await statesOf(site))[id]).toEqual([]);
  });

  it('unmarks a text that is translated again, also in Arabic', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const arabic = { values: { title: 'الأسعار' }, publish: true };
    expectDone(await site.secret.patch(`${pathOf(id)}?locale=ar`, arabic));
    expectDone(await site.secret.patch(pathOf(id), { values: { title: 'Pricing' } }));
    const page = await dashboard.open(site, `/entries/page/${id}?locale=ar`);
    await page.getByText('English changed since 1 text was translated.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'outdated-arabic');
    await page.getByRole('button', { name: 'Compare side by side' }).click();
    const mark = page.getByText('Changed since it was translated');
    await mark.waitFor();
    await shoot(page, 'still-right-arabic');
    await page.locator('[data-field="title"] input').fill('التسعير');
    await mark.waitFor({ state: 'detached' });
    await saved(page);
    expect((await statesOf(site, 'ar'))[id]).toEqual([]);
    await page.goto(`/dashboard/p/${site.id}/translations?locale=ar`);
    await page.getByText('Missing: Intro, Body').waitFor();
    await shoot(page, 'translations-arabic');
  });

  it('marks texts in blocks', async () => {
    const site = await newSite(dashboard);
    const fields = [{ key: 'text', label: 'Text', type: 'text', options: { localized: true } }];
    expectDone(await site.secret.put('/v1/schema/blocks/note', { name: 'Note', fields }));
    await defineType(site, 'story', [
      { key: 'parts', label: 'Parts', type: 'blocks', options: { blocks: ['note'] } },
    ]);
    const created = await site.secret.post('/v1/content/story/entries', {
      values: { parts: [{ block: 'note', values: { text: 'Once' } }] },
      publish: true,
    });
    const { id, values } = expectDone(created);
    const [part] = values.parts as { id: string }[];
    const path = `/v1/content/story/${String(id)}`;
    const german = { parts: { [part?.id ?? '']: { text: 'Einmal' } } };
    expectDone(await site.secret.patch(path, { locales: { de: { values: german, publish: true } } }));
    const later = [{ id: part?.id, block: 'note', values: { text: 'Once upon a time' } }];
    expectDone(await site.secret.patch(path, { values: { parts: later } }));
    const page = await dashboard.open(site, `/entries/story/${String(id)}?locale=de`);
    await page.getByRole('button', { name: 'Compare side by side' }).click();
    await page.getByRole('button', { name: 'Still right: Text' }).click();
    await page.getByText('Text marked as still right').waitFor();
    await page.getByText('Changed since it was translated').waitFor({ state: 'detached' });
  });
});

describe('a list of entries', () => {
  it('is filtered by translation in its language', async () => {
    const site = await newSite(dashboard);
    await addOutdated(site, ['Prices']);
    await addPage(site, { values: { title: 'Untranslated' }, publish: true });
    const page = await dashboard.open(site, '/entries/page?locale=de');
    const rows = {
      old: page.getByRole('row', { name: /Prices/ }),
      none: page.getByRole('row', { name: /Untr/ }),
    };
    await rows.old.waitFor();
    const filter = page.getByLabel('Translation', { exact: true });
    await filter.selectOption('Outdated in German');
    await rows.none.waitFor({ state: 'detached' });
    await rows.old.waitFor();
    expect(new URL(page.url()).searchParams.get('translation')).toBe('outdated');
    await filter.selectOption('Not live in German');
    await rows.old.waitFor({ state: 'detached' });
    await rows.none.waitFor();
    await expectAccessible(page);
    await shoot(page, 'list-filtered');
    await page.getByRole('button', { name: 'Language: German' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await filter.selectOption('Outdated in any language');
    await rows.old.waitFor();
  });
});

describe('by keyboard', () => {
  it('opens the screen, selects an item and marks it', async () => {
    const site = await newSite(dashboard);
    const [id = ''] = await addOutdated(site, ['Prices']);
    const page = await dashboard.open(site, '');
    await translationsLink(page).waitFor();
    await pressTogether(page, 'g', 'n');
    await page.getByRole('row', { name: /New Prices/ }).waitFor();
    await pressOn(page.getByRole('checkbox', { name: 'Select New Prices' }), 'Space');
    await pressOn(page.getByRole('button', { name: 'Still right' }));
    await page.getByText('1 item marked as still right in German').waitFor();
    expect((await statesOf(site))[id]).toEqual([]);
  });
});
