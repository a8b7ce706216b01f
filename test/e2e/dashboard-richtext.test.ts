import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, useAxe } from './support/dashboard.ts';
import { addEntry } from './support/entries.ts';
import { startStories, story } from './support/stories.ts';

useAxe();
const { project, openStory, published } = await startStories();

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

  it('leaves out what Word tracks as deleted, and its comments', async () => {
    const { page, id } = await openStory();

    await paste(
      page,
      `<p>A <del><span class=MsoDel>secret</span></del><span class="MsoDel">hidden</span> stays, <s>struck</s> too
       <span class=MsoCommentReference><a href="#_msocom_1">[AB1]</a></span></p>
       <div style="mso-element:comment-list"><p class=MsoCommentText>Remark</p></div>`,
    );
    await page.getByText('2 tracked deletions were left out').waitFor();

    const { html } = await published(page, id);
    expect(html).toContain('stays, <s>struck</s> too');
    expect(html).not.toMatch(/secret|hidden|AB1|Remark/);

    await paste(page, '<p>B <del>secret</del> stays</p>');
    await page.getByText('1 tracked deletion was left out').waitFor();
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
    for (const change of ['Add row below', 'Delete column', 'Delete row'])
      await page.getByLabel('Change the table').selectOption(change);
    await page.keyboard.type('x');

    const [table] = (await published(page, id)).json.content;
    const rows = table.content as { content: { type: string }[] }[];
    expect(rows.map(({ content }) => content.length)).toEqual([2, 2, 2]);
  });
});
