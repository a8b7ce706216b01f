import { describe, expect, it } from 'vitest';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { articleId, link, mediaId, node, paragraph, text } from '../../../support/richtext/documents.ts';

const convert = (markdown: string) => readRichtext({ markdown }, 'body');
const p = (value: string) => paragraph(text(value));
const item = (...content: object[]) => node('listItem', ...content);
const bold = { type: 'bold' };
const italic = { type: 'italic' };
const code = { type: 'code' };

describe('Markdown becomes', () => {
  it.each<[string, string, object[]]>([
    ['paragraphs', 'a\nb\n\nc', [p('a b'), p('c')]],
    [
      'headings',
      '# a\n\nb\n---\n\n###### c',
      [
        { type: 'heading', attrs: { level: 1 }, content: [text('a')] },
        { type: 'heading', attrs: { level: 2 }, content: [text('b')] },
        { type: 'heading', attrs: { level: 6 }, content: [text('c')] },
      ],
    ],
    ['an empty heading', '#', [{ type: 'heading', attrs: { level: 1 } }]],
    ['a list', '- a\n- b', [node('bulletList', item(p('a')), item(p('b')))]],
    ['a list in a list', '- a\n  - b', [node('bulletList', item(p('a'), node('bulletList', item(p('b')))))]],
    [
      'a list without text',
      '-\n- - a',
      [
        node(
          'bulletList',
          item({ type: 'paragraph' }),
          item({ type: 'paragraph' }, node('bulletList', item(p('a')))),
        ),
      ],
    ],
    [
      'an item that begins with code',
      '- ```\n  a\n  ```',
      [node('bulletList', item({ type: 'paragraph' }, node('codeBlock', text('a'))))],
    ],
    ['a numbered list', '1. a\n2. b', [node('orderedList', item(p('a')), item(p('b')))]],
    [
      'a numbered list from 7',
      '7. a',
      [{ type: 'orderedList', attrs: { start: 7 }, content: [item(p('a'))] }],
    ],
    [
      'a numbered list from 0',
      '0) a',
      [{ type: 'orderedList', attrs: { start: 0 }, content: [item(p('a'))] }],
    ],
    ['quotations', '> a\n> > b', [node('blockquote', p('a'), node('blockquote', p('b')))]],
    ['an empty quotation', '>', [node('blockquote', { type: 'paragraph' })]],
    [
      'code with a language',
      '```js\na < b\n  c\n```',
      [{ type: 'codeBlock', attrs: { language: 'js' }, content: [text('a < b\n  c')] }],
    ],
    ['code by indent', '    a\n\n    b', [node('codeBlock', text('a\n\nb'))]],
    ['code without text', '```\n```', [{ type: 'codeBlock' }]],
    ['a rule', 'a\n\n***\n\nb', [p('a'), { type: 'horizontalRule' }, p('b')]],
    [
      'line breaks',
      'a  \nb\\\nc',
      [paragraph(text('a'), { type: 'hardBreak' }, text('b'), { type: 'hardBreak' }, text('c'))],
    ],
    [
      'a table',
      '| a | b |\n|---|---|\n| c | |',
      [
        node(
          'table',
          node('tableRow', node('tableHeader', p('a')), node('tableHeader', p('b'))),
          node('tableRow', node('tableCell', p('c')), node('tableCell', { type: 'paragraph' })),
        ),
      ],
    ],
    [
      'marks',
      '**a** *b* ~~c~~ `d`',
      [
        paragraph(
          text('a', bold),
          text(' '),
          text('b', italic),
          text(' '),
          text('c', { type: 'strike' }),
          text(' '),
          text('d', code),
        ),
      ],
    ],
    [
      'marks in marks',
      '**a _b `c`_**',
      [paragraph(text('a ', bold), text('b ', bold, italic), text('c', bold, italic, code))],
    ],
    ['marks given twice', '**a **b** c**', [paragraph(text('a b c', bold))]],
    [
      'simple HTML marks',
      'H<sub>2</sub>O <u>a</u><sup>b</sup> <kbd>c</kbd><br>d</b>',
      [
        paragraph(
          text('H'),
          text('2', { type: 'subscript' }),
          text('O '),
          text('a', { type: 'underline' }),
          text('b', { type: 'superscript' }),
          text(' '),
          text('c', code),
          { type: 'hardBreak' },
          text('d'),
        ),
      ],
    ],
    [
      'links',
      '[a](https://a.example "T") [b](/b) [c](#c) <https://d.example> <e@e.example>',
      [
        paragraph(
          text('a', link({ href: 'https://a.example', title: 'T' })),
          text(' '),
          text('b', link({ href: '/b' })),
          text(' '),
          text('c', link({ href: '#c' })),
          text(' '),
          text('https://d.example', link({ href: 'https://d.example' })),
          text(' '),
          text('e@e.example', link({ href: 'mailto:e@e.example' })),
        ),
      ],
    ],
    [
      'bare addresses, with their scheme only',
      'https://a.example/b. www.a.example a.example',
      [
        paragraph(
          text('https://a.example/b', link({ href: 'https://a.example/b' })),
          text('. www.a.example a.example'),
        ),
      ],
    ],
    [
      'links by reference',
      '[a][1]\n\n[1]: https://a.example',
      [paragraph(text('a', link({ href: 'https://a.example' })))],
    ],
    [
      'links to content',
      `[a](blog_article:${articleId}) [b](entry:ent_x)`,
      [
        paragraph(
          text('a', link({ ref: { type: 'blog_article', id: articleId } })),
          text(' '),
          text('b', link({ ref: { type: 'entry', id: 'ent_x' } })),
        ),
      ],
    ],
    [
      'an image',
      `![A *b*](${mediaId} "C")`,
      [{ type: 'image', attrs: { media_id: mediaId, alt: 'A b', caption: 'C' } }],
    ],
    ['an image without text', `![](${mediaId})`, [{ type: 'image', attrs: { media_id: mediaId } }]],
    [
      'an image inside a paragraph',
      `a\n![](${mediaId})\nb`,
      [p('a'), { type: 'image', attrs: { media_id: mediaId } }, p('b')],
    ],
    [
      'callouts',
      '> [!NOTE]\n> a\n\n> [!tip] b\n\n> [!WARNING]\n>\n> c\n\n> [!CAUTION]',
      [
        { type: 'callout', attrs: { tone: 'info' }, content: [p('a')] },
        { type: 'callout', attrs: { tone: 'success' }, content: [p('b')] },
        { type: 'callout', attrs: { tone: 'warning' }, content: [p('c')] },
        { type: 'callout', attrs: { tone: 'danger' }, content: [{ type: 'paragraph' }] },
      ],
    ],
    ['a quotation with another word in brackets', '> [!HELLO] a', [node('blockquote', p('[!HELLO] a'))]],
    ['signs and entities', 'a &amp; &lt;b&gt; \\*c\\* 1 < 2', [p('a & <b> *c* 1 < 2')]],
    ['nothing from comments', 'a <!-- b --> c\n\n<!-- d -->', [p('a  c')]],
  ])('%s', (_title, markdown, content) => {
    expect(convert(markdown)).toMatchObject({ document: { version: 2, content }, warnings: [] });
    expect(convert(markdown).document.content).toEqual(content);
  });
});
