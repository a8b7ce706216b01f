import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeVariables } from '../support/media.ts';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import { openTestStore } from '../support/test-store.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { mostWork, workMeter } from './support/page-time.ts';

const picture = readFileSync(inRepository('seeds/images/plover.png'));

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  const store = await openTestStore();
  afterAll(() => store.stop());
  dashboard = await startDashboard(storeVariables(store.settings));
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const story = (page: Page) => page.getByRole('textbox', { name: 'Story' });

async function openStory(values: object = {}, publish = false): Promise<{ page: Page; id: string }> {
  const id = await addEntry(project, 'kite', { title: 'Story', ...values }, publish);
  const page = await dashboard.open(project, `/entries/kite/${id}`);
  await story(page).click();
  return { page, id };
}

/** Publishes by the keyboard and reads what readers get. */
async function published(page: Page, id: string): Promise<{ html: string; json: { content: any[] } }> {
  await page.getByText(/^Saved/).waitFor();
  await page.keyboard.press('Control+Shift+P');
  await page.getByText('Published', { exact: true }).waitFor();
  const { body } = await project.secret.get(`/v1/content/kite/${id}`);
  return (body['values'] as { body: { html: string; json: { content: any[] } } }).body;
}

async function paste(page: Page, html: string): Promise<void> {
  await story(page).focus();
  await page.evaluate(`
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(html)});
    data.setData('text/plain', 'plain');
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  `);
}

describe('the text editor', () => {
  it('inserts by the slash menu, Markdown and the keyboard what the service stores', async () => {
    const { page, id } = await openStory();
    const { keyboard } = page;

    await keyboard.type('/warn');
    await page.getByRole('option', { name: 'Callout: warning' }).waitFor();
    await expectAccessible(page);
    await keyboard.press('Enter');
    await keyboard.type('Mind the wind');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('1. One\nTwo\n\n```ts let x = 1;');
    await keyboard.press('Control+Enter');
    await keyboard.type('/table');
    await keyboard.press('Enter');
    await keyboard.type('Head');
    await keyboard.press('Tab');
    await keyboard.type('Next');

    const { json, html } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual(['callout', 'orderedList', 'codeBlock', 'table']);
    expect(json.content[0]).toMatchObject({ attrs: { tone: 'warning' } });
    expect(json.content[2]).toMatchObject({ attrs: { language: 'ts' } });
    expect(html).toMatch(/<th[^>]*>.*Head.*<\/th>\s*<th[^>]*>.*Next/s);
  });

  it('links words to an address and to content found by name', async () => {
    const target = await addEntry(project, 'maker', { name: 'Sam Cody' }, true);
    const { page, id } = await openStory();
    const link = async (words: string, option: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: option }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };

    await page.keyboard.type('See ');
    await link('example.org/kites', /https:\/\/example\.org\/kites/);
    await page.keyboard.type(' and ');
    await link('Sam Co', /Sam Cody/);

    const { html } = await published(page, id);
    expect(html).toContain('href="https://example.org/kites"');
    expect(html).toContain(`data-ref="${target}"`);
  });

  it('takes of pasted Word and Google Docs text what it means', async () => {
    const { page, id } = await openStory();

    await paste(
      page,
      `<meta charset="utf-8"><style>p{color:red}</style><b style="font-weight:normal" id="docs-internal-guid-1">
       <h2>Part</h2><p><span style="font-weight:700">Bold</span> <span style="font-style:italic">leaning</span>
       <a href="javascript:alert(1)">bad</a> <a href="https://example.org">good</a></p></b>
       <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>First<o:p></o:p></p>
       <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Second</p>`,
    );

    const { html } = await published(page, id);
    expect(html).toContain('<h2 id="part">Part</h2>');
    expect(html).toContain('<strong>Bold</strong>');
    expect(html).toContain('<em>leaning</em>');
    expect(html).toMatch(/<ul>\s*<li>.*First.*<\/li>\s*<li>.*Second.*<\/li>\s*<\/ul>/s);
    expect(html).not.toContain('javascript');
    expect(html).not.toContain('style');
  });

  it('makes of Markdown what it means, line by line', async () => {
    const { page, id } = await openStory();

    for (const line of ['- one', '1. one', '> said', ':::danger stop'])
      await page.keyboard.type(`${line}\n\n`); // an empty line ends each
    await page.keyboard.type('### Part\n---``` code');

    const { json } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual([
      'bulletList',
      'orderedList',
      'blockquote',
      'callout',
      'heading',
      'horizontalRule',
      'codeBlock',
    ]);
  });

  it('counts the words, and goes by the outline to a heading', async () => {
    const heading = (level: number, text: string) => ({
      type: 'heading',
      attrs: { level },
      content: [{ type: 'text', text }],
    });
    const lines = Array.from({ length: 40 }, () => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'Two words.' }],
    }));
    const content = [heading(2, 'Begin'), ...lines, heading(3, 'The end')];
    const { page, id } = await openStory({ body: { version: 2, content } }, true);
    await page.getByText('83 words', { exact: true }).waitFor();

    await page.getByText('Outline', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'The end' }).press('Enter');
    await page.locator('[contenteditable="true"]:focus').waitFor();
    await page.keyboard.type('Now, ');
    await page.getByText('84 words', { exact: true }).waitFor();

    const { json } = await published(page, id);
    expect(json.content.at(-1)).toMatchObject(heading(3, 'Now, The end'));
    const { body } = await project.secret.get(`/v1/content/kite/${id}`);
    expect(body.values.body.toc).toMatchObject([{ text: 'Begin' }, { text: 'Now, The end' }]);
  });

  it('keeps its tools in one line on a small laptop, in a table and in a link', async () => {
    const { page } = await openStory();
    const bar = page.getByRole('toolbar', { name: 'Formatting', exact: true });
    const height = async () => (await bar.boundingBox())?.height;
    expect(await height()).toBeLessThan(45);

    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await page.getByLabel('Change the table').waitFor();
    expect(await height()).toBeLessThan(45);
  });

  it('changes a table by its rows and columns', async () => {
    const { page, id } = await openStory();
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    for (const change of ['Add a row', 'Delete the column', 'Delete the row'])
      await page.getByLabel('Change the table').selectOption(change);
    await page.keyboard.type('x');

    const [table] = (await published(page, id)).json.content;
    const rows = table.content as { content: { type: string }[] }[];
    expect(rows.map(({ content }) => content.length)).toEqual([2, 2, 2]);
  });
});

describe('a picture in a text', () => {
  /** In the page: what a drag or a clipboard carries. */
  const carried = (name: string) => `(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(${JSON.stringify([...picture])});
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
    return transfer;
  })()`;
  const shown = (page: Page) => story(page).locator('img');

  it('is dropped where it belongs, and described there', async () => {
    const content = ['Above', 'Below'].map((text) => ({
      type: 'paragraph',
      content: [{ type: 'text', text }],
    }));
    const { page, id } = await openStory({ body: { version: 2, content } });
    const line = await story(page).getByText('Below').boundingBox();
    if (line === null) throw new Error('no text');
    const at = { clientX: line.x + 2, clientY: line.y + 4 };

    await story(page).dispatchEvent('drop', {
      dataTransfer: await page.evaluateHandle(carried('plover.png')),
      ...at,
    });
    await shown(page).waitFor();
    await page.getByLabel('Alternative text').fill('A plover on the beach');
    await page.getByLabel('Caption').fill('Ringed plover');
    await expectAccessible(page);

    const { html, json } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual(['paragraph', 'image', 'paragraph']);
    expect(html).toMatch(/<img[^>]* alt="A plover on the beach"/);
    expect(html).toContain('Ringed plover');
    await page.waitForFunction("document.querySelector('.prose img').naturalWidth > 1");
  });

  it('is pasted, or chosen among the pictures of the project, or uploaded beside them', async () => {
    const { page, id } = await openStory();
    await page.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${carried('pasted.png')}, bubbles: true, cancelable: true }))`);
    await shown(page).waitFor();

    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Insert a picture' });
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'pasted.png' }).press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const file = { name: 'own.png', mimeType: 'image/png', buffer: picture };
    await picker.locator('input[type=file]').setInputFiles(file);
    await picker.waitFor({ state: 'detached' });

    await expect.poll(() => shown(page).count()).toBe(3);
    const { json } = await published(page, id);
    const ids = json.content
      .filter(({ type }) => type === 'image')
      .map(({ attrs }) => attrs.media_id as string);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });
});

describe('a text of five thousand words', () => {
  it('is typed into with less than 50 ms of work for each key, and while it is saved', async () => {
    const sentence = (i: number) => `Kite ${i} flies over the hill, and nobody holds the line. `;
    const paragraph = (i: number) => ({
      type: 'paragraph',
      content: [
        { type: 'text', text: sentence(i).repeat(8) },
        { type: 'text', text: sentence(i), marks: [{ type: 'bold' }] },
      ],
    });
    const content = Array.from({ length: 60 }, (_, i) =>
      i % 10 === 0
        ? { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `Part ${i}` }] }
        : paragraph(i),
    );
    const { page } = await openStory({ body: { version: 2, content } });
    const words = page.getByText(/^\d+ words$/);
    await words.waitFor();
    expect(Number.parseInt(await words.innerText(), 10)).toBeGreaterThan(5_000);
    const work = await workMeter(page);
    await page.keyboard.press('Control+End');
    await page.waitForTimeout(500);

    const typed = ' one more sentence while it is saved in between';
    const atTheEnd = await mostWork(work, typed.length, (i) => page.keyboard.press(typed.charAt(i)));
    const saving = await mostWork(work, 25, () => page.waitForTimeout(0));
    await story(page).getByText('Kite 31 flies').first().click();
    const inside = await mostWork(work, 20, (i) => page.keyboard.press(typed.charAt(i)));

    await page.getByText(/^Saved/).waitFor();
    const spent = { atTheEnd, saving, inside };
    expect(Math.max(atTheEnd, saving, inside), JSON.stringify(spent)).toBeLessThan(50);
  });
});
