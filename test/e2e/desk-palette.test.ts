import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineType } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineType(project, 'recipe', { title: 'string' });
  await project.secret.post('/v1/kb/collections', { title: 'Help' });
});

async function choose(page: Page, words: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  // Its shortcut is read with its name.
  await page
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click();
}

describe('the palette', () => {
  // Twenty walks through the palette: a minute on a machine that does ten things beside it.
  it('begins everything that a member can create, from a screen that has nothing to do with it', async () => {
    const page = await dashboard.open(project, '/account');
    for (const [words, option, dialog] of [
      ['new blog', 'New blog article', 'New article'],
      ['new knowledge', 'New knowledge base article', 'New article'],
      ['new knowledge', 'New knowledge base collection', 'New collection'],
      ['new author', 'New author', 'New author'],
      ['new category', 'New category', 'New category'],
      ['new release', 'New release', 'New release'],
      ['new key', 'New key', 'New key'],
      ['new webhook', 'New webhook', 'New webhook'],
      ['invite', 'Invite someone', 'Invite someone'],
    ] as const) {
      await choose(page, words, option);
      await page.getByRole('dialog', { name: dialog }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await choose(page, 'your account', 'Go to your account');
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    }
    await choose(page, 'new content type', 'New content type');
    await page.getByRole('heading', { level: 1, name: 'New content type' }).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      choose(page, 'upload', 'Upload files'),
    ]);
    expect(chooser.isMultiple()).toBe(true);
  }, 120_000);

  it('goes to every screen, offers on a screen its own action once, and leaves owners’ to owners', async () => {
    const page = await dashboard.open(project, '/keys');
    for (const [words, option, heading] of [
      ['board', 'Go to blog board', 'Blog'],
      ['votes', 'Go to knowledge base votes', 'Knowledge base'],
      ['settings', 'Go to Settings', 'Settings'],
      ['go to trash', 'Go to Trash', 'Trash'],
    ] as const) {
      await choose(page, words, option);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await choose(page, 'appearance dark', 'Appearance: dark');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await choose(page, 'go to keys', 'Go to Keys');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new key');
    await expect.poll(() => page.getByRole('option', { name: 'New key' }).count()).toBe(1);

    const editor = await dashboard.open(project, '/blog', { role: 'editor' });
    await editor.keyboard.press('Control+k');
    await editor.keyboard.type('new');
    await editor.getByRole('option', { name: 'New entry: recipe' }).waitFor();
    expect(await editor.getByRole('option', { name: 'New key' }).count()).toBe(0);
  });

  it('finds screens by other words for them: the schedule, the project', async () => {
    const page = await dashboard.open(project, '/keys');
    const options = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.getByRole('option').first().waitFor();
      const labels = await page.getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      return labels.map((label) => label.split('\n')[0]);
    };
    expect(await options('schedule')).toEqual(expect.arrayContaining(['Go to Calendar', 'Go to Releases']));
    expect(await options('project')).toEqual(
      expect.arrayContaining(['Go to Home', 'Go to Settings', 'Go to Members']),
    );
    await choose(page, 'schedule', 'Go to Calendar');
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  });

  it('switches the release and back', async () => {
    const other = await dashboard.service.newProject();
    const made = await other.secret.post('/v1/releases', { name: 'Spring' });
    await expect
      .poll(async () => (await other.secret.get(`/v1/releases/${String(made.body['id'])}`)).body['status'])
      .toBe('ready');
    const page = await dashboard.open(other, '/entries');
    await choose(page, 'spring', 'Switch to release Spring');
    await page.getByText('Editing Spring.').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('switch to release');
    await page.getByRole('option', { name: /^Switch to release / }).click();
    await page.getByText('Editing Spring.').waitFor({ state: 'detached' });
  });
});

describe('the navigation', () => {
  it('keeps the types that are pinned, with a way to a new entry, and New creates from everywhere', async () => {
    const page = await dashboard.open(project, '/entries');
    await page.getByRole('button', { name: 'Pin recipe' }).click();
    const pinned = page.getByRole('list', { name: 'Pinned content types' });
    await page.reload();
    await pinned.getByRole('link', { name: 'recipe' }).click();
    await page.getByRole('heading', { level: 1, name: 'recipe' }).waitFor();
    await expectAccessible(page);
    await pinned.getByRole('button', { name: 'New entry: recipe' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Untitled recipe' }).waitFor();

    await page.getByRole('button', { name: 'New', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Author' }).press('Enter');
    await page.getByRole('dialog', { name: 'New author' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Entries', exact: true }).click();
    await page.getByRole('button', { name: 'Unpin recipe' }).click();
    await pinned.waitFor({ state: 'detached' });
  });
});
