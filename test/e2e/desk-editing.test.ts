import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import { addEntry } from './support/entries.ts';
import { startStories, story } from './support/stories.ts';

const picture = [...readFileSync(inRepository('seeds/images/plover.png'))];

const { dashboard, project } = await startStories();

const livePath = (id: string) => `/v1/content/kite/${id}`;
const live = async (id: string) => (await project.publishable.get(livePath(id))).body;
const state = (page: Page) => page.getByRole('region', { name: 'Status' });
const saved = (page: Page) => page.getByText(/^Saved/).waitFor();

async function publish(page: Page): Promise<void> {
  await state(page)
    .getByRole('button', { name: /^Publish/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this entry' }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

describe('a picture that was inserted', () => {
  const pictures = (page: Page) => story(page).locator('figure');
  const pastePicture = (page: Page) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(${JSON.stringify(picture)});
      clipboardData.items.add(new File([bytes], 'plover.png', { type: 'image/png' }));
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);

  it('stays when the writing goes on, and a second one does not replace it', async () => {
    const id = await addEntry(project, 'kite', { title: 'Pictures' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await story(page).click();

    await pastePicture(page);
    await pictures(page).first().waitFor();
    await page.keyboard.type('Between');
    await pastePicture(page);
    await expect.poll(() => pictures(page).count()).toBe(2);
    await pastePicture(page);
    await expect.poll(() => pictures(page).count()).toBe(3);
    await page.keyboard.type('After');
    await saved(page);
    await page.keyboard.press('Control+Shift+P');
    await state(page).getByText('Live', { exact: true }).waitFor();

    const { json } = (await live(id)).values.body as { json: { content: { type: string }[] } };
    expect(json.content.map(({ type }) => type)).toEqual([
      'image',
      'paragraph',
      'image',
      'image',
      'paragraph',
    ]);
  });

  it('leaves no empty paragraph where nothing is written after it', async () => {
    const id = await addEntry(project, 'kite', { title: 'Picture alone' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await story(page).click();
    await pastePicture(page);
    await pictures(page).first().waitFor();
    await saved(page);
    await page.keyboard.press('Control+Shift+P');
    await state(page).getByText('Live', { exact: true }).waitFor();

    const { json } = (await live(id)).values.body as { json: { content: { type: string }[] } };
    expect(json.content.map(({ type }) => type)).toEqual(['image']);
  });
});

describe('what is published', () => {
  it('is live at once, also when a date in the future is kept', async () => {
    const id = await addEntry(project, 'kite', { title: 'Later' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const year = new Date().getUTCFullYear() + 1;
    await choose(page, 'Schedule…');
    await page.getByRole('dialog').getByLabel('Date and time').fill(`${year}-06-01T09:30`);
    await page.keyboard.press('Enter');
    await state(page).getByText('Scheduled', { exact: true }).waitFor();
    await choose(page, 'Cancel schedule');
    await state(page).getByText('Draft', { exact: true }).waitFor();

    await publish(page);
    await state(page).getByText('Live', { exact: true }).waitFor();
    expect((await live(id)).values.title).toBe('Later');
  });

  it('comes back with Undo as readers saw it, and what was written since stays the draft', async () => {
    const id = await addEntry(project, 'kite', { title: 'As it was' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByLabel(/^Title/).fill('Not for readers yet');
    await state(page).getByText('Live, changed').waitFor();

    await choose(page, 'Unpublish');
    await state(page).getByText('Draft', { exact: true }).waitFor();
    expect((await live(id)).error.code).toBe('entry_not_published');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();

    await state(page).getByText('Live, changed').waitFor();
    expect((await live(id)).values.title).toBe('As it was');
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('Not for readers yet');
  });

  it('is not deleted by Enter: the question has the keyboard on Cancel', async () => {
    const id = await addEntry(project, 'kite', { title: 'To be kept' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await choose(page, 'Delete…');
    const question = page.getByRole('dialog', { name: 'Delete this entry?' });
    await question.waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect((await live(id)).error.code).toBe('entry_not_published');
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('To be kept');
  });
});

describe('a field that holds no value', () => {
  it('is never called saved, keeps from publishing, and is led to', async () => {
    const id = await addEntry(project, 'kite', { title: 'Numbers', span: 4 }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByLabel('Wing span').fill('abc');
    await state(page).getByText('1 field couldn’t be saved.').waitFor();
    expect(await page.getByText(/^Saved|^Up to date/).count()).toBe(0);

    await page.getByLabel(/^Title/).fill('Numbers, and a title');
    await state(page)
      .getByRole('button', { name: /^Publish/ })
      .click();
    const sheet = page.getByRole('dialog');
    await expect.poll(() => sheet.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'Enter a number.' }).click();
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('[data-field]')?.dataset.field"))
      .toBe('span');
    expect((await live(id)).values.title).toBe('Numbers');

    await page.getByLabel('Wing span').fill('5');
    await saved(page);
    await publish(page);
    await expect.poll(async () => (await live(id)).values.span).toBe(5);
  });

  it('asks before it is left', async () => {
    const id = await addEntry(project, 'kite', { title: 'Left behind' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByLabel('Wing span').fill('12x');
    await state(page).getByText('1 field couldn’t be saved.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('dialog', { name: 'Leave before everything is saved?' }).waitFor();
  });
});

describe('a conflict of two people', () => {
  it('names who saved, shows what differs, and can be decided later', async () => {
    const long = (word: string) => `${'The wind stays as it was all day long and '.repeat(3)}${word} came.`;
    const id = await addEntry(project, 'kite', { title: 'Clash', summary: long('calm') });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors: [/409|412/] });
    await page.getByLabel('Summary').waitFor();
    await project.secret.patch(`/v1/content/kite/${id}`, { values: { summary: long('rain') } });
    await page.getByLabel('Summary').fill(long('storm'));

    const dialog = page.getByRole('dialog', { name: /changed the same/ });
    await dialog.getByRole('heading', { name: 'The key "test" changed the same field' }).waitFor();
    expect(await dialog.getByRole('insertion').allInnerTexts()).toEqual(['storm', 'rain']);
    await page.keyboard.press('Escape');
    await page
      .getByText('Your changes are stored on this device until you decide', { exact: false })
      .waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe(long('storm'));

    await page.getByRole('button', { name: 'Decide now' }).click();
    await dialog.getByRole('button', { name: 'Keep mine' }).press('Enter');
    await saved(page);
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe(long('storm'));
  });
});
