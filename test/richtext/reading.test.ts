import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/contract/problem.ts';
import { readRichtext } from '../../src/richtext/service.ts';
import { articleId, doc, link, mediaId, node, paragraph, text } from './documents.ts';

/** The refusal of a value, as the API would tell it. */
function refusal(value: unknown) {
  try {
    readRichtext(value, 'body');
  } catch (error) {
    if (error instanceof Problem)
      return { code: error.code, message: error.message, ...error.hints, others: error.others };
    throw error;
  }
  throw new Error('it was accepted');
}

const stored = (value: unknown) => readRichtext(value, 'body').document;
const item = (...content: object[]) => node('listItem', ...content);
const cell = (...content: object[]) => node('tableCell', ...content);
const heading = (attrs: unknown) => doc({ type: 'heading', attrs, content: [text('a')] });
const linked = (attrs: object) => doc(paragraph(text('a', link(attrs))));

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
    expect(readRichtext(value, 'body')).toEqual({ document, links: { media: [], refs: [] }, warnings: [] });
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

describe('a value that is no document is refused with invalid_richtext_document', () => {
  it.each<[string, unknown, string, string | undefined]>([
    ['null', null, 'body', 'null'],
    ['a text', 'Hello', 'body', 'string'],
    ['a number', 5, 'body', 'number'],
    ['an array', [paragraph()], 'body', 'array'],
    ['no content', { version: 2 }, 'body.content', 'nothing'],
    ['content that is no list', { content: {} }, 'body.content', 'object'],
    ['content that is null', { content: null }, 'body.content', 'null'],
    ['another version', { version: 1, content: [] }, 'body.version', 'number'],
    ['a version in words', { version: '2', content: [] }, 'body.version', 'string'],
    ['another type', { type: 'paragraph', content: [] }, 'body.type', 'string'],
    ['an unknown key', { version: 2, content: [], html: '' }, 'body.html', undefined],
    ['Markdown that is no text', { markdown: 5 }, 'body.markdown', 'number'],
    ['Markdown beside content', { markdown: 'a', content: [] }, 'body.content', undefined],
    ['Markdown with U+0000', { markdown: 'a\0' }, 'body.markdown', undefined],
    ['a read object whose json is none', { html: '', json: 'x' }, 'body.json', 'string'],
    ['a fault inside a read object', { json: { content: [5] } }, 'body.json.content[0]', 'number'],
  ])('%s', (_title, value, param, got) => {
    expect(refusal(value)).toMatchObject({ code: 'invalid_richtext_document', param });
    expect(refusal(value).got).toBe(got);
  });
});

describe('a node with a fault is refused at its path', () => {
  const at = (path: string) => `body.content[0]${path}`;
  it.each<[string, unknown, string, object]>([
    ['a node that is no object', doc('x' as never), at(''), { expected: 'object', got: 'string' }],
    ['a node without a type', doc({}), at('.type'), { expected: 'string', got: 'nothing' }],
    ['a type that is no text', doc({ type: 5 }), at('.type'), { expected: 'string', got: 'number' }],
    [
      'content that is no list',
      doc({ type: 'paragraph', content: 'x' }),
      at('.content'),
      { expected: 'array', got: 'string' },
    ],
    [
      'marks that are no list',
      doc(paragraph({ type: 'text', text: 'a', marks: {} })),
      at('.content[0].marks'),
      { expected: 'array', got: 'object' },
    ],
    ['attributes that are no object', heading([1]), at('.attrs'), { expected: 'object', got: 'array' }],
    [
      'a key that nodes do not have',
      doc({ type: 'paragraph', contents: [] }),
      at('.contents'),
      { did_you_mean: 'content' },
    ],
    ['a text outside of text nodes', doc({ type: 'paragraph', text: 'a' }), at('.text'), {}],
    [
      'a text node without text',
      doc(paragraph({ type: 'text' })),
      at('.content[0].text'),
      { expected: 'string', got: 'nothing' },
    ],
    [
      'a text that is a number',
      doc(paragraph({ type: 'text', text: 5 })),
      at('.content[0].text'),
      { expected: 'string', got: 'number' },
    ],
    ['a lone surrogate', doc(paragraph(text('\ud800'))), at('.content[0].text'), {}],
    ['U+0000', doc(paragraph(text('a\0b'))), at('.content[0].text'), {}],
    ['a heading without level', heading({}), at('.attrs.level'), { got: 'nothing' }],
    [
      'level 0',
      heading({ level: 0 }),
      at('.attrs.level'),
      { expected: 'a whole number from 1 to 6', got: 'number' },
    ],
    ['level 7', heading({ level: 7 }), at('.attrs.level'), { got: 'number' }],
    ['level 1.5', heading({ level: 1.5 }), at('.attrs.level'), { got: 'number' }],
    ['level "2"', heading({ level: '2' }), at('.attrs.level'), { got: 'string' }],
    ['an unknown attribute', heading({ level: 2, levle: 2 }), at('.attrs.levle'), { did_you_mean: 'level' }],
    ['a style', doc({ type: 'paragraph', attrs: { style: 'color: red' } }), at('.attrs.style'), {}],
    [
      'start -1',
      doc({ type: 'orderedList', attrs: { start: -1 }, content: [item({ type: 'paragraph' })] }),
      at('.attrs.start'),
      {},
    ],
    [
      'a language with a space',
      doc({ type: 'codeBlock', attrs: { language: 'a" b' } }),
      at('.attrs.language'),
      { got: 'string' },
    ],
    [
      'an image without id',
      doc({ type: 'image', attrs: { src: 'https://a.example/a.png' } }),
      at('.attrs.media_id'),
      { got: 'nothing' },
    ],
    ['an image without attributes', doc({ type: 'image' }), at('.attrs.media_id'), { got: 'nothing' }],
    [
      'an image by its read object',
      doc({ type: 'image', attrs: { media_id: { id: mediaId } } }),
      at('.attrs.media_id'),
      { got: 'object' },
    ],
    [
      'a caption that is too long',
      doc({ type: 'image', attrs: { media_id: mediaId, caption: 'x'.repeat(2_001) } }),
      at('.attrs.caption'),
      {},
    ],
    [
      'colspan 0',
      doc(
        node('table', node('tableRow', { type: 'tableCell', attrs: { colspan: 0 }, content: [paragraph()] })),
      ),
      at('.content[0].content[0].attrs.colspan'),
      {},
    ],
    [
      'a width in words',
      doc(
        node(
          'table',
          node('tableRow', { type: 'tableCell', attrs: { colwidth: ['1px'] }, content: [paragraph()] }),
        ),
      ),
      at('.content[0].content[0].attrs.colwidth'),
      { got: 'array' },
    ],
    ['a callout without tone', doc(node('callout', paragraph())), at('.attrs.tone'), { got: 'nothing' }],
    [
      'an unknown tone',
      doc({ type: 'callout', attrs: { tone: 'loud' }, content: [paragraph()] }),
      at('.attrs.tone'),
      { expected: 'info, success, warning or danger' },
    ],
    ['a served attribute on another node', heading({ level: 1, url: 'x' }), at('.attrs.url'), {}],
  ])('%s', (_title, value, param, hints) => {
    expect(refusal(value)).toMatchObject({ code: 'invalid_richtext_document', param, ...hints });
  });
});

describe('a link is refused', () => {
  const attrs = 'body.content[0].content[0].marks[0].attrs';
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'page.html',
    'https://',
    'https://a b.example',
    'https://[',
    'https://%',
    'https://a.example:port/',
    'mailto:',
    'tel:',
    '',
  ])('to %j', (href) => {
    expect(refusal(linked({ href }))).toMatchObject({
      code: 'invalid_richtext_document',
      param: `${attrs}.href`,
    });
  });

  it.each<[string, object, string]>([
    ['without a target', {}, attrs],
    ['with two targets', { href: '/a', ref: { type: 'entry', id: 'ent_x' } }, attrs],
    ['to an address that is too long', { href: `/${'x'.repeat(2_048)}` }, `${attrs}.href`],
    ['to content of no known kind', { ref: { type: 'media', id: mediaId } }, `${attrs}.ref`],
    ['to content without id', { ref: { type: 'entry' } }, `${attrs}.ref`],
    ['to content in one text', { ref: 'entry:ent_x' }, `${attrs}.ref`],
    ['to content with more keys', { ref: { type: 'entry', id: 'ent_x', slug: 'x' } }, `${attrs}.ref`],
    ['with an unknown attribute', { href: '/a', onclick: 'x' }, `${attrs}.onclick`],
  ])('%s', (_title, given, param) => {
    expect(refusal(linked(given))).toMatchObject({ code: 'invalid_richtext_document', param });
  });

  it('when a text carries two different ones', () => {
    const value = doc(paragraph(text('a', link({ href: '/a' }), link({ href: '/b' }))));
    expect(refusal(value)).toMatchObject({
      code: 'invalid_richtext_document',
      param: 'body.content[0].content[0].marks[1]',
    });
  });
});

describe('an unknown name is refused with unknown_richtext_node', () => {
  it.each<[string, unknown, string, string | undefined]>([
    ['a node with a typing mistake', doc({ type: 'paragrpah' }), 'body.content[0].type', 'paragraph'],
    ['a node in snake_case', doc({ type: 'bullet_list' }), 'body.content[0].type', 'bulletList'],
    ['a node that nobody knows', doc({ type: 'video' }), 'body.content[0].type', undefined],
    ['a name of every object', doc({ type: 'constructor' }), 'body.content[0].type', undefined],
    ['the document inside itself', doc({ type: 'doc', content: [] }), 'body.content[0].type', undefined],
    [
      'a mark with a typing mistake',
      doc(paragraph(text('a', { type: 'Bold' }))),
      'body.content[0].content[0].marks[0].type',
      'bold',
    ],
    [
      'a mark that nobody knows',
      doc(paragraph(text('a', { type: 'highlight' }))),
      'body.content[0].content[0].marks[0].type',
      undefined,
    ],
  ])('%s', (_title, value, param, suggestion) => {
    expect(refusal(value)).toMatchObject({ code: 'unknown_richtext_node', param });
    expect(refusal(value).did_you_mean).toBe(suggestion);
  });
});

describe('a node in a wrong place is refused', () => {
  const at = (path: string) => `body.content[0]${path}`;
  it.each<[string, unknown, string, object]>([
    ['text outside of a paragraph', doc(text('a')), at(''), { expected: 'a block', got: 'text' }],
    ['an item outside of a list', doc(item(paragraph())), at(''), { got: 'listItem' }],
    [
      'a paragraph in a list',
      doc(node('bulletList', paragraph())),
      at('.content[0]'),
      { expected: 'listItem', got: 'paragraph' },
    ],
    [
      'an item that begins with a heading',
      doc(node('bulletList', item({ type: 'heading', attrs: { level: 1 } }))),
      at('.content[0].content[0]'),
      { expected: 'paragraph', got: 'heading' },
    ],
    ['an empty list', doc(node('bulletList')), at('.content'), { expected: 'listItem', got: 'nothing' }],
    [
      'an empty item',
      doc(node('bulletList', item())),
      at('.content[0].content'),
      { expected: 'paragraph', got: 'nothing' },
    ],
    [
      'a paragraph in a paragraph',
      doc(paragraph(paragraph())),
      at('.content[0]'),
      { expected: 'hardBreak or text', got: 'paragraph' },
    ],
    [
      'an image in a paragraph',
      doc(paragraph({ type: 'image', attrs: { media_id: mediaId } })),
      at('.content[0]'),
      { got: 'image' },
    ],
    [
      'a break in code',
      doc(node('codeBlock', { type: 'hardBreak' })),
      at('.content[0]'),
      { expected: 'text', got: 'hardBreak' },
    ],
    [
      'text in a rule',
      doc(node('horizontalRule', text('a'))),
      at('.content[0]'),
      { expected: 'nothing', got: 'text' },
    ],
    ['text in a text', doc(paragraph(node('text', text('a')))), at('.content[0].content'), {}],
    ['a row outside of a table', doc(node('tableRow')), at(''), { got: 'tableRow' }],
    [
      'text in a cell',
      doc(node('table', node('tableRow', cell(text('a'))))),
      at('.content[0].content[0].content[0]'),
      { got: 'text' },
    ],
    [
      'an empty cell',
      doc(node('table', node('tableRow', cell()))),
      at('.content[0].content[0].content'),
      { expected: 'a block' },
    ],
    ['an empty quotation', doc(node('blockquote')), at('.content'), { got: 'nothing' }],
    [
      'a mark in code',
      doc(node('codeBlock', text('a', { type: 'bold' }))),
      at('.content[0].marks'),
      { got: 'bold' },
    ],
    [
      'a mark on a paragraph',
      doc({ ...paragraph(), marks: [{ type: 'bold' }] }),
      at('.marks'),
      { got: 'bold' },
    ],
  ])('%s', (_title, value, param, hints) => {
    expect(refusal(value)).toMatchObject({ code: 'invalid_richtext_document', param, ...hints });
  });
});

describe('several faults', () => {
  it('are all told, the first one leading', () => {
    const value = doc(
      paragraph(text('a', { type: 'blod' })),
      { type: 'heading', attrs: { level: 9 } },
      { type: 'vidoe' },
    );
    expect(refusal(value)).toMatchObject({
      code: 'unknown_richtext_node',
      param: 'body.content[0].content[0].marks[0].type',
      others: [
        { code: 'unknown_richtext_node' },
        { code: 'invalid_richtext_document', hints: { param: 'body.content[1].attrs.level' } },
        { hints: { param: 'body.content[2].type' } },
      ],
    });
  });

  it('are told up to 20', () => {
    expect(refusal(doc(...Array.from({ length: 50 }, () => ({ type: 'x' })))).others).toHaveLength(20);
  });

  it('of names and attributes come before those of places', () => {
    expect(refusal(doc(text('a'), { type: 'heading' }))).toMatchObject({
      param: 'body.content[1].attrs.level',
      others: [],
    });
  });
});

describe('the ids that a document points at', () => {
  it('are named once each, with the place in what was sent', () => {
    const image = { type: 'image', attrs: { media_id: mediaId } };
    const toEntry = link({ ref: { type: 'entry', id: 'ent_x' } });
    const value = {
      json: doc(
        paragraph(text(''), text('a', { type: 'bold' }, toEntry)),
        image,
        node('blockquote', image, paragraph(text('b', toEntry))),
      ),
    };
    expect(readRichtext(value, 'values.body').links).toEqual({
      media: [{ id: mediaId, param: 'values.body.json.content[1].attrs.media_id' }],
      refs: [
        { type: 'entry', id: 'ent_x', param: 'values.body.json.content[0].content[1].marks[1].attrs.ref.id' },
      ],
    });
  });

  it('in Markdown are told at the text', () => {
    const { links } = readRichtext({ markdown: `![](${mediaId})\n\n[a](entry:ent_x1)` }, 'body');
    expect(links).toEqual({
      media: [{ id: mediaId, param: 'body.markdown' }],
      refs: [{ type: 'entry', id: 'ent_x1', param: 'body.markdown' }],
    });
  });
});
