import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const long = Array.from({ length: 80 }, (_, i) => `Paragraph ${i} tells of the tide.`).join('\n\n');
const state = (page: Page) => page.getByRole('region', { name: 'Status' });
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

async function addArticle(project: TestProject, title = 'The tide'): Promise<string> {
  const article = { title, body: { markdown: long } };
  const { status, body: created } = await project.secret.post('/v1/blog/articles', article);
  expect(status).toBe(201);
  return `/blog/${String(created['id'])}`;
}

/** Whether a person sees it: inside the window, and in front of everything else there. */
async function isInSight(page: Page, what: Locator): Promise<boolean> {
  const box = await what.boundingBox();
  const window = page.viewportSize();
  if (box === null || window === null) return false;
  const { x, y, width, height } = box;
  if (x < 0 || y < 0 || x + width > window.width || y + height > window.height) return false;
  return what.click({ trial: true, timeout: 2_000 }).then(
    () => true,
    () => false,
  );
}

describe('the head of an article', () => {
  it.each([1440, 1024, 390])('keeps title, state and Publish in sight at %i pixels', async (width) => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, await addArticle(project), {
      viewport: { width, height: 844 },
    });
    await body(page).getByText('Paragraph 79').scrollIntoViewIfNeeded();
    await page.evaluate("document.querySelector('main').scrollTo(0, 1e6)");

    const publish = state(page).getByRole('button', { name: 'Publish', exact: true });
    for (const part of [
      page.getByRole('heading', { level: 1, name: 'The tide' }),
      state(page).getByText('Draft', { exact: true }),
      publish,
    ])
      await expect.poll(() => isInSight(page, part)).toBe(true);
    await body(page).getByText('Paragraph 79').click();
    await page.keyboard.press('Control+Home');
    const bold = page.getByRole('button', { name: 'Bold', exact: true });
    await expect.poll(() => isInSight(page, bold)).toBe(true);
    await expectAccessible(page);
    await publish.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await state(page).getByText('Live', { exact: true }).waitFor();
    expect(await isInSight(page, state(page).getByText('Up to date'))).toBe(true);
    expect((await state(page).boundingBox())?.height).toBeLessThan(60); // one line
  });

  it('takes two lines of a very long title and no more', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, await addArticle(project, 'x'.repeat(200)));
    const heading = page.getByRole('heading', { level: 1 });
    expect((await heading.boundingBox())?.height).toBeLessThan(80);
    expect(await isInSight(page, state(page).getByRole('button', { name: 'Publish', exact: true }))).toBe(
      true,
    );
  });
});

describe('the head on a phone', () => {
  it('leaves the screen to the fields: the first begins within 250 px, in a long form too', async () => {
    const project = await dashboard.service.newProject();
    const fields = Array.from({ length: 14 }, (_, i) => ({
      key: `f${i}`,
      label: `Field ${i}`,
      type: 'string',
    }));
    await defineType(project, 'page', fields);
    const { id } = await createEntry(project, 'page', { f0: 'Hours of the harbor office in summer' });
    const viewport = { width: 390, height: 844 };
    const page = await dashboard.open(project, `/entries/page/${String(id)}`, { viewport });
    await page.getByRole('button', { name: 'Go to field' }).waitFor();
    const { y = 999 } = (await page.locator('[data-field="f0"]').boundingBox()) ?? {};
    expect(y).toBeLessThan(250);
    for (const name of ['Fields', 'JSON'])
      // beside the menu, not below it
      expect(await isInSight(page, page.getByRole('button', { name, exact: true }))).toBe(true);
    expect(await isInSight(page, page.getByRole('button', { name: 'Go to field' }))).toBe(true);
    await expectAccessible(page);
  });
});

describe('the writing page', () => {
  it('shows the text alone with its title; Escape leaves it, and the toolbar is at Alt+F10', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, await addArticle(project));
    await body(page).click();
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(() => navigation(page).isVisible()).toBe(false);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.richtext-writing .prose')).width"),
    ).toBe('680px');
    await expectAccessible(page);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await menu.waitFor();
    await page.keyboard.press('Escape'); // the menu's
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await page.keyboard.type('Calm. ');
    await state(page).getByText('Saved').waitFor();
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Formatting of the selection' }).waitFor();
    expect(await navigation(page).isVisible()).toBe(false);
    const toolbar = page.getByRole('toolbar', { name: 'Formatting', exact: true });
    expect((await toolbar.boundingBox())?.height).toBe(0);
    await page.keyboard.press('Alt+F10');
    expect((await toolbar.boundingBox())?.height).toBeGreaterThan(20);
    await expectAccessible(page);
    await page.keyboard.press('Escape'); // from the toolbar into the text
    await page.keyboard.press('Escape');
    await navigation(page).waitFor();
    await body(page).getByText('Calm. Paragraph 0').waitFor();
    expect(await page.evaluate('document.activeElement.isContentEditable')).toBe(true);
    expect(await page.getByLabel('Excerpt').isEditable()).toBe(true);
  });

  it('covers nothing that the keyboard reaches, on a phone too', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, await addArticle(project), {
      viewport: { width: 390, height: 844 },
    });
    await body(page).click();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('button', { name: 'Leave the writing page' }).waitFor();
    await expectAccessible(page);
    for (let tab = 0; tab < 30; tab += 1) {
      await page.keyboard.press('Tab');
      const isCovered = await page.evaluate(
        "document.activeElement.closest('.editing') !== null && document.activeElement.closest('.richtext-writing') === null",
      );
      expect(isCovered).toBe(false);
    }
    await page.getByRole('button', { name: 'Leave the writing page' }).click();
    await page.getByRole('button', { name: 'Open the navigation' }).waitFor();
  });

  it('opens the text of a block', async () => {
    const project = await dashboard.service.newProject();
    const fields = [{ key: 'text', label: 'Text', type: 'richtext' }];
    expectDone(await project.secret.put('/v1/schema/blocks/note', { fields }));
    await defineType(project, 'page', [
      { key: 'title', label: 'Title', type: 'string' },
      { key: 'parts', label: 'Parts', type: 'blocks', options: { blocks: ['note'] } },
    ]);
    const { id } = await createEntry(project, 'page', {
      title: 'Kites',
      parts: [{ block: 'note', values: { text: { markdown: 'Wind.' } } }],
    });
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await page.getByText('Wind.').click();
    await page.getByRole('button', { name: 'Writing page' }).click();
    await expect.poll(() => navigation(page).isVisible()).toBe(false);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And string.');
    await state(page).getByText('Saved').waitFor();
    const place = await page.getByText('Wind. And string.').boundingBox();
    expect(place?.y).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await navigation(page).waitFor();
  });

  it('ends when something else has to be filled in', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, await addArticle(project), { expectedErrors: [/400/] });
    await page
      .getByLabel(/^Title/)
      .first()
      .fill('');
    await state(page).getByText('1 field couldn’t be saved.').waitFor();
    await page.getByText('Title is required.').waitFor();
    await page.getByRole('button', { name: 'Writing page' }).click();
    await expect.poll(() => navigation(page).isVisible()).toBe(false);

    await state(page).getByRole('button', { name: 'Show it' }).click();
    await navigation(page).waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('[data-field]')?.dataset.field"))
      .toBe('title');
  });
});
