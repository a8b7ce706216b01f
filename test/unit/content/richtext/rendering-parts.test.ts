import { describe, expect, it } from 'vitest';
import type { RichtextTargets } from '../../../../src/content/richtext/schema.ts';
import { isEmptyDocument, plainText, renderRichtext } from '../../../../src/content/richtext/service.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import {
  doc,
  goneId,
  link,
  mediaId,
  node,
  paragraph,
  targets,
  text,
} from '../../../support/richtext/documents.ts';

const read = (...content: object[]) => readRichtext(doc(...content), 'body').document;
const views = (...content: object[]) => renderRichtext(read(...content), targets);
const heading = (level: number, ...content: object[]) => ({ type: 'heading', attrs: { level }, content });
const item = (...content: object[]) => node('listItem', ...content);
const image = (attrs: object) => ({ type: 'image', attrs: { media_id: mediaId, ...attrs } });
const cell = (type: string, value: string, attrs: object = {}) => ({
  type,
  attrs,
  content: [paragraph(text(value))],
});
const row = (...cells: object[]) => node('tableRow', ...cells);
const p = (...values: string[]) => paragraph(...values.map((value) => text(value)));

describe('toc', () => {
  it('lists the headings in order, wherever they stand, with the ids of html', () => {
    const nested = node('blockquote', heading(3, text('In a quotation')));
    expect(views(heading(1, text('One')), nested, heading(2)).toc).toEqual([
      { level: 1, text: 'One', id: 'one' },
      { level: 3, text: 'In a quotation', id: 'in-a-quotation' },
    ]);
  });

  it.each<[string, string[], string[]]>([
    ['repeats', ['A', 'a', 'A!'], ['a', 'a-2', 'a-3']],
    ['a repeat beside a heading of that name', ['A', 'A 2', 'A'], ['a', 'a-2', 'a-3']],
    ['a name that a repeat has taken', ['A', 'A', 'A 2'], ['a', 'a-2', 'a-2-2']],
    ['accents', ['Café Zoë'], ['cafe-zoe']],
    ['other scripts', ['日本語 の見出し', 'Привет', 'हिन्दी'], ['日本語-の見出し', 'привет', 'हिन्दी']],
    ['no letter at all', ['!?', '…'], ['section', 'section-2']],
    ['white space', ['  a \n b  '], ['a-b']],
  ])('ids: %s', (_title, texts, ids) => {
    expect(views(...texts.map((value) => heading(2, text(value)))).toc.map(({ id }) => id)).toEqual(ids);
  });
});

describe('json', () => {
  it('adds address and size to images and the address to links', () => {
    const url_expires_at = '2026-11-20T09:30:00.000Z';
    const signing: RichtextTargets = {
      ...targets,
      image: () => ({ url: 'https://u', width: 1, height: 2, alt: 'A', url_expires_at }),
    };
    const document = read(
      image({ caption: 'C' }),
      paragraph(text('x', link({ ref: { type: 'author', id: 'aut_x' } }))),
    );
    expect(renderRichtext(document, signing).json).toEqual({
      version: 2,
      content: [
        {
          type: 'image',
          attrs: {
            media_id: mediaId,
            caption: 'C',
            url: 'https://u',
            width: 1,
            height: 2,
            url_expires_at,
            default_alt: 'A',
          },
        },
        paragraph(text('x', link({ ref: { type: 'author', id: 'aut_x' }, url: null }))),
      ],
    });
  });

  it('tells that a file is gone', () => {
    expect(views(image({ media_id: goneId })).json.content).toEqual([
      { type: 'image', attrs: { media_id: goneId, url: null, width: null, height: null } },
    ]);
  });
});

describe('plain', () => {
  it.each<[string, object[], string]>([
    ['blocks', [heading(1, text('a')), p('b', 'c')], 'a\n\nbc'],
    ['a line break', [paragraph(text('a'), { type: 'hardBreak' }, text('b'))], 'a\nb'],
    ['lists', [node('bulletList', item(p('a'), node('bulletList', item(p('b')))), item(p('c')))], 'a\nb\nc'],
    [
      'tables',
      [
        node(
          'table',
          row(cell('tableHeader', 'a'), cell('tableHeader', 'b')),
          row(cell('tableCell', 'c'), cell('tableCell', 'd')),
        ),
      ],
      'a\tb\nc\td',
    ],
    ['captions', [p('a'), image({ alt: 'x', caption: 'b' })], 'a\n\nb'],
    ['what has no text', [p(), { type: 'horizontalRule' }, p('a'), p()], 'a'],
    ['text as it is', [p('<b>&amp;')], '<b>&amp;'],
  ])('%s', (_title, content, expected) => {
    expect(plainText(read(...content))).toBe(expected);
  });
});

describe('an empty document', () => {
  it('has four empty views', () => {
    expect(views()).toEqual({ html: '', json: { version: 2, content: [] }, plain: '', toc: [] });
  });

  it.each<[string, object[], boolean]>([
    ['nothing', [], true],
    ['an empty paragraph', [p()], true],
    ['white space', [p(' \n')], true],
    ['an empty list', [node('bulletList', item(p()))], true],
    ['a line break', [paragraph({ type: 'hardBreak' })], true],
    ['a word', [node('bulletList', item(p('a')))], false],
    ['an image', [image({})], false],
    ['a rule', [{ type: 'horizontalRule' }], false],
  ])('%s', (_title, content, empty) => {
    expect(isEmptyDocument(read(...content))).toBe(empty);
  });
});
