import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';
import { searchPalette } from './support/palette.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startMediaDashboard();
  await dashboard.service.app.start();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

/** An input method in the page, as for Japanese: Enter accepts the word that is being composed. */
class InputMethod {
  readonly #page: Page;
  readonly #browser: CDPSession;

  private constructor(page: Page, browser: CDPSession) {
    this.#page = page;
    this.#browser = browser;
  }

  static async of(page: Page): Promise<InputMethod> {
    const noteKeys = `
      window.composedKeys = [];
      window.addEventListener('keydown', ({ key, keyCode, isComposing }) =>
        window.composedKeys.push([key, keyCode, isComposing].join(' ')), { capture: true });`;
    await page.addInitScript(noteKeys);
    await page.evaluate(noteKeys);
    return new InputMethod(page, await page.context().newCDPSession(page));
  }

  async compose(text: string): Promise<void> {
    const end = text.length;
    await this.#browser.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }

  /** Presses a key while a word is composed. */
  async press(key: 'Enter' | 'Escape' | 'ArrowDown'): Promise<void> {
    await this.#key(key);
    expect((await this.#keys()).at(-1)).toBe(`${key} 229 true`);
  }

  /** Ends the composition, then presses Enter, in the order of Safari. */
  async acceptLikeSafari(text: string): Promise<void> {
    await this.accept(text);
    await this.#key('Enter');
    expect((await this.#keys()).at(-1)).toBe('Enter 229 false');
  }

  async accept(text: string): Promise<void> {
    await this.#browser.send('Input.insertText', { text });
  }

  async #key(key: string): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode: 229 };
    await this.#browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await this.#browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  #keys(): Promise<string[]> {
    return this.#page.evaluate<string[]>('window.composedKeys');
  }
}

describe('Enter that accepts a composed word', () => {
  it('opens nothing in the palette, until it is pressed once more', async () => {
    await addEntry(project, 'kite', { title: '東京' });
    const page = await dashboard.open(project, '/');
    const method = await InputMethod.of(page);
    const option = page.getByRole('option', { name: /東京/ });
    await searchPalette(page, '東京', option);
    const search = page.getByRole('combobox');
    await search.fill('');
    await option.waitFor({ state: 'detached' });
    await method.compose('東京');
    await option.waitFor();
    await method.press('ArrowDown');
    await method.press('Enter');
    await method.acceptLikeSafari('東京');
    expect(await search.inputValue()).toBe('東京');

    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '東京' }).waitFor();
  });

  it('adds no half-composed tag to an article', async () => {
    const { id } = (await project.secret.post('/v1/blog/articles', { title: 'Terns' })).body as {
      id: string;
    };
    const page = await dashboard.open(project, `/blog/${id}`);
    const method = await InputMethod.of(page);
    const tags = page.getByLabel('Add to Tags');
    await tags.click();
    await method.compose('とう');
    await method.press('Enter');
    await method.compose('東京');
    await method.press('Enter');
    await method.acceptLikeSafari('東京');
    expect(await tags.inputValue()).toBe('東京');

    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: false }).waitFor();
    expect(await page.locator('.tag').allTextContents()).toEqual(['東京']);
  });

  it('sends no form, and Escape that cancels a word closes no dialog', async () => {
    const page = await dashboard.open(project, '/authors');
    await page.getByRole('button', { name: 'New author' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New author' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const method = await InputMethod.of(page);
    await name.click();
    await method.compose('김');
    await method.press('Escape');
    await method.press('Enter');
    await method.acceptLikeSafari('김민');
    expect(await name.inputValue()).toBe('김민');

    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '김민' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('takes nothing from the menu of a text, and ends no line', async () => {
    const id = await addEntry(project, 'kite', { title: 'Story' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const story = page.getByRole('textbox', { name: 'Story' });
    const method = await InputMethod.of(page);
    await story.click();
    await page.keyboard.type('/');
    await page.locator('.slash-list').waitFor();
    await method.compose('ひょう');
    await method.press('Enter');
    await method.accept('表');
    expect((await story.textContent())?.startsWith('/表')).toBe(true);
  });
});
