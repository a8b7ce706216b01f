import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { pressOn, typeInto } from './support/keyboard.ts';
import { addPage, newSite, openAsTranslator, saved, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await newSite(dashboard);
});

const languageButton = (page: Page) => page.getByRole('button', { name: /^Language:/ });
const title = (page: Page) => page.locator('[data-field="title"] input');
const english = { title: 'Prices', excerpt: 'Welcome', body: { markdown: 'Our **prices**.' }, publish: true };

/** Adds a live article in English. */
async function addArticle(site: TestProject): Promise<string> {
  return String(expectDone(await site.secret.post('/v1/blog/articles', english)).id);
}

describe('an article in several locales', () => {
  it('is translated beside its source and published alone, by keyboard', async () => {
    const id = await addArticle(project);
    const page = await dashboard.open(project, `/blog/${id}`);
    expect(await languageButton(page).innerText()).toBe('English');
    await page.getByText('All languages').first().waitFor();
    await title(page).focus();
    await page.keyboard.press('Control+Shift+L');
    await expectAccessible(page);
    await shoot(page, 'article-locale-menu');
    await pressOn(page.getByRole('menuitem', { name: /German/ }), 'Enter', { by: 'ArrowDown' });
    await page.getByRole('button', { name: 'Language: German' }).waitFor();
    expect(new URL(page.url()).searchParams.get('locale')).toBe('de');
    expect(await title(page).inputValue()).toBe('');
    expect(await title(page).getAttribute('lang')).toBe('de');
    expect(await page.locator('[data-field="excerpt"] .fallback-line').innerText()).toBe('English: Welcome');

    await page.keyboard.press('Control+Shift+L');
    const beside = page.getByRole('menuitem', { name: 'Side by side with English' });
    await pressOn(beside, 'Enter', { by: 'ArrowDown' });
    await page.getByRole('region', { name: 'Title in English' }).getByText('Prices').waitFor();
    await pressOn(page.getByRole('button', { name: 'Copy all from English' }));
    await page.getByRole('textbox', { name: 'Body' }).getByText('prices').waitFor();
    await pressOn(page.getByRole('button', { name: 'Clear: Excerpt' }));
    await typeInto(title(page), 'Preise');
    await saved(page);
    await expectAccessible(page);
    await shoot(page, 'article-side-by-side');

    await page.keyboard.press('Control+Enter');
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('checkbox', { name: 'English', exact: true }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'article-publish-sheet');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Published', { exact: true }).first().waitFor();
    const read = async (locale: string) =>
      expectDone(await project.publishable.get(`/v1/blog/articles/${id}?locale=${locale}`));
    expect(await read('de')).toMatchObject({ title: 'Preise', excerpt: 'Welcome' });
    expect(await read('en')).toMatchObject({ title: 'Prices', locales: ['en', 'de'] });
  });

  it('keeps unsaved texts in their language', async () => {
    const id = await addArticle(project);
    const page = await dashboard.open(project, `/blog/${id}?locale=de`, { expectedErrors: [/ERR_FAILED/] });
    await page.route(`**/blog/articles/${id}*`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    const choose = async (language: string) => {
      await languageButton(page).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${language}`) }).click();
      await page.getByRole('button', { name: `Language: ${language}` }).waitFor();
    };
    await title(page).fill('Preise');
    await page.getByText('1 change is stored on this device', { exact: false }).waitFor();
    await choose('English');
    await saved(page);
    expect(await title(page).inputValue()).toBe('Prices');

    await page.unrouteAll();
    await choose('German');
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    await saved(page);
    const read = async (locale: string) =>
      expectDone(await project.secret.get(`/preview/v1/blog/articles/${id}?locale=${locale}`)).title;
    expect([await read('en'), await read('de')]).toEqual(['Prices', 'Preise']);
  });

  it('is written from right to left in Arabic', async () => {
    const id = await addArticle(project);
    const page = await dashboard.open(project, `/blog/${id}?locale=ar`);
    await title(page).fill('الأسعار');
    expect(await title(page).getAttribute('dir')).toBe('rtl');
    expect(await page.getByRole('textbox', { name: 'Body' }).getAttribute('dir')).toBe('rtl');
    await saved(page);
    await expectAccessible(page);
    await shoot(page, 'article-arabic');
    await page.goto(`/dashboard/p/${project.id}/blog?locale=ar`);
    await page.getByRole('row', { name: /الأسعار/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'articles-arabic');
  });

  it('marks what changed since it was translated, until it is still right', async () => {
    const site = await newSite(dashboard);
    const id = await addArticle(site);
    const path = `/v1/blog/articles/${id}`;
    expectDone(await site.secret.patch(`${path}?locale=de`, { title: 'Preise', excerpt: 'Hallo' }));
    expectDone(await site.secret.patch(path, { title: 'New prices' }));
    const page = await dashboard.open(site, `/blog/${id}?locale=de`);
    await page.getByText('English changed since 1 text was translated.').waitFor();
    await pressOn(page.getByRole('button', { name: 'Compare side by side' }));
    await page.getByText('Changed since it was translated').waitFor();
    await shoot(page, 'article-outdated');
    await pressOn(page.getByRole('button', { name: 'Still right: Title' }));
    await page.getByText('Title marked as still right').waitFor();
    await page.getByText('Changed since it was translated').waitFor({ state: 'detached' });
  });

  it('loses its German content, which comes back from the trash as a draft', async () => {
    const site = await newSite(dashboard);
    const id = await addArticle(site);
    const german = `/v1/blog/articles/${id}?locale=de`;
    expectDone(await site.secret.patch(german, { title: 'Preise', publish: true }));
    const page = await dashboard.open(site, `/blog/${id}?locale=de`);
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    await pressOn(page.getByRole('button', { name: 'More actions for this article' }));
    const item = page.getByRole('menuitem', { name: 'Delete German…' });
    await item.waitFor();
    await page.keyboard.type('Delete G');
    await item.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Readers of German no longer find this article\./).waitFor();
    await expectAccessible(page);
    await shoot(page, 'article-delete-german');
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Delete German' }));
    await page.getByText('German moved to the trash').waitFor();
    await expect.poll(() => title(page).inputValue()).toBe('');
    expect(await page.locator('[data-field="title"] .fallback-line').innerText()).toBe('English: Prices');
    expect((await site.publishable.get(german)).status).toBe(404);
    const body = { markdown: `See [prices](blog_article:${id}).` };
    const link = { title: 'Links', body, publish: true };
    expectDone(await site.secret.post('/v1/blog/articles', link));
    await page.getByRole('region', { name: 'Linked from' }).getByRole('link', { name: 'Links' }).waitFor();

    await page.goto(`/dashboard/p/${site.id}/audit`);
    await page.getByText(/Prices in German$/).waitFor();
    await page.goto(`/dashboard/p/${site.id}/trash`);
    const deletedRow = page.getByRole('row', { name: /Preise/ });
    await deletedRow.getByText(/, German$/).waitFor();
    await deletedRow.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Restored', { exact: true }).waitFor();
    await page.goto(`/dashboard/p/${site.id}/blog/${id}?locale=de`);
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  it('gets its German content back as a draft with Undo', async () => {
    const id = await addArticle(project);
    const german = `/v1/blog/articles/${id}?locale=de`;
    expectDone(await project.secret.patch(german, { title: 'Preise', publish: true }));
    const page = await dashboard.open(project, `/blog/${id}?locale=de`);
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    await page.getByRole('button', { name: 'More actions for this article' }).click();
    await page.getByRole('menuitem', { name: 'Delete German…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete German' }).click();
    await expect.poll(() => title(page).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    const { states } = expectDone(await project.secret.patch(german, { seo: {} }));
    expect(states).toMatchObject({ en: { status: 'published' }, de: { status: 'draft' } });
  });

  it('is on the board, also in a locale that the project does not have', async () => {
    const site = await newSite(dashboard);
    await addArticle(site);
    const page = await dashboard.open(site, '/blog/board?locale=fr');
    await page.getByRole('region', { name: 'Live' }).getByText('Prices').waitFor();
    await page.getByText('No drafts. Press N to create one.').waitFor();
  });

  it('opens in its language from the translations', async () => {
    const site = await newSite(dashboard);
    const id = await addArticle(site);
    const page = await dashboard.open(site, '/translations?locale=de&kind=blog_article');
    await page.getByRole('link', { name: 'Prices' }).click();
    await page.waitForURL(`**/blog/${id}?locale=de`);
    await page.getByRole('button', { name: 'Language: German' }).waitFor();
  });
});

describe('an entry', () => {
  it('loses its content in one language from its editor', async () => {
    const id = await addPage(project);
    const german = `/v1/content/page/${id}?locale=de`;
    expectDone(await project.secret.patch(german, { values: { title: 'Preise' }, publish: true }));
    const page = await dashboard.open(project, `/entries/page/${id}?locale=de`);
    await expect.poll(() => title(page).inputValue()).toBe('Preise');
    await page.getByRole('button', { name: 'More actions for this entry' }).click();
    await page.getByRole('menuitem', { name: 'Delete German…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete German' }).click();
    await page.getByText('German moved to the trash').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => title(page).inputValue()).toBe('');
    await title(page).fill('Tarife');
    await saved(page);
    const states = expectDone(await project.secret.patch(german, { values: {} })).states as object;
    expect(states).toMatchObject({ en: { status: 'published' }, de: { status: 'draft' } });
  });
});

describe('a knowledge base article in several locales', () => {
  it('is listed and edited in its language', async () => {
    const site = await newSite(dashboard);
    const { id: collection } = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Start' }));
    const article = { title: 'Prices', collection, publish: true };
    const { id } = expectDone(await site.secret.post('/v1/kb/articles', article));
    const page = await dashboard.open(site, `/kb/articles/${String(id)}?locale=de`);
    await title(page).fill('Preise');
    await saved(page);
    await page.goto(`/dashboard/p/${site.id}/kb/articles?locale=de`);
    const row = page.getByRole('row', { name: /Preise/ });
    await row.getByText('English: Live').waitFor({ state: 'attached' });
    await row.getByText('German: Draft').waitFor({ state: 'attached' });
    await expectAccessible(page);
    await shoot(page, 'kb-articles');
    await row.getByRole('checkbox').check();
    await page.getByText('1 article selected in German').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('1 published in German').waitFor();
    await row.getByText('German: Live').waitFor({ state: 'attached' });
  });
});

describe('an author in several locales', () => {
  it('is translated with what readers see in place of empty texts, by keyboard', async () => {
    const site = await newSite(dashboard);
    const author = { name: 'Ada', job_title: 'Writer', bio: 'Writes.' };
    const { id } = expectDone(await site.secret.post('/v1/authors', author));
    const page = await dashboard.open(site, '/authors?locale=de');
    await page.getByRole('link', { name: 'Ada' }).click();
    const panel = page.getByRole('dialog');
    const name = panel.getByLabel('Name');
    expect(await name.inputValue()).toBe('');
    expect(await name.getAttribute('lang')).toBe('de');
    await panel.getByText('English: Writer').waitFor();
    await panel.getByText('All languages').first().waitFor();
    await typeInto(name, 'Ada');
    await typeInto(panel.getByLabel('Job title'), 'Autorin');
    await expectAccessible(page);
    await shoot(page, 'author-german');
    await page.keyboard.press('Control+S');
    await page.getByText('Ada is saved').waitFor();
    await page.getByRole('row', { name: /Autorin/ }).waitFor();
    const read = async (locale: string) =>
      expectDone(await site.publishable.get(`/v1/authors/${String(id)}?locale=${locale}`));
    expect(await read('de')).toMatchObject({
      job_title: 'Autorin',
      bio: 'Writes.',
      fallbacks: { bio: 'en' },
    });
    expect(await read('en')).toMatchObject({ job_title: 'Writer' });

    await page.getByRole('link', { name: 'Ada' }).click();
    await panel.getByRole('button', { name: 'Language: German' }).click();
    await page.getByRole('menuitem', { name: /English/ }).click();
    await expect.poll(() => panel.getByLabel('Job title').inputValue()).toBe('Writer');
  });

  it('is changed in German alone by a translator', async () => {
    const site = await newSite(dashboard);
    const { id } = expectDone(await site.secret.post('/v1/blog/categories', { name: 'News' }));
    const page = await openAsTranslator(dashboard, site, '/categories?locale=de');
    await page.getByRole('link', { name: 'News' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Neues');
    expect(await panel.getByRole('button', { name: 'Choose an image' }).first().isDisabled()).toBe(true);
    expect(await panel.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Neues is saved').waitFor();
    const { name } = expectDone(await site.publishable.get(`/v1/blog/categories/${String(id)}?locale=de`));
    expect(name).toBe('Neues');
  });
});

describe('a category in several locales', () => {
  const texts = { name: 'News', description: 'What is new', seo: { title: 'All news' } };

  it('is merged with what someone else changed in the meantime', async () => {
    const site = await newSite(dashboard);
    const { id } = expectDone(await site.secret.post('/v1/blog/categories', texts));
    const path = `/v1/blog/categories/${String(id)}?locale=de`;
    const page = await dashboard.open(site, '/categories?locale=de', { expectedErrors: [/409/] });
    await page.getByRole('link', { name: /News|Neues/ }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Neues');
    await panel.getByText('Search engines', { exact: true }).click();
    await panel.getByLabel('Title').fill('Alle Neuigkeiten');
    expectDone(
      await site.secret.patch('/v1/blog/categories/' + String(id), { description: 'Everything new' }),
    );
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Neues is saved').waitFor();
    expect(expectDone(await site.publishable.get(path))).toMatchObject({
      name: 'Neues',
      description: 'Everything new',
      seo: { title: 'Alle Neuigkeiten' },
    });
  });

  it('loses its German texts alone, and gets them back with Undo', async () => {
    const site = await newSite(dashboard);
    const { id } = expectDone(await site.secret.post('/v1/blog/categories', texts));
    const path = `/v1/blog/categories/${String(id)}?locale=de`;
    expectDone(await site.secret.patch(path, { name: 'Neues' }));
    const page = await dashboard.open(site, '/categories?locale=de');
    await page.getByRole('link', { name: /News|Neues/ }).click();
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Delete German' }));
    const question = page.getByRole('dialog', { name: 'Delete German?' });
    await question.getByText(/^Readers of German see the texts in English instead\./).waitFor();
    await expectAccessible(page);
    await shoot(page, 'category-delete-german');
    await pressOn(question.getByRole('button', { name: 'Delete German' }));
    await page.getByText('German moved to the trash').waitFor();
    expect(expectDone(await site.publishable.get(path))).toMatchObject({ name: 'News', locales: ['en'] });
    await page.getByRole('link', { name: 'News' }).click();
    const deleteGerman = page.getByRole('dialog').getByRole('button', { name: 'Delete German' });
    await expect.poll(() => deleteGerman.count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('German restored').waitFor();
    expect(expectDone(await site.publishable.get(path))).toMatchObject({
      name: 'Neues',
      locales: ['en', 'de'],
    });
    await page.getByRole('link', { name: 'Neues' }).waitFor();
  });
});

describe('a member who is limited to German', () => {
  it('translates and publishes German, and views everything else', async () => {
    const site = await newSite(dashboard);
    const id = await addArticle(site);
    const page = await openAsTranslator(dashboard, site, `/blog/${id}?locale=de`);
    await title(page).fill('Preise');
    await saved(page);
    await page.getByText('View only: a change would apply to all languages.').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'article-translator');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    expect(await sheet.getByRole('checkbox', { name: 'English', exact: true }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: /^Publish/ }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    const read = async (locale: string) =>
      expectDone(await site.publishable.get(`/v1/blog/articles/${id}?locale=${locale}`)).title;
    expect([await read('de'), await read('en')]).toEqual(['Preise', 'Prices']);

    await page.goto(`/dashboard/p/${site.id}/blog/${id}`);
    await page.getByText('View only: you can change texts in German.').waitFor();
    expect(await title(page).isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    await expectAccessible(page);
  });
});
