import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { doc, link, mediaId, node, paragraph, text } from '../../../support/richtext/documents.ts';

/** The refusal of a value, as the API would tell it. */
function refusal(value: unknown) {
  try {
    readRichtext(value, 'body');
  } catch (error) {
    if (error instanceof ApiError)
      return { code: error.code, message: error.message, ...error.hints, others: error.others };
    throw error;
  }
  throw new Error('it was accepted');
}
const item = (...content: object[]) => node('listItem', ...content);
const heading = (attrs: unknown) => doc({ type: 'heading', attrs, content: [text('a')] });
const linked = (attrs: object) => doc(paragraph(text('a', link(attrs))));

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
    ['to content of no known kind', { ref: { type: 'release', id: 'rel_x' } }, `${attrs}.ref`],
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
