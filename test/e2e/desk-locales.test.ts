import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../support/content.ts';
import { addPerson, signedIn } from '../support/dashboard.ts';
import { sweepAll } from '../support/locale-rows.ts';
import type { TestProject } from '../support/service.ts';
import { pressOn, typeInto } from './support/keyboard.ts';
import { addPage, newSite, saved, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await newSite(dashboard);
});

const languageButton = (page: Page) => page.getByRole('button', { name: /^Language:/ });

describe('the locales of a project', () => {
  it('are added with a fallback of the same language, changed, and removed by their code', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de`, {
        values: { title: 'Preise' },
        publish: true,
      }),
    );
    const page = await dashboard.open(site, '/settings');
    await page.getByRole('button', { name: 'Add locale' }).click();
    await page.getByLabel('Code').fill('de-at');
    expect(await page.getByLabel('Fallback', { exact: true }).inputValue()).toBe('de');
    await shoot(page, 'add-locale');
    await page.getByRole('dialog').getByRole('button', { name: 'Add locale' }).click();
    await page.getByRole('row', { name: /German \(Austria\) de-AT German → English/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Locales' }).scrollIntoViewIfNeeded();
    await shoot(page, 'settings-locales');

    await page.getByRole('button', { name: 'Actions for German (Austria)' }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Austrian');
    await page.getByRole('button', { name: 'Save locale' }).click();
    await page.getByRole('row', { name: /Austrian/ }).waitFor();

    const remove = async (name: string, code: string, sentence: RegExp) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Remove locale…' }).click();
      await page.getByText(sentence).waitFor();
      await page.getByRole('dialog').getByRole('textbox').fill(code);
      await page.getByRole('checkbox', { name: 'Send an event for each item' }).check();
      await page.getByRole('button', { name: 'Remove locale', exact: true }).click();
      await page.getByText(`${name} removed`).waitFor();
    };
    await remove('Austrian', 'de-AT', /^Austrian has 0 live, 0 scheduled and 0 draft items\./);
    await remove(
      'German',
      'de',
      /^German has 1 live, 0 scheduled and 0 draft item\. Readers lose them at once\./,
    );
    await sweepAll(dashboard.service);
    expect(await site.events()).toContain('content.entry.updated');
  });
});

describe('a value that is taken in a locale', () => {
  it('is listed in the settings with a link to its entry', async () => {
    const site = await newSite(dashboard);
    const unique = { localized: true, unique: true };
    const path = { key: 'path', label: 'Path', type: 'string', options: unique };
    const title = { key: 'title', label: 'Title', type: 'string', options: { localized: true } };
    await defineType(site, 'place', [title, path], { display_field: 'title' });
    const create = async (body: object) =>
      String(expectDone(await site.secret.post('/v1/content/place/entries', body)).id);
    const german = { values: { title: 'Preise', path: '/x' }, publish: true };
    const arabic = (values: object) => ({ ar: { values: { title: 'أسعار', ...values }, publish: true } });
    const id = await create({ values: { title: 'Prices' }, locales: { de: german, ...arabic({}) } });
    const owner = await signedIn(dashboard.service, site.id, 'owner');
    await owner.send('PATCH', `/projects/${site.id}/locales/ar`, { fallback: 'de' });
    await create({ values: { title: 'Fees' }, locales: arabic({ path: '/x' }) });
    await sweepAll(dashboard.service);

    const page = await dashboard.open(site, '/settings');
    const row = page.getByRole('table', { name: 'Entries with a value that is taken' }).getByRole('row');
    await row.filter({ hasText: /path.*Arabic/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'locale-clashes');
    await page.getByRole('link', { name: 'أسعار' }).click();
    await page.waitForURL(`**/entries/place/${id}?locale=ar`);
  });
});

describe('a field that is translated first', () => {
  it('says what it means for live entries', async () => {
    const site = await newSite(dashboard);
    await defineType(site, 'plain', [{ key: 'title', label: 'Title', type: 'string' }]);
    expectDone(
      await site.secret.post('/v1/content/plain/entries', { values: { title: 'A' }, publish: true }),
    );
    const page = await dashboard.open(site, '/content-types/type/plain');
    await page.getByRole('button', { name: 'Title title' }).click();
    await page.getByLabel('Translated').check();
    await page
      .getByText('1 live entry will be visible in English only until you publish it in another language.')
      .waitFor();
    await page.getByLabel('Never fall back').waitFor();
    await shoot(page, 'type-editor');
  });
});

describe('an entry in several locales', () => {
  it('is translated in its own draft, by keyboard', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}`);
    expect(await languageButton(page).innerText()).toBe('English');
    await page.getByText('All languages').first().waitFor();
    await page.getByLabel('Title').focus();
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('menuitem', { name: /German/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'locale-menu');
    await page.keyboard.press('g'); // a second letter that comes late begins another search
    await page
      .getByRole('menuitem', { name: /German/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Language: German' }).waitFor();
    expect(new URL(page.url()).searchParams.get('locale')).toBe('de');

    const title = page.getByLabel('Title');
    expect(await title.inputValue()).toBe('');
    expect(await title.getAttribute('lang')).toBe('de');
    expect(await page.locator('[data-field="intro"] .fallback-line').innerText()).toBe('English: Welcome');
    await title.fill('Preise');
    await saved(page);
    expect(await page.locator('[data-field="title"] .fallback-line').count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'entry-german');
    const states = async () =>
      Object.keys(
        expectDone(await project.secret.patch(`/v1/content/page/${id}?locale=de`, { values: {} }))
          .states as object,
      );
    expect(await states()).toEqual(['en', 'de']);
  });

  it('is shown beside its source, and copied from it', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}?locale=de`);
    await languageButton(page).click();
    await page.getByRole('menuitem', { name: 'Side by side with English' }).click();
    const source = page.getByRole('region', { name: 'Title in English' });
    await source.getByText('Prices').waitFor();
    await page.getByRole('button', { name: 'Copy from English: Title' }).click();
    expect(await page.locator('[data-field="title"] input').inputValue()).toBe('Prices');
    await page.getByRole('button', { name: 'Clear: Title' }).click();
    expect(await page.locator('[data-field="title"] input').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Copy all from English' }).click();
    await page.getByRole('textbox', { name: 'Body' }).getByText('prices').waitFor();
    await saved(page);
    await expectAccessible(page);
    await shoot(page, 'side-by-side');
  });

  it('is written from right to left in Arabic', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}?locale=ar`);
    await page.getByLabel('Title').fill('الأسعار');
    expect(await page.getByLabel('Title').getAttribute('dir')).toBe('rtl');
    expect(await page.getByRole('textbox', { name: 'Body' }).getAttribute('dir')).toBe('rtl');
    const placeholder = `getComputedStyle(document.querySelector('.is-editor-empty'), '::before')`;
    expect(await page.evaluate(`${placeholder}.unicodeBidi`)).toBe('plaintext'); // "images…", not "…images"
    await saved(page);
    await expectAccessible(page);
    await shoot(page, 'entry-arabic');
    await page.goto(`/dashboard/p/${project.id}/entries/page?locale=ar`);
    await page.getByRole('row', { name: /الأسعار/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'list-arabic');
  });

  it('keeps unsaved text in its locale', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}?locale=de`, { expectedErrors: [/./] });
    await page.getByLabel('Title').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Title').fill('Nur hier');
    await page
      .getByText(/on this device/)
      .first()
      .waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await expect
      .poll(() => page.locator('[data-field="title"] input').inputValue(), { timeout: 20_000 })
      .toBe('Nur hier');
    await saved(page);
    await page.goto(`/dashboard/p/${project.id}/entries/page/${id}`);
    await page.getByLabel('Title').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Prices');
  });
});

describe('the publish sheet', () => {
  it('publishes two languages, and can keep shared changes in the draft', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const german = `/v1/content/page/${id}?locale=de&draft=true`;
    expectDone(await site.secret.patch(german, { values: { title: 'Preise' } }));
    const draft = `/v1/content/page/${id}?draft=true`;
    expectDone(await site.secret.patch(draft, { values: { title: 'New prices', price: 20 } }));
    const page = await dashboard.open(site, `/entries/page/${id}?locale=de`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('checkbox', { name: 'English', exact: true }).check();
    await sheet.getByText('Shared changes go live in English and German: Price').waitFor();
    await expectAccessible(page);
    await shoot(page, 'publish-sheet');
    await sheet.getByLabel(/^Shared changes/).uncheck();
    await sheet.getByRole('button', { name: /^Publish 2 languages/ }).click();
    await page.getByText('Published in 2 languages').waitFor();
    const read = async (locale: string) =>
      expectDone(await site.publishable.get(`/v1/content/page/${id}?locale=${locale}`)).values;
    expect(await read('en')).toMatchObject({ title: 'New prices', price: 19 });
    expect(await read('de')).toMatchObject({ title: 'Preise', price: 19 });
  });

  it('names what a language lacks, and waits for it', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const german = `/v1/content/page/${id}?locale=de&draft=true`;
    expectDone(await site.secret.patch(german, { values: { intro: 'Willkommen' } }));
    expectDone(await site.secret.patch(`/v1/content/page/${id}?draft=true`, { values: { intro: 'Hello' } }));
    const page = await dashboard.open(site, `/entries/page/${id}`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('checkbox', { name: 'German', exact: true }).check();
    await page.getByText(/Title is empty/).waitFor();
    const publish = page.getByRole('button', { name: /^Publish 2 languages/ });
    expect(await publish.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('by keyboard', () => {
  it('adds a locale, translates beside the source, opens its schedule, and removes the locale', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    const page = await dashboard.open(site, '/settings');
    await pressOn(page.getByRole('button', { name: 'Add locale' }));
    await typeInto(page.getByRole('dialog').getByLabel('Code'), 'fr');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /French fr English/ }).waitFor();

    await page.goto(`/dashboard/p/${site.id}/entries/page/${id}`);
    await languageButton(page).waitFor();
    await page.keyboard.press('Control+Shift+L');
    await pressOn(page.getByRole('menuitem', { name: /French/ }), 'Enter', { by: 'ArrowDown' });
    await page.getByRole('button', { name: 'Language: French' }).waitFor();
    await page.keyboard.press('Control+Shift+L');
    const beside = page.getByRole('menuitem', { name: 'Side by side with English' });
    await pressOn(beside, 'Enter', { by: 'ArrowDown' });
    await pressOn(page.getByRole('button', { name: 'Copy from English: Title' }));
    await typeInto(page.locator('[data-field="title"] input'), 'Tarifs');
    await saved(page);
    await pressOn(page.getByRole('button', { name: 'More actions for this entry' }));
    await pressOn(page.getByRole('menuitem', { name: 'Schedule…' }), 'Enter', { by: 'ArrowDown' });
    await page.getByRole('dialog', { name: /Schedule/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'schedule-french');
    await page.keyboard.press('Escape');

    await page.goto(`/dashboard/p/${site.id}/settings`);
    await pressOn(page.getByRole('button', { name: 'Actions for French' }));
    await pressOn(page.getByRole('menuitem', { name: 'Remove locale…' }), 'Enter', { by: 'ArrowDown' });
    await page.getByText('French has 0 live, 0 scheduled and 1 draft item.').waitFor();
    await typeInto(page.getByRole('dialog').getByRole('textbox'), 'fr');
    await page.keyboard.press('Enter');
    await page.getByText('French removed').waitFor();
  });
});

describe('the locale in the URL', () => {
  it('stays in the project, and is dropped with it', async () => {
    const id = await addPage(project);
    const other = await dashboard.service.newProject();
    await addPerson(dashboard.service.app, other.id, {
      email: `owner-${project.id}@example.test`,
      role: 'owner',
    });
    const page = await dashboard.open(project, `/entries/page/${id}?locale=de`);
    const locale = () => new URL(page.url()).searchParams.get('locale');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor({ state: 'detached' });
    expect(locale()).toBe('de');
    await page.locator('.project-button').click();
    await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
    await page.waitForURL(`**/p/${other.id}*`);
    expect(locale()).toBe(null);
  });

  it('opens the default locale if the project has no such locale', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}?locale=it`, { expectedErrors: [/400/] });
    await expect.poll(() => page.locator('[data-field="title"] input').inputValue()).toBe('Prices');
    expect(await languageButton(page).innerText()).toBe('English');
    expect(page.url()).not.toContain('locale');
  });

  it('is also that of the live preview', async () => {
    const id = await addPage(project);
    const page = await dashboard.open(project, `/entries/page/${id}?locale=de`);
    await page.getByRole('button', { name: 'Live preview' }).click();
    await page.waitForURL(`**/live/page/${id}?locale=de`);
  });
});

describe('a list of entries in several locales', () => {
  it('stays in its language when a saved view is opened', async () => {
    const owner = await signedIn(dashboard.service, project.id, 'owner');
    const view = {
      list: 'content/page',
      name: 'Searched',
      search: { q: 'nothing' },
      columns: null,
      shared: false,
    };
    expect((await owner.send('POST', `/projects/${project.id}/views`, view)).status).toBe(201);
    const page = await dashboard.open(project, '/entries/page?locale=ar');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Searched' }).click();
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Searched' }).waitFor();
    expect(new URL(page.url()).searchParams.get('locale')).toBe('ar');
  });

  it('offers the languages while nothing matches', async () => {
    const page = await dashboard.open(project, '/entries/page?locale=ar&q=nothing');
    await page.getByText('No matches').waitFor();
    await languageButton(page).click();
    await page.getByRole('menuitem', { name: /German/ }).waitFor();
  });

  it('shows a state for each locale, and publishes in the chosen one', async () => {
    const site = await newSite(dashboard);
    const id = await addPage(site);
    expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de&draft=true`, { values: { title: 'Preise' } }),
    );
    const page = await dashboard.open(site, '/entries/page');
    const row = page.getByRole('row', { name: /Prices/ });
    await row.getByText('English: Live').waitFor({ state: 'attached' });
    await row.getByText('German: Draft').waitFor({ state: 'attached' });
    await row.getByText('Arabic: Not started').waitFor({ state: 'attached' });
    await languageButton(page).click();
    await page.getByRole('menuitem', { name: /German/ }).click();
    const german = page.getByRole('row', { name: /Preise/ });
    await german.waitFor();
    await shoot(page, 'list');
    await german.getByRole('checkbox').check();
    await page.getByText('1 entry selected in German').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('1 published in German').waitFor();
    await german.getByText('German: Live').waitFor({ state: 'attached' });
    await expectAccessible(page);

    await german.getByRole('checkbox').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByText(/Only the texts in German are deleted\. They stay in the trash for/).waitFor();
    await question.getByRole('button', { name: /^Delete/ }).click();
    await page.getByText('1 deleted in German').waitFor();
    await page.goto(`/dashboard/p/${site.id}/trash`);
    await page.getByRole('row', { name: /Preise page, German/ }).waitFor();
  });
});
