import { describe, expect, it } from 'vitest';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { articleId, doc, link, mediaId, node, paragraph, text } from '../../../support/richtext/documents.ts';

const stored = (value: unknown) => readRichtext(value, 'body').document;
const item = (...content: object[]) => node('listItem', ...content);
const cell = (...content: object[]) => node('tableCell', ...content);

describe('every node is accepted', () => {
  it.each<[string, object]>([
    ['paragraph', paragraph(text('a'))],
    ['an empty paragraph', { type: 'paragraph' }],
    ...[1, 2, 3, 4, 5, 6].map((level): [string, object] => [
      `heading ${level}`,
      { type: 'heading', attrs: { level }, content: [text('a')] },
    ]),
    ['bulletList', node('bulletList', item(paragraph(text('a'))))],
    [
      'bulletList with a list inside',
      node('bulletList', item(paragraph(text('a')), node('bulletList', item({ type: 'paragraph' })))),
    ],
    ['orderedList', node('orderedList', item({ type: 'paragraph' }))],
    [
      'orderedList from 0',
      { type: 'orderedList', attrs: { start: 0 }, content: [item({ type: 'paragraph' })] },
    ],
    ['blockquote', node('blockquote', paragraph(text('a')))],
    ['codeBlock', { type: 'codeBlock', content: [text('a < b\n')] }],
    ['codeBlock with a language', { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('a')] }],
    ['horizontalRule', { type: 'horizontalRule' }],
    ['hardBreak', paragraph(text('a'), { type: 'hardBreak' }, text('b'))],
    ['image', { type: 'image', attrs: { media_id: mediaId } }],
    ['image with its texts', { type: 'image', attrs: { media_id: mediaId, alt: '', caption: 'c' } }],
    [
      'table',
      node(
        'table',
        node('tableRow', node('tableHeader', paragraph(text('a')))),
        node('tableRow', cell(paragraph(text('b')))),
      ),
    ],
    [
      'cells with spans',
      node(
        'table',
        node('tableRow', {
          type: 'tableCell',
          attrs: { colspan: 2, rowspan: 1, colwidth: [100, 0] },
          content: [paragraph()],
        }),
      ),
    ],
    ...['info', 'success', 'warning', 'danger'].map((tone): [string, object] => [
      `callout ${tone}`,
      { type: 'callout', attrs: { tone }, content: [paragraph(text('a'))] },
    ]),
  ])('%s', (_title, block) => {
    const { content } = stored(doc(block));
    expect(content).toEqual([
      JSON.parse(
        JSON.stringify(block, (key, value: unknown) =>
          key === 'content' && Array.isArray(value) && value.length === 0 ? undefined : value,
        ),
      ),
    ]);
  });
});

describe('every mark is accepted', () => {
  it.each<[string, object]>([
    ...['bold', 'italic', 'underline', 'strike', 'code', 'subscript', 'superscript'].map(
      (type) => [type, { type }] as [string, object],
    ),
    ...[
      'http://a.example',
      'https://a.example/b?c=d#e',
      'HTTPS://A.example',
      'mailto:a@b.example',
      'mailto:?subject=Hello',
      'https://[::1]/',
      'tel:+1-2',
      '/',
      '/path',
      '#',
      '#id',
    ].map((href) => [`link to ${href}`, link({ href })] as [string, object]),
    ['link with a title', link({ href: '/a', title: 't' })],
    ...['blog_article', 'blog_category', 'author', 'kb_article', 'kb_collection', 'kb_section', 'entry'].map(
      (type) => [`link to a ${type}`, link({ ref: { type, id: articleId } })] as [string, object],
    ),
  ])('%s', (_title, mark) => {
    expect(stored(doc(paragraph(text('a', mark)))).content).toEqual([paragraph(text('a', mark))]);
  });

  it('several on one text keep their order; the same one twice counts once', () => {
    const marks = [{ type: 'italic' }, { type: 'bold' }, { type: 'italic' }];
    expect(stored(doc(paragraph(text('a', ...marks)))).content).toEqual([
      paragraph(text('a', ...marks.slice(0, 2))),
    ]);
  });
});

describe('every form of a document is accepted', () => {
  const content = [paragraph(text('a'))];
  const document = { version: 2, content };
  it.each<[string, unknown]>([
    ['a document', document],
    ['without a version', { content }],
    ["TipTap's doc", { type: 'doc', content }],
    ['the read object', { html: '<p>b</p>', json: document, plain: 'b', toc: [] }],
    ['json alone', { json: { type: 'doc', content } }],
    ['Markdown', { markdown: 'a' }],
  ])('%s', (_title, value) => {
    expect(readRichtext(value, 'body')).toEqual({
      document,
      links: { media: [], files: [], refs: [] },
      warnings: [],
    });
  });

  it('an empty one too', () => {
    expect(stored({ version: 2, content: [] })).toEqual({ version: 2, content: [] });
    expect(stored({ markdown: '' })).toEqual({ version: 2, content: [] });
  });
});

describe('what editors and reads add is dropped', () => {
  it.each<[string, object, object]>([
    ['null attributes', { type: 'codeBlock', attrs: { language: null } }, { type: 'codeBlock' }],
    [
      'attributes that are null as a whole',
      { type: 'paragraph', attrs: null, content: null, marks: null },
      { type: 'paragraph' },
    ],
    [
      'textAlign and class',
      { type: 'paragraph', attrs: { textAlign: 'center', class: 'x' } },
      { type: 'paragraph' },
    ],
    [
      'the type of a list',
      { type: 'orderedList', attrs: { type: 'a', start: 3 }, content: [item({ type: 'paragraph' })] },
      { type: 'orderedList', attrs: { start: 3 }, content: [item({ type: 'paragraph' })] },
    ],
    [
      'what reads add to images',
      {
        type: 'image',
        attrs: {
          media_id: mediaId,
          src: '/x',
          url: 'https://x',
          width: 1,
          height: null,
          url_expires_at: 'x',
          default_alt: 'y',
          alt: null,
        },
      },
      { type: 'image', attrs: { media_id: mediaId } },
    ],
    [
      'what links carry',
      paragraph(text('a', link({ href: '/a', target: '_blank', rel: 'x', class: null, ref: null }))),
      paragraph(text('a', link({ href: '/a' }))),
    ],
    [
      'the served address of a link',
      paragraph(text('a', link({ ref: { type: 'entry', id: 'ent_x' }, url: null }))),
      paragraph(text('a', link({ ref: { type: 'entry', id: 'ent_x' } }))),
    ],
    ['empty lists', { type: 'paragraph', content: [], marks: [] }, { type: 'paragraph' }],
    ['empty texts', paragraph(text(''), text('a')), paragraph(text('a'))],
  ])('%s', (_title, written, kept) => {
    expect(stored(doc(written)).content).toEqual([JSON.parse(JSON.stringify(kept))]);
  });
});
