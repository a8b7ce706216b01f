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
const cell = (...content: object[]) => node('tableCell', ...content);

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
      files: [],
      refs: [
        { type: 'entry', id: 'ent_x', param: 'values.body.json.content[0].content[1].marks[1].attrs.ref.id' },
      ],
    });
  });

  it('in Markdown are told at the text', () => {
    const { links } = readRichtext({ markdown: `![](${mediaId})\n\n[a](entry:ent_x1)` }, 'body');
    expect(links).toEqual({
      media: [{ id: mediaId, param: 'body.markdown' }],
      files: [],
      refs: [{ type: 'entry', id: 'ent_x1', param: 'body.markdown' }],
    });
  });
});
