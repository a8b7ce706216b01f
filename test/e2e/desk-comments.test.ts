import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck } from '../support/content.ts';
import { draftBy, reviewSite, type ReviewSite } from '../support/reviews.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

let dashboard: TestDashboard;
let site: ReviewSite;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  site = await reviewSite(dashboard.service);
});

type Role = 'owner' | 'editor' | 'author' | 'viewer';
const open = (screen: string, role: Role, options = {}) =>
  dashboard.open(site.project, screen, { role, ...options });
const panel = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true });
const threads = (page: Page) => panel(page).getByRole('article');
const newComment = (page: Page) => panel(page).getByRole('group', { name: 'New comment' });
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const bubble = (page: Page) => page.getByRole('toolbar', { name: 'Formatting of the selection' });
const saved = (page: Page) => page.locator('.save-state').getByText('Saved', { exact: false }).waitFor();

const passage = 'We open at nine o’clock.';

/** A story with a formatted text and a block. */
async function newStory(): Promise<{ id: string; screen: string }> {
  const { project, ada } = site;
  const fields = [{ key: 'text', type: 'text' }];
  expectDone(await project.secret.put('/v1/schema/blocks/part', { name: 'Part', fields }));
  await defineType(project, 'story', [
    { key: 'title', type: 'string' },
    { key: 'body', type: 'richtext' },
    { key: 'parts', type: 'blocks', options: { blocks: ['part'] } },
  ]);
  const { id } = await ada.does('POST', '/content/story/entries', {
    values: {
      title: 'Hours',
      body: { markdown: `A notice.\n\n${passage}\n\nPlease ring.` },
      parts: [{ block: 'part', values: { text: 'Beside the door' } }],
    },
  });
  return { id: String(id), screen: `/entries/story/${String(id)}` };
}

/** Selects the paragraph with the passage, with the keyboard alone. */
async function selectPassage(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'body' });
  await text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
}

describe('comments of two members in two browsers', () => {
  it('are written on a passage, mention a member, are answered, resolved and reopened', async () => {
    const { id, screen } = await newStory();
    const editor = await open(screen, 'editor');
    const author = await open(screen, 'author');
    await panel(author).getByText('No open comments.').waitFor();
    await selectPassage(editor);
    await bubble(editor).waitFor();
    await editor.keyboard.press('Control+Alt+m');
    await newComment(editor).getByText(passage).waitFor();
    await editor.locator('.quote-mark', { hasText: passage }).waitFor();
    await editor.keyboard.type('Ten? @auth');
    await editor.getByRole('option', { name: /^author-/ }).waitFor();
    await expectAccessible(editor);
    await editor.keyboard.press('ArrowDown');
    await editor.keyboard.press('Enter');
    await editor.keyboard.type('please check.');
    await editor.keyboard.press('Control+Enter');
    await threads(editor)
      .getByText(/Ten\? @author-\S+ please check\./)
      .waitFor();
    await editor.locator('.quote-mark', { hasText: passage }).waitFor();
    await editor.locator('.prose:focus').waitFor(); // writing goes on where it was
    await field(editor, 'body').getByRole('button', { name: '1 comment on body' }).waitFor();

    const started = (await site.bea.does('GET', `/comments?item=${id}`)).data;
    expect(started).toMatchObject([
      { anchor: { field: 'body', quote: { exact: passage, suffix: 'Please ring.' }, state: 'ok' } },
    ]);
    expect(started[0].messages[0].mentions).toHaveLength(1);

    // The author's panel reads the new thread by itself.
    await threads(author).getByText('New', { exact: true }).waitFor({ timeout: 25_000 });
    await expectAccessible(author);
    await threads(author).getByRole('button', { name: 'Reply' }).focus();
    await author.keyboard.press('Enter');
    await author.keyboard.type('Nine is right.');
    await author.keyboard.press('Control+Enter');
    await threads(author).getByText('Nine is right.').waitFor();
    await threads(author).getByText('New', { exact: true }).waitFor({ state: 'detached' });

    await threads(editor).getByText('Nine is right.').waitFor({ timeout: 25_000 });
    await threads(editor).getByRole('button', { name: 'Resolve' }).focus();
    await editor.keyboard.press('Enter');
    await panel(editor).getByText('No open comments.').waitFor();
    await editor.locator('.comments-box:focus').waitFor();
    await editor.locator('.quote-mark').waitFor({ state: 'detached' });
    await panel(editor).getByLabel('Shown comments').selectOption('resolved');
    await threads(editor).getByRole('button', { name: 'Reopen' }).click();
    await panel(editor).getByText('No resolved comments.').waitFor();
  });

  it('stay on a passage that is edited, and say when it is gone', async () => {
    const { screen } = await newStory();
    const editor = await open(screen, 'editor');
    await selectPassage(editor);
    await bubble(editor).getByRole('button', { name: 'Comment', exact: true }).click();
    await newComment(editor).getByRole('textbox').fill('Ten?');
    await editor.keyboard.press('Control+Enter');
    const mark = editor.locator('.quote-mark');
    await mark.waitFor();

    await editor.getByRole('textbox', { name: 'body' }).getByText('A notice.').click();
    await editor.keyboard.press('Home');
    await editor.keyboard.type('Now: ');
    await saved(editor);
    await mark
      .getByText(passage)
      .or(mark.filter({ hasText: passage }))
      .first()
      .waitFor();
    await selectPassage(editor);
    await editor.keyboard.type('Closed.');
    await saved(editor);
    await editor.reload();
    await threads(editor).getByText('On removed text').waitFor();
    await threads(editor).getByText(passage).waitFor();
    expect(await editor.locator('.quote-mark').count()).toBe(0);
  });
});

describe('comments on parts of an entry', () => {
  it('are written on a block with C, on a field, and on selected plain text', async () => {
    const { id, screen } = await newStory();
    const author = await open(screen, 'author');
    await author.locator('[data-row-of]').focus();
    await author.keyboard.press('c');
    await newComment(author).getByText('Part').waitFor();
    await author.keyboard.type('A photo here?');
    await author.keyboard.press('Control+Enter');
    await author.getByRole('button', { name: '1 comment on Part 1' }).click();
    await author.locator('article.thread:focus').waitFor();

    await panel(author).getByRole('button', { name: 'Comment', exact: true }).click();
    await newComment(author).getByLabel('About').selectOption('title');
    await newComment(author).getByRole('textbox').fill('Too short?');
    await author.keyboard.press('Control+Enter');
    await field(author, 'title').getByRole('button', { name: '1 comment on title' }).waitFor();

    await author.getByRole('textbox', { name: 'title' }).focus();
    await author.keyboard.press('Control+a');
    await author.keyboard.press('Control+Alt+m');
    await newComment(author).getByText('Hours').waitFor();
    await author.keyboard.type('Opening hours?');
    await author.keyboard.press('Control+Enter');
    await field(author, 'title').getByRole('button', { name: '2 comments on title' }).waitFor();
    const quoted = threads(author).filter({ hasText: 'Opening hours?' });
    await quoted.getByRole('button', { name: 'Title', exact: true }).click();
    await expect.poll(() => author.evaluate<string>('getSelection().toString()')).toBe('Hours');
    await expectAccessible(author);
    const anchors = pluck((await site.bea.does('GET', `/comments?item=${id}`)).data, 'anchor');
    expect(anchors).toMatchObject([
      { field: 'title', quote: { exact: 'Hours' }, state: 'ok' },
      { field: 'title', quote: null, state: 'ok' },
      { field: null, block_id: expect.stringMatching(/^blk_/), state: 'ok' },
    ]);
  });

  it('are changed and deleted by their writer, and written by viewers on a phone', async () => {
    const { id } = await draftBy(site.ada);
    const viewer = await open(`/entries/page/${id}`, 'viewer', { viewport: { width: 390, height: 844 } });
    await panel(viewer).getByRole('button', { name: 'Comment', exact: true }).click();
    await newComment(viewer).getByRole('textbox').fill('Is this new?');
    await newComment(viewer).getByRole('button', { name: 'Comment', exact: true }).click();
    await threads(viewer).getByText('Is this new?').waitFor();
    await expectAccessible(viewer);
    await threads(viewer)
      .getByRole('button', { name: /^More for the comment/ })
      .click();
    await viewer.getByRole('menuitem', { name: 'Edit' }).click();
    await threads(viewer).getByRole('textbox').fill('Is this news?');
    await threads(viewer).getByRole('button', { name: 'Save' }).click();
    await threads(viewer).getByText('edited').waitFor();
    await threads(viewer)
      .getByRole('button', { name: /^More for the comment/ })
      .click();
    await viewer.getByRole('menuitem', { name: 'Delete' }).click();
    await viewer.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
    await panel(viewer).getByText('No open comments.').waitFor();
  });

  it('are in the editor of articles too', async () => {
    const { id } = await site.ada.does('POST', '/blog/articles', { title: 'Post' });
    await site.ada.does('POST', '/comments', { item: id, text: 'Longer?', anchor: { field: 'title' } });
    const editor = await open(`/blog/${String(id)}`, 'editor');
    await threads(editor).getByText('Longer?').waitFor();
    await field(editor, 'title').getByRole('button', { name: '1 comment on Title' }).waitFor();
    await expectAccessible(editor);
    await editor.goto(`/dashboard/p/${site.project.id}/blog`);
    await editor.getByRole('row').filter({ hasText: 'Post' }).getByText('1 open comment').waitFor();
    await expectAccessible(editor);
  });
});
