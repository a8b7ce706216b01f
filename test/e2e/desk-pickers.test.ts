import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import { expectAccessible, useAxe } from './support/dashboard.ts';
import { addEntry } from './support/entries.ts';
import { startStories } from './support/stories.ts';

useAxe();

const { dashboard, project } = await startStories();

const draftOf = async (id: string) =>
  (await project.secret.get(`/v1/content/kite/${id}`)).body['values'] as Record<string, any>;

describe('a picker of a list', () => {
  it('takes several references at once, by the keyboard', async () => {
    for (const name of ['Cody', 'Hargrave', 'Saul']) await addEntry(project, 'maker', { name }, true);
    const id = await addEntry(project, 'kite', { title: 'Made by many' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByRole('button', { name: 'Add maker to Makers' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Add maker' });
    await picker.getByRole('option').nth(2).waitFor();

    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await picker.getByRole('button', { name: 'Add 2' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');

    await picker.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('group', { name: 'Makers' }).getByRole('listitem').count())
      .toBe(2);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('brings many files into a gallery, and takes many of what is there', async () => {
    const buffer = readFileSync(inRepository('seeds/images/plover.png'));
    const id = await addEntry(project, 'kite', { title: 'Gallery' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const shots = page.getByRole('group', { name: 'Shots' });
    await shots.getByRole('button', { name: /^Add images/ }).click();
    const picker = page.getByRole('dialog', { name: 'Shots' });
    const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
    await picker.locator('input[type="file"]').setInputFiles(files);
    await expect.poll(() => shots.locator('figure').count()).toBe(2);

    await page.keyboard.press('Control+Shift+P');
    await expect.poll(async () => (await draftOf(id))['shots']?.length).toBe(2);

    const other = await addEntry(project, 'kite', { title: 'Another gallery' });
    await page.goto(`/dashboard/p/${project.id}/entries/kite/${other}`);
    await shots.getByRole('button', { name: /^Add images/ }).click();
    const tiles = picker.getByRole('list', { name: 'Images' }).locator('[aria-pressed]');
    await tiles.nth(1).waitFor();
    for (const index of [0, 1]) await tiles.nth(index).click();
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'Add 2' }).click();
    await expect.poll(() => shots.locator('figure').count()).toBe(2);
  });
});

describe('what is typed or pasted', () => {
  it('is completed in a URL, and a pasted list becomes a choice for each line', async () => {
    const id = await addEntry(project, 'kite', { title: 'Site' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByLabel('Site').fill('www.example.com');
    await page.getByLabel('Site').blur();
    await expect.poll(() => page.getByLabel('Site').inputValue()).toBe('https://www.example.com');
    await page.getByText(/^Saved/).waitFor();

    await page.goto(`/dashboard/p/${project.id}/content-types/new?from=nothing`);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('button', { name: /^Choice/ }).click();
    await page.getByLabel('Label', { exact: true }).fill('Dish');
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await page.getByLabel('Label of choice 1').focus();
    await page.evaluate(`
      const data = new DataTransfer();
      data.setData('text/plain', 'Soup\\nSalad\\nIn stock');
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    `);
    await expect.poll(() => page.getByLabel('Label of choice 3').inputValue()).toBe('In stock');
    expect(await page.getByLabel('Value of choice 3').inputValue()).toBe('in_stock');
  });
});
