import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { link, mediaId, node, paragraph, text } from '../../../support/richtext/documents.ts';

const convert = (markdown: string) => readRichtext({ markdown }, 'body');
const p = (value: string) => paragraph(text(value));
const item = (...content: object[]) => node('listItem', ...content);
const bold = { type: 'bold' };

describe('what a document cannot hold is named in a warning', () => {
  it.each<[string, string, object[], string]>([
    [
      'HTML blocks',
      'a\n\n<div>b</div>',
      [p('a'), p('b')],
      'HTML tags or attributes without a counterpart were removed; their text stays. (2 times, first in line 3)',
    ],
    [
      'HTML tags',
      '<span class="x">a</span>',
      [p('a')],
      'HTML tags or attributes without a counterpart were removed; their text stays. (2 times, first in line 1)',
    ],
    [
      'scripts',
      '<script>alert(1)</script>',
      [],
      'Scripts, styles and templates were removed. (line 1, 25 characters)',
    ],
    ['links to scripts', '[a](javascript:alert(1))', [p('a')], 'the text of others stays. (line 1)'],
    ['links to files beside', '[a](b.md) **c**', [paragraph(text('a '), text('c', bold))], 'Links must be'],
    [
      'images by address',
      '![a](https://a.example/b.png)',
      [paragraph(text('a', link({ href: 'https://a.example/b.png' })))],
      'Images by address became links',
    ],
    ['images of unknown addresses', '![](b.png)', [p('b.png')], 'Images by address became links'],
    [
      'images by address without a text, which become the name of their file',
      '![](https://a.example/photos/a%20kite.png?width=80)',
      [paragraph(text('a kite.png', link({ href: 'https://a.example/photos/a%20kite.png?width=80' })))],
      'Images by address became links',
    ],
    [
      'images inside the text, whose data is no text',
      'a ![](data:image/png;base64,iVBORw0KGgo=)',
      [p('a image')],
      'Images by address became links',
    ],
    [
      'HTML images by address without a text',
      '<img src="https://a.example/%E0%A4%A/">',
      [paragraph(text('image', link({ href: 'https://a.example/%E0%A4%A/' })))],
      'Images by address became links',
    ],
    [
      'alt texts in HTML that are too long',
      `<img src="${mediaId}" alt="${'x'.repeat(2_005)}">`,
      [{ type: 'image', attrs: { media_id: mediaId, alt: 'x'.repeat(2_000) } }],
      `An alt text or title in HTML keeps its first 2,000 characters. (line 1, 5 characters: ${mediaId})`,
    ],
    [
      'titles in HTML that are too long, without half of a character',
      `<a href="/b" title="${'x'.repeat(1_999)}😀">c</a>`,
      [paragraph(text('c', link({ href: '/b', title: 'x'.repeat(1_999) })))],
      '(line 1, 2 characters: /b)',
    ],
    [
      'links around images',
      `[![](${mediaId})](https://a.example)`,
      [{ type: 'image', attrs: { media_id: mediaId } }],
      'Images carry no link',
    ],
    [
      'images in headings',
      `# a ![](${mediaId})`,
      [
        { type: 'heading', attrs: { level: 1 }, content: [text('a')] },
        { type: 'image', attrs: { media_id: mediaId } },
      ],
      'Images cannot stand inside headings',
    ],
    [
      'footnotes',
      'a[^1]\n\n[^1]: word',
      [p('a[^1]'), p('[^1]: word')],
      'Footnotes stay as plain text. (line 3)',
    ],
    ['task lists', '- [x] a', [node('bulletList', item(p('[x] a')))], 'task lists'],
    [
      'alignment',
      '|a|\n|:-:|',
      [node('table', node('tableRow', node('tableHeader', p('a'))))],
      'no column alignment',
    ],
    [
      'words after the language',
      '```js {1,2}\na\n```',
      [{ type: 'codeBlock', attrs: { language: 'js' }, content: [text('a')] }],
      'name of their language',
    ],
    [
      'a language that is no name',
      '```{.js}\na\n```',
      [node('codeBlock', text('a'))],
      'name of their language',
    ],
  ])('%s', (_title, markdown, content, message) => {
    const { document, warnings } = convert(markdown);
    expect(document.content).toEqual(content);
    expect(warnings).toEqual([
      { code: 'richtext_simplified', message: expect.stringContaining(message), param: 'body.markdown' },
    ]);
  });

  it('once for each kind', () => {
    const { warnings } = convert('<a>\n\n- [ ] b\n- [x] c\n\n[d](e) <i class="x">');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^HTML tags.*\(2 times, first in line 1\)$/),
      expect.stringMatching(/^The boxes.*\(2 times, first in line 3\)$/),
      expect.stringMatching(/^Links must.*\(line 6\)$/),
    ]);
  });
});

describe('Markdown is refused', () => {
  it.each<[string, string, string]>([
    ['nested too deep', '> '.repeat(30) + 'a', 'more than 24 levels deep'],
    ['with too many blocks', 'a\n\n'.repeat(2_501), 'more than 5000 nodes'],
    [
      'with a caption that is too long',
      `![](${mediaId} "${'x'.repeat(2_001)}")`,
      'caption of image takes a text',
    ],
  ])('%s, at the text', (_title, markdown, message) => {
    let fault: unknown;
    try {
      convert(markdown);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ApiError);
    expect(fault).toMatchObject({
      code: 'invalid_richtext_document',
      message: expect.stringContaining(message),
      hints: { param: 'body.markdown' },
    });
  });
});
