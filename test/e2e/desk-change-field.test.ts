import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEntry, defineType, publishEntry } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { draftOf, saved } from './support/blocks.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.service.app.start();
});
beforeEach(async () => {
  project = await dashboard.service.newProject();
  await defineType(project, 'page', [
    { key: 'title', label: 'Title', type: 'string' },
    { key: 'kind', label: 'Kind', type: 'select', options: { choices: ['news', 'guide'] } },
    { key: 'tags', label: 'Tags', type: 'string_list', options: { max_items: 3 } },
    { key: 'shown', label: 'Shown', type: 'boolean' },
    { key: 'rank', label: 'Rank', type: 'number', options: { max: 10 } },
    { key: 'code', label: 'Code', type: 'string', options: { unique: true } },
    { key: 'body', label: 'Body', type: 'richtext' },
    { key: 'more', label: 'More', type: 'reference_list', options: { content_type: 'page' } },
  ]);
});

const liveOf = async (id: string) => (await project.secret.get(`/v1/content/page/${id}`)).body.values;
const report = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Bulk change' }).getByText(text).waitFor();

/** Opens the dialog for all entries of the list. */
async function changeField(page: Page, label: string) {
  await page.getByLabel('Select all rows').check();
  await page.getByRole('button', { name: 'Change field' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change a field in/ });
  await dialog.getByLabel('Field', { exact: true }).selectOption({ label });
  return dialog;
}

describe('"Change field" in a list', () => {
  it('sets a field in drafts by keyboard and reports entries that are up to date', async () => {
    const [first, second] = [
      await publishEntry(project, 'page', { title: 'One' }),
      await publishEntry(project, 'page', { title: 'Two', kind: 'guide' }),
    ];
    const page = await dashboard.open(project, '/entries/page');
    await page.getByLabel('Select all rows').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Change field' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change a field in 2 entries' });
    await dialog.waitFor();
    await page.keyboard.type('Kind');
    await page.keyboard.press('Tab');
    expect(await dialog.getByLabel('Change', { exact: true }).locator('option').allInnerTexts()).toEqual([
      'Set to',
      'Clear',
    ]);
    const send = dialog.getByRole('button', { name: 'Change 2 entries' });
    expect(await send.isDisabled()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('guide');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');

    await report(page, '1 changed, 1 already up to date.');
    await expectAccessible(page);
    expect(await draftOf(page, project, first)).toMatchObject({ kind: 'guide' });
    expect((await liveOf(first)).kind).toBeNull();
    expect(await draftOf(page, project, second)).toMatchObject({ kind: 'guide' });
    await page.getByRole('row', { name: /One/ }).getByText('guide').waitFor();
  });

  it('adds, removes and clears by mouse, also for readers, and shows why an entry failed', async () => {
    const full = await publishEntry(project, 'page', { title: 'Full', tags: ['a', 'b', 'c'] });
    const free = await publishEntry(project, 'page', { title: 'Free', tags: ['a'], code: 'A1' });
    const page = await dashboard.open(project, '/entries/page');

    let dialog = await changeField(page, 'Tags');
    await dialog.getByLabel('Add to Tags').fill('kites');
    await dialog.getByLabel('Add to Tags').press('Enter');
    await dialog.getByLabel('Change drafts and live content').check();
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
    await report(page, '1 changed, 1 failed.');
    await page.getByRole('button', { name: 'Show why' }).click();
    await page.getByRole('dialog', { name: '1 entry not changed' }).getByText('Full').waitFor();
    await page.keyboard.press('Escape');
    expect((await liveOf(free)).tags).toEqual(['a', 'kites']);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    dialog = await changeField(page, 'Tags');
    await dialog.getByLabel('Change', { exact: true }).selectOption({ label: 'Remove' });
    await dialog.getByLabel('Add to Tags').fill('a');
    await dialog.getByLabel('Change drafts and live content').check();
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
    await report(page, '2 changed.');
    expect((await liveOf(full)).tags).toEqual(['b', 'c']);

    dialog = await changeField(page, 'Code');
    await dialog.getByText('Every entry needs its own value here.').waitFor();
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
    await report(page, '1 changed, 1 already up to date.');
    expect((await draftOf(page, project, free)).code).toBeUndefined();
  });

  it('takes every kind of value, and shows what is wrong with a value', async () => {
    const id = (await createEntry(project, 'page', { title: 'One' })).id as string;
    const page = await dashboard.open(project, '/entries/page', { expectedErrors: [/400/] });

    let dialog = await changeField(page, 'Rank');
    await dialog.getByLabel('Rank').fill('11');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Rank').fill('9');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await report(page, '1 changed.');
    dialog = await changeField(page, 'Shown');
    await dialog.getByLabel('Shown').selectOption({ label: 'No' });
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await expect.poll(() => draftOf(page, project, id)).toMatchObject({ rank: 9, shown: false });
    dialog = await changeField(page, 'Body');
    await dialog.getByRole('textbox', { name: 'Body' }).fill('Soon');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await expect
      .poll(async () => JSON.stringify((await draftOf(page, project, id)).body))
      .toContain('"Soon"');
    dialog = await changeField(page, 'More');
    await dialog.getByRole('button', { name: 'Add page to More' }).click();
    await page.getByRole('dialog', { name: 'Add page' }).getByText('One').click();
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await expect.poll(() => draftOf(page, project, id)).toMatchObject({ more: [id] });
  });

  it('changes drafts alone for authors, and is not offered to viewers', async () => {
    const id = await publishEntry(project, 'page', { title: 'One' });
    const page = await dashboard.open(project, '/entries/page', { role: 'author' });
    const dialog = await changeField(page, 'Kind');
    expect(await page.getByRole('button', { name: 'Unpublish' }).count()).toBe(0);
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByText('Only drafts change. An editor can publish them.').waitFor();
    await dialog.getByLabel('Kind').selectOption('news');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await report(page, '1 changed.');
    expect((await liveOf(id)).kind).toBeNull();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('region', { name: 'Bulk change' }).waitFor({ state: 'detached' });

    const reading = await dashboard.open(project, '/entries/page', { role: 'viewer' });
    await reading.getByRole('row', { name: /One/ }).waitFor();
    expect(await reading.getByLabel('Select all rows').count()).toBe(0);
  });
});

describe('"Copy values to" in the editor', () => {
  it('copies what was just typed to the drafts of other entries, without unique values', async () => {
    const other = await publishEntry(project, 'page', { title: 'Other', kind: 'guide' });
    const third = await publishEntry(project, 'page', { title: 'Third', kind: 'news', tags: ['a'] });
    const id = await publishEntry(project, 'page', { title: 'Source', kind: 'news', code: 'A1', rank: 3 });
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await page.getByLabel('Add to Tags').fill('a');
    await page.getByLabel('Add to Tags').press('Enter');
    await page.getByRole('button', { name: 'More actions for this entry' }).click();
    await page.getByRole('menuitem', { name: 'Copy values to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy values to other entries' });
    await dialog.getByLabel('Kind').check();
    await dialog.getByLabel('Tags').check();
    expect(await dialog.getByLabel(/Code|Body/).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Change drafts' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Add entries' }).click();
    const picker = page.getByRole('dialog', { name: 'Add entries' });
    await picker.getByText('Third').waitFor();
    expect(await picker.getByText('Source').count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Remove Third' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change drafts' }).click();

    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 changed, 1 already up to date.').waitFor();
    await expectAccessible(page);
    expect(await draftOf(page, project, other)).toMatchObject({ title: 'Other', kind: 'news', tags: ['a'] });
    expect(await draftOf(page, project, third)).not.toHaveProperty('rank');
    expect((await liveOf(other)).kind).toBe('guide');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await saved(page);
  });

  it('copies JSON of every form, an empty list included', async () => {
    await defineType(project, 'data', [
      { key: 'title', label: 'Title', type: 'string' },
      { key: 'extra', label: 'Extra', type: 'json' },
    ]);
    const id = await publishEntry(project, 'data', { title: 'Source', extra: [] });
    const page = await dashboard.open(project, `/entries/data/${id}`);
    await page.getByRole('button', { name: 'More actions for this entry' }).click();
    await page.getByRole('menuitem', { name: 'Copy values to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy values to other entries' });
    await dialog.getByLabel('Title').waitFor();
    expect(await dialog.getByLabel('Extra').count()).toBe(1);
  });
});
