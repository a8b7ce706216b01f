import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineLesson();
});

/** A type of 40 fields in sections and tabs, and a block with conditions. */
async function defineLesson(): Promise<void> {
  const card = await project.secret.put('/v1/schema/blocks/card', {
    groups: [{ key: 'more', label: 'More', collapsed: true }],
    fields: [
      { key: 'look', type: 'select', options: { choices: ['plain', 'linked'] } },
      { key: 'href', type: 'url', options: { show_if: { field: 'look', eq: 'linked' } } },
      { key: 'note', type: 'string', options: { group: 'more', max_length: 5 } },
    ],
  });
  expect(card.status).toBe(201);
  const lesson = await project.secret.put('/v1/schema/content-types/lesson', {
    name: 'Lesson',
    groups: [
      { key: 'media', label: 'Media' },
      { key: 'details', label: 'Details', collapsed: true },
      { key: 'seo', label: 'SEO', display: 'tab' },
    ],
    fields: [
      { key: 'title', type: 'string', options: { required: true } },
      { key: 'subtitle', type: 'string', options: { collapse_empty: true } },
      { key: 'kind', type: 'select', options: { choices: ['text', 'video'], required: true } },
      {
        key: 'video',
        type: 'url',
        options: { required: true, group: 'media', show_if: { field: 'kind', eq: 'video' } },
      },
      { key: 'minutes', type: 'number', options: { group: 'media', width: 'half' } },
      { key: 'level', type: 'number', options: { group: 'media', width: 'half' } },
      { key: 'cards', type: 'blocks', options: { blocks: ['card'], group: 'media' } },
      ...Array.from({ length: 30 }, (_, index) => ({
        key: `detail_${index + 1}`,
        type: 'string',
        options: { group: 'details', width: index % 3 === 2 ? 'full' : 'half' },
      })),
      { key: 'robots', type: 'string', options: { group: 'seo' } },
      { key: 'description', type: 'text', options: { group: 'seo', max_length: 20 } },
      { key: 'canonical', type: 'url', options: { group: 'seo', required: true } },
    ],
  });
  expect(lesson.status, JSON.stringify(lesson.body)).toBe(201);
}

const open = async (values: object, options?: Parameters<TestDashboard['open']>[2]) => {
  const id = await addEntry(project, 'lesson', {
    title: 'Wind',
    kind: 'text',
    canonical: 'https://a.example',
    ...values,
  });
  const page = await dashboard.open(project, `/entries/lesson/${id}`, options);
  await page.getByLabel('Title').waitFor();
  return { page, id };
};
/** The service rejects what these tests type. */
const rejects = { expectedErrors: [/status of 4/] };
const saved = (page: Page) => page.getByText(/^Saved/).waitFor();
const top = async (page: Page, label: string) =>
  (await page.getByLabel(label, { exact: true }).boundingBox())?.y;

describe('a form with conditions', () => {
  it('shows a field once its condition holds, and keeps the value of a hidden one until it is cleared', async () => {
    const { page } = await open({ kind: 'video', video: 'https://video.example' });
    await page.getByLabel('Video').waitFor();

    await page.getByLabel('Kind').selectOption('text');
    await page.getByLabel('Video').waitFor({ state: 'detached' });
    await page.getByText('1 hidden field has a value: Video').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    expect(await page.getByLabel('Video').inputValue()).toBe('https://video.example');
    await page.getByRole('button', { name: 'Hide', exact: true }).press('Enter');
    await page.getByLabel('Video').waitFor({ state: 'detached' });
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
    await page.getByText('Cleared Video').waitFor();
    await page.getByText('1 hidden field has a value').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 hidden field has a value: Video').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await saved(page);
    await page.reload();
    await page.getByLabel('Minutes').waitFor();
    expect(await page.getByText('hidden field').count()).toBe(0);
  });

  it('publishes without a required field that is hidden, and leads to one that is shown', async () => {
    const { page } = await open({});
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByLabel('Kind').selectOption('video');
    await saved(page);
    await page.getByRole('button', { name: 'Publish changes' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Video is empty' }).press('Enter');
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('[data-field]')?.dataset.field"))
      .toBe('video');
  });

  it('works inside of blocks, in folded sections too', async () => {
    const { page } = await open(
      {
        cards: [{ block: 'card', values: { look: 'plain', href: 'https://card.example' } }],
      },
      rejects,
    );
    await page.getByRole('button', { name: /^Card/ }).first().click();
    await page.getByLabel('Look').waitFor();
    expect(await page.getByLabel('Href').count()).toBe(0);
    await page.getByText('1 hidden field has a value: Href').waitFor();
    await page.getByLabel('Look').selectOption('linked');
    await page.getByLabel('Href').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByLabel('Note').fill('too long');
    await page.getByRole('button', { name: /More\s*1 error/ }).waitFor();
    await expectAccessible(page);
  });
});

describe('sections, tabs and widths', () => {
  it('opens a collapsed field with its button', async () => {
    const { page } = await open({});
    await page.getByRole('button', { name: 'Add Subtitle' }).press('Enter');
    await page.keyboard.type('Basics');
    expect(await page.getByLabel('Subtitle').inputValue()).toBe('Basics');
    await page.getByLabel('Subtitle').fill('');
    await saved(page);
    await page.getByLabel('Subtitle').waitFor();
  });

  it('folds sections and counts the errors of tabs', async () => {
    const { page } = await open({}, rejects);
    await page.getByLabel('Detail 1', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Details' }).press('Enter');
    await page.getByLabel('Detail 1', { exact: true }).fill('kept');
    await page.getByRole('button', { name: 'Details' }).press('Enter');
    await page.getByLabel('Detail 1', { exact: true }).waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'SEO' }).press('Enter');
    await page.getByLabel('Description').fill('This text is longer than twenty characters.');
    await page.getByRole('button', { name: 'Fields', exact: true }).press('Enter');
    await page.getByRole('button', { name: /SEO\s*1 error/ }).waitFor();
    await expectAccessible(page);
  });

  it.each([
    [1440, true],
    [1024, true],
    [390, false],
  ])(
    'at %d pixels works by keyboard, with two half-width fields side by side: %s',
    async (width, isShared) => {
      const { page, id } = await open({}, { viewport: { width, height: 900 } });
      expect((await top(page, 'Minutes')) === (await top(page, 'Level'))).toBe(isShared);
      await page.getByRole('button', { name: 'Details' }).press('Enter');
      for (const text of ['first', 'second']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      expect(await page.getByLabel('Detail 2', { exact: true }).inputValue()).toBe('second');
      await page.getByRole('button', { name: 'SEO' }).press('Enter');
      await page.getByLabel('Robots').press('Tab');
      await page.keyboard.type('About wind');
      await page.keyboard.press('Control+Shift+P');
      await page.getByText('Published', { exact: true }).waitFor();
      const { values } = (await project.secret.get(`/v1/content/lesson/${id}`)).body;
      expect(values).toMatchObject({ detail_1: 'first', detail_2: 'second', description: 'About wind' });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/form-${width}.png` });
    },
  );
});

describe('the outline of a long form', () => {
  const field = (page: Page) =>
    page.evaluate("document.activeElement?.closest('[data-field]')?.dataset.field ?? null");

  it('is a column on wide screens: it marks fields and leads to them, in folded sections and tabs too', async () => {
    const { page } = await open({}, { viewport: { width: 1440, height: 900 }, ...rejects });
    const outline = page.getByRole('navigation', { name: 'Fields' });
    await outline.getByRole('button', { name: 'Canonical', exact: true }).press('Enter');
    await expect.poll(() => field(page)).toBe('canonical');
    await page.getByLabel('Canonical').fill('');
    await outline.getByRole('button', { name: 'Canonical required, empty' }).waitFor();
    await page.getByLabel('Canonical').fill('https://b.example');
    await outline.getByRole('button', { name: 'Canonical', exact: true }).waitFor();

    await outline.getByRole('button', { name: 'Detail 30' }).press('Enter');
    await expect.poll(() => field(page)).toBe('detail_30');
    await outline.getByRole('button', { name: 'Subtitle' }).press('Enter');
    await expect.poll(() => field(page)).toBe('subtitle');
    expect(await outline.getByRole('button', { name: 'Video' }).count()).toBe(0);
    await page.getByLabel('Kind').selectOption('video');
    await outline.getByRole('button', { name: 'Video required, empty' }).waitFor();
    await page.getByLabel('Kind').selectOption('text');

    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Title required' }).fill('Storm');
    await outline.getByRole('button', { name: 'Title not published' }).waitFor();
    await expectAccessible(page);
  });

  it('is a menu on narrow screens', async () => {
    const { page } = await open({}, { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'Go to field' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Minutes' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('robots');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page)).toBe('robots');
  });

  it('is missing in a short form', async () => {
    await project.secret.put('/v1/schema/content-types/short', {
      name: 'Short',
      fields: [{ key: 'title', type: 'string' }],
    });
    const id = await addEntry(project, 'short', { title: 'One' });
    const page = await dashboard.open(project, `/entries/short/${id}`, {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByLabel('Title').waitFor();
    expect(await page.getByRole('navigation', { name: 'Fields' }).count()).toBe(0);
  });
});

describe('a slug with a source', () => {
  const definePage = async (type: string) => {
    const slug = { key: 'slug', type: 'string', options: { format: 'slug', source: 'title', unique: true } };
    const anchor = { key: 'anchor', type: 'string', options: { format: 'slug', source: 'heading' } };
    await project.secret.put('/v1/schema/blocks/part', {
      fields: [{ key: 'heading', type: 'string' }, anchor],
    });
    const { status } = await project.secret.put(`/v1/schema/content-types/${type}`, {
      fields: [
        { key: 'title', type: 'string' },
        slug,
        { key: 'parts', type: 'blocks', options: { blocks: ['part'] } },
      ],
    });
    expect(status).toBe(201);
  };
  const openPage = async (type: string, values: object) => {
    const id = await addEntry(project, type, values);
    const page = await dashboard.open(project, `/entries/${type}/${id}`, rejects);
    await page.getByLabel('Title').waitFor();
    const slugIs = (text: string) => expect.poll(() => page.getByLabel('Slug').inputValue()).toBe(text);
    return { page, id, slugIs };
  };

  it('follows it until a person changes it or the entry is published', async () => {
    await definePage('page');
    const { page, id, slugIs } = await openPage('page', {});
    await page.getByLabel('Title').focus();
    await page.keyboard.type('Größe & Wind');
    await slugIs('grosse-wind');
    await page.keyboard.type(' 2');
    await slugIs('grosse-wind-2');
    await expectAccessible(page);

    await page.getByLabel('Slug').fill('wind');
    await page.getByLabel('Title').fill('Storm');
    await slugIs('wind');
    await page.getByRole('button', { name: 'Create from Title' }).press('Enter');
    await slugIs('storm');
    await page.getByLabel('Title').fill('Big storm');
    await slugIs('big-storm');
    await saved(page);

    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByLabel('Title').fill('Calm');
    await saved(page);
    await slugIs('big-storm');
    expect((await project.secret.get(`/v1/content/page/${id}`)).body.values.slug).toBe('big-storm');
  });

  it('is left to the service if another entry has it', async () => {
    await definePage('post');
    await addEntry(project, 'post', { title: 'Kite', slug: 'kite' });
    const { page, id, slugIs } = await openPage('post', {});
    await page.getByLabel('Title').fill('Kite');
    await slugIs('');
    expect(await page.getByLabel('Slug').getAttribute('placeholder')).toBe('kite');
    await saved(page);
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    await slugIs('kite-2');
    expect((await project.secret.get(`/v1/content/post/${id}`)).body.values.slug).toBe('kite-2');
  });

  it('follows a field of the same block', async () => {
    await definePage('note');
    const parts = [{ block: 'part', values: { heading: 'One', anchor: 'one' } }, { block: 'part' }];
    const { page, slugIs } = await openPage('note', { title: 'Note', slug: 'own', parts });
    await page.getByRole('button', { name: /^Part/ }).first().click();
    await page.getByLabel('Heading').fill('First part');
    await expect.poll(() => page.getByLabel('Anchor').inputValue()).toBe('first-part');
    await saved(page);
    await slugIs('own');
  });
});
