import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { renderRichtext } from '../../../../src/content/richtext/service.ts';
import { richtextContract } from '../../../../src/content/richtext/introspection.ts';
import { doc, documents, paragraph, targets, text } from '../../../support/richtext/documents.ts';

const contract = richtextContract();
const isDocument = new Ajv2020({ strict: true, allErrors: false, validateFormats: false }).compile(
  contract.json_schema,
);

describe('what the introspection says about rich text', () => {
  it('names every node and mark of the contract with its attributes', () => {
    const attributes = (words: { name: string; attributes: { name: string }[] }[]) =>
      Object.fromEntries(words.map((word) => [word.name, word.attributes.map(({ name }) => name)]));
    expect(contract.version).toBe(2);
    expect(attributes(contract.nodes)).toEqual({
      paragraph: [],
      heading: ['level'],
      bulletList: [],
      orderedList: ['start'],
      listItem: [],
      blockquote: [],
      codeBlock: ['language'],
      horizontalRule: [],
      hardBreak: [],
      image: ['media_id', 'alt', 'caption'],
      table: [],
      tableRow: [],
      tableHeader: ['colspan', 'rowspan', 'colwidth'],
      tableCell: ['colspan', 'rowspan', 'colwidth'],
      callout: ['tone'],
      text: [],
    });
    expect(attributes(contract.marks)).toEqual({
      bold: [],
      italic: [],
      underline: [],
      strike: [],
      code: [],
      subscript: [],
      superscript: [],
      link: ['href', 'ref', 'title'],
    });
    for (const { about, attributes: list } of [...contract.nodes, ...contract.marks]) {
      expect(about).not.toBe('');
      for (const { takes } of list) expect(takes).not.toBe('');
    }
  });

  it('survives JSON, so that it can be served', () => {
    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract);
  });

  it('has a JSON Schema that takes every document, as it is written and as it is read', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(isDocument(document), JSON.stringify(isDocument.errors)).toBe(true);
        expect(isDocument(renderRichtext(document, targets).json), JSON.stringify(isDocument.errors)).toBe(
          true,
        );
      }),
    );
  });

  it.each<[string, unknown]>([
    ['another version', { version: 1, content: [] }],
    ['text outside of a paragraph', doc(text('a'))],
    ['an unknown node', doc({ type: 'video' })],
    ['an unknown attribute', doc({ type: 'paragraph', attrs: { style: 'x' } })],
    ['a level out of bounds', doc({ type: 'heading', attrs: { level: 7 } })],
    ['a heading without attributes', doc({ type: 'heading' })],
    ['an empty list', doc({ type: 'bulletList' })],
    ['a script for a link', doc(paragraph(text('a', { type: 'link', attrs: { href: 'javascript:x' } })))],
  ])('has a JSON Schema that refuses what the API refuses: %s', (_title, value) => {
    expect(isDocument(value)).toBe(false);
    expect(() => readRichtext(value, 'body')).toThrow();
  });
});
