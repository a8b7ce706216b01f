import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/content/richtext/service.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { link, mediaId, node, paragraph, text } from '../../../support/richtext/documents.ts';

const convert = (markdown: string) => readRichtext({ markdown }, 'body');
const p = (value: string) => paragraph(text(value));
const item = (...content: object[]) => node('listItem', ...content);
const rule = { type: 'horizontalRule' };
const bold = { type: 'bold' };

describe('HTML in Markdown keeps its words', () => {
  it.each<[string, string, object[]]>([
    [
      'a break alone on its line',
      'Before.\n\n<br>\nThe shop opens at **nine**.\n\nEnd.',
      [p('Before.'), paragraph(text('The shop opens at '), text('nine', bold), text('.')), p('End.')],
    ],
    ['a paragraph', '<p align="center">Welcome to our shop</p>', [p('Welcome to our shop')]],
    ['a rule', 'One\n\n<hr>\nTwo words here\n\nThree', [p('One'), rule, p('Two words here'), p('Three')]],
    [
      'text between comments',
      'Top.\n\n<!-- a --> Shown text. <!-- b -->\n\nEnd.',
      [p('Top.'), p('Shown text.'), p('End.')],
    ],
    ['div and center', '<div>a</div>\n<center>b</center>', [p('a'), p('b')]],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', [node('blockquote', p('a'), p('b'))]],
    [
      'a table',
      '<table><caption>c</caption><tr><th>a</th></tr><tr><td colspan="2">b</td></tr></table>',
      [
        p('c'),
        node(
          'table',
          node('tableRow', node('tableHeader', p('a'))),
          node('tableRow', { type: 'tableCell', attrs: { colspan: 2 }, content: [p('b')] }),
        ),
      ],
    ],
    [
      'lists in lists, without closing tags',
      '<ol start="3"><li>a<ul><li>b<li>c</ul><li>d</ol>',
      [
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [item(p('a'), node('bulletList', item(p('b')), item(p('c')))), item(p('d'))],
        },
      ],
    ],
    [
      'an image with a caption on the next line',
      '<img src="a.png" alt="A kite">\nThe caption',
      [p('A kite The caption')],
    ],
    [
      'a figure',
      `<figure><img src="${mediaId}" alt="A"><figcaption>C</figcaption></figure>`,
      [{ type: 'image', attrs: { media_id: mediaId, alt: 'A', caption: 'C' } }],
    ],
    ['an anchor with a caption on the next line', '<a name="x"></a>\nThe caption', [p('The caption')]],
    [
      'details',
      '<details><summary>Why</summary>\n\nBecause.\n\n</details>',
      [paragraph(text('Why', bold)), p('Because.')],
    ],
    [
      'a frame with a line below it',
      '<iframe src="https://a.example/v" title="Film"></iframe>\nBelow',
      [paragraph(text('Film', link({ href: 'https://a.example/v' }))), p('Below')],
    ],
    ['a list item with a line of break', '- a\n\n  <br>\n  b', [node('bulletList', item(p('a'), p('b')))]],
    [
      'a link in a line',
      'a <a href="https://a.example" target="_blank">b</a>',
      [paragraph(text('a '), text('b', link({ href: 'https://a.example' })))],
    ],
    ['two breaks', 'a<br><br>b', [p('a'), p('b')]],
    [
      'preformatted text',
      '<pre><code class="language-js">a *b*\n\n  &lt;c&gt;</code></pre>',
      [{ type: 'codeBlock', attrs: { language: 'js' }, content: [text('a *b*\n\n  <c>')] }],
    ],
    ['text around scripts and styles', 'a <script>b`<</script> c\n\n<style>d</style>e', [p('a  c'), p('e')]],
    [
      'a heading',
      '<h2>a <b>b</b></h2>',
      [{ type: 'heading', attrs: { level: 2 }, content: [text('a '), text('b', bold)] }],
    ],
    [
      'HTML in a heading',
      '# <div>a</div> b',
      [{ type: 'heading', attrs: { level: 1 }, content: [text('a'), { type: 'hardBreak' }, text('b')] }],
    ],
  ])('%s', (_title, markdown, content) => {
    expect(convert(markdown).document.content).toEqual(content);
  });

  it('and names what was removed with its line and its amount', () => {
    const { warnings } = convert(
      'a\n\n<div class="x">\n<a href="javascript:x()">b</a>\n</div>\n\n<script>c</script><style>d</style>',
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      'HTML tags or attributes without a counterpart were removed; their text stays. (2 times, first in line 3)',
      'HTML links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays. (line 4: javascript:x())',
      'Scripts, styles and templates were removed. (2 times, first in line 7, 34 characters)',
    ]);
  });

  it('also where elements are nested 10,000 deep', () => {
    const { document } = convert(`${'<div><ul><li>'.repeat(3_000)}word${'</li></ul></div>'.repeat(3_000)}`);
    expect(plainText(document)).toContain('word');
  });

  it('whatever tags stand between them', () => {
    const names =
      'p div br hr b a span ul ol li table tr td th blockquote h2 details summary dt figure figcaption iframe button option x-y';
    const tag = fc
      .tuple(fc.constantFrom('', '/'), fc.constantFrom(...names.split(' ')))
      .map(([slash, name]) => `<${slash}${name}>`);
    const glue = fc.constantFrom(' ', '\n', '\n\n', '\n- ', '\n> ', '\n\n# ', '<!-- c -->', '**', '');
    const piece = fc.oneof(tag, glue);
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 30 }), (gaps) => {
        const markdown = gaps.map((pieces, index) => `${pieces.join('')}w${index}x`).join('');
        const plain = plainText(convert(markdown).document);
        for (const index of gaps.keys()) expect(plain).toContain(`w${index}x`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('footnotes', () => {
  it.each<[string, string, object[]]>([
    [
      'of several lines are one paragraph',
      'See.[^a]\n\n[^a]: The note begins here\n    and goes on here.',
      [p('See.[^a]'), p('[^a]: The note begins here and goes on here.')],
    ],
    [
      'of several paragraphs are paragraphs',
      '[^a]: One\n\n    Two\n\n        Three\n\nEnd',
      [p('[^a]: One'), p('Two'), p('Three'), p('End')],
    ],
    ['below each other stay apart', '[^a]: One\n[^b]: Two', [p('[^a]: One'), p('[^b]: Two')]],
    ['may begin on the next line', '[^a]:\n    One', [p('[^a]: One')]],
    ['without words stay', '[^a]:', [p('[^a]:')]],
  ])('%s', (_title, markdown, content) => {
    expect(convert(markdown).document.content).toEqual(content);
  });
});
