import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { attacks } from '../richtext/documents.ts';
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

  it('keeps every frame of typing in a document of 5,000 words under 50 ms', async () => {
    const words = Array.from({ length: 50 }, (_, i) => `kite${i} flies over the hill`)
      .join(' ')
      .slice(0, 620);
    const content = Array.from({ length: 50 }, () => ({
      type: 'paragraph',
      content: [{ type: 'text', text: words }],
    }));
    const { page } = await openStory({ body: { version: 2, content } });
    await page.keyboard.press('Control+End');
    await page.waitForTimeout(1_000);
    const longest = await longestTask(page, async () => {
      await page.keyboard.type(' one more sentence while it is saved in between, twice or so', { delay: 40 });
      await page.waitForTimeout(1_500);
    });

    // Chromium names tasks of 50 ms and more: where there is none, no frame took that long.
    expect(longest).toBe(0);
  });
});

describe('hostile text', () => {
  it('is text in every field, in the list and in the editor', async () => {
    const text = attacks
      .join(' ')
      .replace(/[\n\r\u2028\u2029]/g, ' ')
      .slice(0, 480);
    const maker = await addEntry(project, 'maker', { name: text }, true);
    const { id: writer } = (
      await project.secret.post('/v1/authors', { name: text.slice(0, 190), slug: 'evil' })
    ).body as { id: string };
    const values = {
      title: text,
      summary: attacks.join('\n'),
      site: '/path?x="><script>alert(1)</script>'.replace(/\s/g, ''),
      maker,
      makers: [maker],
      writer,
      writers: [writer],
      body: {
        version: 2,
        content: attacks.flatMap((attack) => [
          { type: 'paragraph', content: [{ type: 'text', text: attack }] },
          { type: 'codeBlock', content: [{ type: 'text', text: attack }] },
        ]),
      },
    };
    const id = await addEntry(project, 'kite', values, true);
    const page = await dashboard.open(project, '/entries/kite');
    let dialogs = 0;
    page.on('dialog', (dialog) => ((dialogs += 1), void dialog.dismiss()));
    await page.getByRole('row').nth(1).waitFor();
    await page.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);
    await story(page).waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe(text);
    expect(await story(page).innerText()).toContain('<script>alert(1)</script>');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText('GET /v1/content', { exact: false }).waitFor();

    expect(await page.locator('.prose script, .prose svg, .prose [onerror], .prose iframe').count()).toBe(0);
    expect(dialogs).toBe(0);
  });
});
