import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import { startStories, story } from './support/stories.ts';

const picture = readFileSync(inRepository('seeds/images/plover.png')).toString('base64');

const { dashboard, project, openStory, published } = await startStories();

interface Shape {
  type: string;
  text?: string;
  content?: Shape[];
}

async function paste(page: Page, text: string, html?: string): Promise<void> {
  await page.evaluate(`
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    ${html === undefined ? '' : `data.setData('text/html', ${JSON.stringify(html)});`}
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  `);
}

describe('links', () => {
  it('come of an address that is pasted on words, and of addresses that are typed', async () => {
    const { page, id } = await openStory();
    await page.keyboard.type('the tide');
    await page.keyboard.press('Control+a');
    await paste(page, 'https://example.org/tide');
    await page.keyboard.press('End');
    await page.keyboard.type(' see www.example.org, and [Sam](https://example.org/sam) too');
    await page.keyboard.press('Enter');
    await page.keyboard.type('https://example.org/last\nend');

    const { html } = await published(page, id);
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(([, ...link]) => link);
    expect(links).toEqual([
      ['https://example.org/tide', 'the tide'],
      ['https://www.example.org', 'www.example.org'],
      ['https://example.org/sam', 'Sam'],
      ['https://example.org/last', 'https://example.org/last'],
    ]);
    expect(html).toContain('<p>end</p>');
  });
});

describe('what is pasted', () => {
  it('becomes a whole document of Markdown', async () => {
    const { page, id } = await openStory();
    await paste(
      page,
      '# Tide\n\n- one\n  - two\n\n1. three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n> **said**',
    );
    await story(page).getByText('said').waitFor();

    const { json, html } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual([
      'heading',
      'bulletList',
      'orderedList',
      'table',
      'codeBlock',
      'blockquote',
    ]);
    expect(html).toMatch(/<li>.*one.*<ul>.*two/s);
    expect(html).toContain('<strong>said</strong>');
  });

  it('keeps the levels of Word’s lists, and the lists of Google Docs', async () => {
    const { page, id } = await openStory();
    const item = (level: number, words: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${words}</p>`;
    await paste(
      page,
      'plain',
      `${item(1, 'One')}${item(2, 'Inner')}${item(3, 'Deepest')}${item(1, 'Two')}
       <p>Between</p><ul><li>Docs</li><ul><li>Docs inner</li></ul></ul>`,
    );

    const { json } = await published(page, id);
    const shape = ({ type, text, content = [] }: Shape): unknown =>
      type === 'paragraph' ? content[0]?.text : (text ?? content.map(shape));
    expect(json.content.map(shape)).toEqual([
      [['One', [['Inner', [['Deepest']]]]], ['Two']],
      'Between',
      [['Docs', [['Docs inner']]]],
    ]);
  });

  it('loses redirects, dead anchors and loose line breaks', async () => {
    const { page, id } = await openStory();
    await paste(
      page,
      'plain',
      `<b style="font-weight:normal" id="docs-internal-guid-1"><p><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D">good</a>
       note<a href="#_ftn1">[1]</a></p><br><p>Next</p></b>`,
    );

    const { json, html } = await published(page, id);
    expect(html).toContain('href="https://example.org/a"');
    expect(html).not.toContain('_ftn');
    expect(json.content).toHaveLength(2);
  });

  it('brings the pictures that come with it, and says which could not come', async () => {
    const { page, id } = await openStory();
    await paste(
      page,
      'plain',
      `<p>Words</p><img src="data:image/png;base64,${picture}"><img src="file:///C:/Users/a/image001.png">`,
    );
    await page.getByText('1 image could not be pasted.', { exact: false }).waitFor();
    await story(page).locator('figure').waitFor();

    const { json } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual(['paragraph', 'image']);
  });
});

describe('a text', () => {
  it('that begins with a picture does not open with it selected', async () => {
    const media = { type: 'image', attrs: { media_id: 'med_01m8000000aaaaaaaaaaaaaaaa' } };
    const words = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] };
    const { page: writer } = await openStory();
    await paste(writer, 'plain', `<p>Words</p><img src="data:image/png;base64,${picture}">`);
    await story(writer).locator('figure').waitFor();
    await writer.getByText(/^Saved/).waitFor();
    const id = writer.url().split('/').at(-1) ?? '';
    const { body } = await project.secret.get('/v1/media');
    media.attrs.media_id = (body['data'] as { id: string }[])[0]?.id ?? '';
    await project.secret.patch(`/v1/content/kite/${id}`, {
      values: { body: { version: 2, content: [media, words] } },
    });

    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await story(page).locator('figure').waitFor();
    expect(await page.locator('.prose-selected, .ProseMirror-selectednode').count()).toBe(0);
  });

  it('has rows above, header rows and merged cells in its tables', async () => {
    const { page, id } = await openStory();
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Head');
    const change = (label: string) => page.getByLabel('Change the table').selectOption(label);
    await change('Header row on or off');
    await change('Add row above');
    await change('Header column on or off');

    const { json } = await published(page, id);
    const rows: Shape[] = json.content[0]?.content ?? [];
    expect(rows).toHaveLength(4);
    expect(rows.map(({ content }) => content?.[0]?.type)).toEqual(Array(4).fill('tableHeader'));
    expect(rows[1]?.content?.[1]?.type).toBe('tableCell');
  });

  it('of a new article has the cursor at once', async () => {
    const page = await dashboard.open(project, '/blog');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Title').fill('Fresh');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Body');
  });
});
