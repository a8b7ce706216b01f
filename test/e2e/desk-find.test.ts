import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { longestTask } from './support/page-time.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const story = (page: Page) => page.getByRole('textbox', { name: 'Story' });
const bar = (page: Page) => page.getByRole('search', { name: 'Find in this text' });
const count = (page: Page) => bar(page).getByRole('status');
const selected = (page: Page) => page.evaluate('getSelection().toString()');

async function openStory(markdown: string): Promise<{ page: Page; id: string }> {
  const id = await addEntry(project, 'kite', { title: 'Story', body: { markdown } });
  const page = await dashboard.open(project, `/entries/kite/${id}`);
  await story(page).click();
  await page.keyboard.press('Control+Home');
  await page.evaluate('new Promise((seen) => setTimeout(seen))'); // the editor hears of its selection a task later
  return { page, id };
}

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await bar(page).getByLabel('Find', { exact: true }).fill(words);
}

/** The text as the service has it, once it is saved. */
async function savedHtml(page: Page, id: string): Promise<string> {
  await page.keyboard.press('Control+s');
  await page.getByRole('region', { name: 'Messages' }).getByText('Saved').waitFor();
  const { body } = await project.secret.patch(`/v1/content/kite/${id}`, { values: {}, publish: true });
  return (body['values'] as { body: { html: string } }).body.html;
}

describe('find in a text', () => {
  it('counts and marks the words, goes along them in both directions, and leaves the last one selected', async () => {
    const { page } = await openStory('The tide rises.\n\n- The **tide** falls\n\n> Tides\n\n`tide`');
    await find(page, 'tide');
    await count(page).getByText('1 of 4').waitFor();
    expect(await page.locator('.find-mark').count()).toBe(4);
    await expectAccessible(page);

    await page.keyboard.press('Enter');
    await count(page).getByText('2 of 4').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await count(page).getByText('4 of 4').waitFor();
    await bar(page).getByRole('button', { name: 'Match case' }).click();
    await count(page).getByText('of 3').waitFor();
    await bar(page).getByLabel('Find', { exact: true }).fill('Tide');
    await count(page).getByText('1 of 1').waitFor();

    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    expect(await selected(page)).toBe('Tide');
    expect(await page.locator('.find-mark').count()).toBe(0);
    await page.keyboard.press('Control+f');
    expect(await bar(page).getByLabel('Find', { exact: true }).inputValue()).toBe('Tide');
    await bar(page).getByRole('button', { name: 'Close find' }).click();
    await page.getByRole('button', { name: 'Find in the text' }).click();
    await bar(page).waitFor();
  });

  it.each([
    ['Greek, whose last sigma differs', 'Ο ΛΟΓΟΣ και ο λόγος, λογος', 'λογοσ', 2],
    ['Arabic', 'المد يرتفع ثم ينخفض المد', 'المد', 2],
    ['Chinese', '潮汐上升，潮汐下降', '潮汐', 2],
    ['accents in both ways of writing', 'Cafe\u0301 und CAFÉ, Cafe', 'café', 2],
    ['letters, and not those with an accent', 'Cafe\u0301 und CAFÉ, Cafe', 'cafe', 1],
    ['Hangul by whole syllables', '한강과 하늘', '하', 1],
    ['signs outside the first plane', '😀 tide 😀', '😀', 2],
  ])('finds %s', async (_name, text, words, times) => {
    const { page } = await openStory(text);
    await find(page, words);
    await count(page).getByText(`1 of ${times}`).waitFor();
    const marked = await page.locator('.find-mark').allInnerTexts();
    const plain = (of: string) => of.normalize('NFC').toLowerCase().replace('ς', 'σ');
    expect(marked.map(plain)).toEqual(Array(times).fill(plain(words)));
  });

  it('stays exact while the text is written in', async () => {
    const { page } = await openStory('The tide.');
    await find(page, 'tide');
    await count(page).getByText('1 of 1').waitFor();
    await story(page).getByText('The tide.').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Tide and ');
    await count(page).getByText('of 2').waitFor();
    await find(page, 'nothing like it');
    await count(page).getByText('No matches').waitFor();
    expect(await bar(page).getByRole('button', { name: 'Next match' }).isDisabled()).toBe(true);
  });
});

describe('replace in a text', () => {
  it('replaces one after the other in the look of what stood there, and goes on behind it', async () => {
    const { page, id } = await openStory('A **tide** and a tide, a tide');
    await find(page, 'tide');
    await bar(page).getByLabel('Replace with').fill('high tide');
    await page.keyboard.press('Enter');
    await count(page).getByText('2 of 3').waitFor();
    await page.keyboard.press('Enter');
    await count(page).getByText('3 of 3').waitFor();

    expect(await savedHtml(page, id)).toBe('<p>A <strong>high tide</strong> and a high tide, a tide</p>');
  });

  it('replaces all as one change, which one Undo takes back', async () => {
    const before = 'A tide, a **tide**\n\n- Tide\n- No\n\n| Tide | b |\n| --- | --- |\n| tide | d |';
    const { page, id } = await openStory(before);
    await page.keyboard.type('Typed. ');
    await find(page, 'tide');
    await bar(page).getByLabel('Replace with').fill('wave');
    await bar(page).getByRole('button', { name: 'Replace all' }).click();
    await count(page).getByText('5 matches replaced').waitFor();
    const text = () => story(page).innerText();
    expect(await text()).toContain('Typed. A wave, a wave');
    expect(await text()).not.toMatch(/tide/i);

    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(text).toContain('Typed. A tide, a tide');
    expect((await text()).match(/tide/gi)).toHaveLength(5);
    await page.keyboard.press('Control+Shift+z');
    expect(await savedHtml(page, id)).toContain('<p>Typed. A wave, a <strong>wave</strong></p>');
  });

  it('works on 100,000 letters without holding the page up for 100 ms', async () => {
    const sentence = 'The tide rises and falls twice a day, and nobody holds it. ';
    const paragraph = sentence.repeat(5).trim();
    const { page } = await openStory(
      Array(Math.ceil(100_000 / paragraph.length))
        .fill(paragraph)
        .join('\n\n'),
    );
    await page.getByText(/^2\d,?\d{3} words$|^1\d,?\d{3} words$/).waitFor();
    const work = (act: () => Promise<unknown>) => longestTask(page, act);
    const spent: Record<string, number> = {};
    await page.keyboard.press('Control+f');
    const input = bar(page).getByLabel('Find', { exact: true });

    spent['first'] = await work(() => page.keyboard.press('t'));
    spent['second'] = await work(() => page.keyboard.press('i'));
    await count(page)
      .getByText(/of 1\d{3}|of 3\d{3}/)
      .waitFor();
    spent['next'] = await work(() => page.keyboard.press('Enter'));
    spent['case'] = await work(() => bar(page).getByRole('button', { name: 'Match case' }).click());
    spent['none'] = await work(() => input.fill('tidal'));
    await input.fill('twice');
    await bar(page).getByLabel('Replace with').fill('two times');
    spent['one'] = await work(() => page.keyboard.press('Enter'));
    spent['all'] = await work(async () => {
      await bar(page).getByRole('button', { name: 'Replace all' }).click();
      await count(page)
        .getByText(/matches replaced$/)
        .waitFor();
    });
    await bar(page).getByRole('button', { name: 'Close find' }).click();
    expect(await story(page).getByText('twice').count()).toBe(0);
    spent['undone'] = await work(() => page.keyboard.press('Control+z'));
    await expect.poll(() => story(page).getByText('twice').count()).toBeGreaterThan(300);

    expect(Math.max(...Object.values(spent)), JSON.stringify(spent)).toBeLessThan(100);
  });
});
