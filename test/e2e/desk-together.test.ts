import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

useAxe();

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const expectedErrors = [/409/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/];
const texts = ['The first paragraph tells of kites.', 'The second paragraph tells of wind.'];

const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const story = (page: Page) => page.getByRole('textbox', { name: 'Story' });
const paragraph = (page: Page, index: number) => story(page).locator('p').nth(index);
const saved = (page: Page) => page.locator('.save-state').getByText('Saved', { exact: false }).waitFor();

async function openBoth() {
  const body = { version: 2, content: texts.map(p) };
  const id = await addEntry(project, 'kite', { title: 'Together', body });
  const open = async (role: 'owner' | 'editor') => {
    const page = await dashboard.open(project, `/entries/kite/${id}`, { role, expectedErrors });
    await paragraph(page, 1).waitFor();
    return page;
  };
  return { id, ada: await open('owner'), bea: await open('editor') };
}

async function storedTexts(page: Page, id: string): Promise<string[]> {
  const answer = await page.request.get(`/dashboard/api/projects/${project.id}/content/kite/entries/${id}`);
  const { draft } = (await answer.json()) as {
    draft: { body: { content: { content: { text: string }[] }[] } };
  };
  return draft.body.content.map(({ content }) => content.map(({ text }) => text).join(''));
}

async function moveToEnd(page: Page, index: number): Promise<void> {
  await paragraph(page, index).click();
  await page.keyboard.press('End');
}

describe('two people in one entry', () => {
  it('see in which field the other one is', async () => {
    const { ada, bea } = await openBoth();
    const title = bea.locator('[data-field="title"]');
    await ada.getByRole('textbox', { name: /^Title/ }).click();
    await title.getByText(`owner-${project.id} is here`).waitFor();
    await ada.keyboard.type('!');
    await saved(ada);
    await story(ada).click();
    await bea.locator('[data-field="body"]').getByText(`owner-${project.id} is editing this`).waitFor();
    await title.getByRole('status').waitFor({ state: 'detached' });
    await expectAccessible(bea);
  });
});

describe('the presence of a person', () => {
  /** Counts the reports of a page. */
  const reportsOf = (page: Page) => {
    const reports = { count: 0 };
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/presence/')) reports.count += 1;
    });
    return reports;
  };

  it('names the field to others, and costs no request per field while nobody else is there', async () => {
    const id = await addEntry(project, 'kite', {
      title: 'Alone',
      body: { version: 2, content: texts.map(p) },
    });
    const ada = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors });
    await paragraph(ada, 1).waitFor();
    const reports = reportsOf(ada);
    const openedAt = performance.now();
    await ada.getByRole('textbox', { name: /^Title/ }).click();
    await expect.poll(() => performance.now() - openedAt).toBeGreaterThan(800);
    expect(reports.count).toBe(0);
    const bea = await dashboard.open(project, `/entries/kite/${id}`, { role: 'editor', expectedErrors });
    await bea.locator('[data-field="title"]').getByText(`owner-${project.id} is here`).waitFor();
    expect(reports.count).toBe(1);
  });

  it('is not shown on the next item when a response comes late', async () => {
    const { id, bea } = await openBoth();
    const other = await addEntry(project, 'kite', { title: 'Next' });
    const ada = await dashboard.open(project, '/entries/kite', { expectedErrors });
    let respond: () => void = () => undefined;
    const isLeft = new Promise<void>((resolve) => (respond = resolve));
    await ada.route(`**/presence/${id}`, async (route) => {
      const response = await route.fetch();
      if (route.request().method() === 'POST') await isLeft;
      await route.fulfill({ response });
    });
    await ada.getByRole('link', { name: 'Together' }).first().click();
    await paragraph(ada, 1).waitFor();
    await bea.getByText(`owner-${project.id}`).first().waitFor();
    await ada.goBack();
    const reported = ada.waitForResponse(`**/presence/${other}`);
    await ada.getByRole('link', { name: 'Next' }).first().click();
    await reported;
    const late = ada.waitForResponse((response) => response.url().endsWith(`/presence/${id}`));
    respond();
    await late;
    expect(await ada.locator('.presence').count()).toBe(0);
  });
});

describe('two people in one text', () => {
  it('type in adjacent paragraphs without a dialog, a lost word or a moved cursor', async () => {
    const { id, ada, bea } = await openBoth();
    await moveToEnd(ada, 0);
    await moveToEnd(bea, 1);
    const typeWords = async (page: Page, word: string) => {
      for (let i = 0; i < 40; i += 1) {
        await page.keyboard.type(` ${word}${i}`, { delay: 25 });
        if (i % 8 === 7) await saved(page);
      }
    };
    await Promise.all([typeWords(ada, 'kite'), typeWords(bea, 'wind')]);

    const words = (word: string) => Array.from({ length: 40 }, (_, i) => ` ${word}${i}`).join('');
    const expected = [`${texts[0]}${words('kite')}`, `${texts[1]}${words('wind')}`];
    for (const page of [ada, bea]) {
      await expect.poll(() => story(page).locator('p').allInnerTexts()).toEqual(expected);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    expect(await storedTexts(ada, id)).toEqual(expected);
  });

  it('keep their cursor and Undo when the other one saves', async () => {
    const { ada, bea } = await openBoth();
    await moveToEnd(bea, 1);
    await bea.keyboard.type(' Mine');
    await saved(bea);
    await moveToEnd(ada, 0);
    await ada.keyboard.type(' Hers');
    await expect.poll(() => paragraph(bea, 0).innerText()).toBe(`${texts[0]} Hers`);

    await bea.keyboard.type(', on');
    expect(await paragraph(bea, 1).innerText()).toBe(`${texts[1]} Mine, on`);
    await bea.keyboard.press('Control+z');
    expect(await paragraph(bea, 0).innerText()).toBe(`${texts[0]} Hers`);
  });

  it('count the words of the other one, too', async () => {
    const { ada, bea } = await openBoth();
    await bea.getByText('12 words', { exact: true }).waitFor();
    await moveToEnd(ada, 0);
    await ada.keyboard.type(' Hers');
    await bea.getByText('13 words', { exact: true }).waitFor();
  });

  async function collide() {
    const both = await openBoth();
    const { ada, bea } = both;
    await bea.context().setOffline(true);
    await moveToEnd(bea, 1);
    await bea.keyboard.type(' Mine');
    await moveToEnd(ada, 1);
    await ada.keyboard.type(' Hers');
    await saved(ada);
    await bea.context().setOffline(false);
    const dialog = bea.getByRole('dialog', { name: /changed the same paragraph$/ });
    await dialog.waitFor();
    return { ...both, dialog };
  }

  it('see both versions of a paragraph that both changed, with the changed words marked', async () => {
    const { bea, dialog } = await collide();
    await expect.poll(() => dialog.getByRole('insertion').allInnerTexts()).toEqual([' Mine', ' Hers']);
    await expectAccessible(bea);
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await bea.getByRole('button', { name: 'Decide now' }).click();
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await expect
      .poll(() => story(bea).locator('p').allInnerTexts())
      .toEqual([texts[0], `${texts[1]} Hers`, `${texts[1]} Mine`]);
  });

  it('keep the other version in the history, and can undo that', async () => {
    const { id, bea, dialog } = await collide();
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await expect.poll(() => paragraph(bea, 1).innerText()).toBe(`${texts[1]} Hers`);
    await bea.getByText(/^Kept .* version\. Yours is in History\.$/).waitFor();
    expect((await storedTexts(bea, id))[1]).toBe(`${texts[1]} Hers`);

    await bea.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => paragraph(bea, 1).innerText()).toBe(`${texts[1]} Mine`);
    await expect.poll(async () => (await storedTexts(bea, id))[1]).toBe(`${texts[1]} Mine`);
  });
});

describe('a tab that closes while it saves', () => {
  it('sends what was typed', async () => {
    const { id, ada, bea } = await openBoth();
    await moveToEnd(bea, 1);
    await bea.keyboard.type(' Last words');
    await bea.close({ runBeforeUnload: false });
    await expect.poll(async () => (await storedTexts(ada, id))[1]).toBe(`${texts[1]} Last words`);
  });
});
