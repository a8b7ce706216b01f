import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RichtextDocument } from '../../../../src/content/richtext/schema.ts';
import { type TranslationFileFormat, translationFileFormats } from '../../../../src/contract/translations.ts';
import { readTexts, writers } from '../../../../src/transfer/translation-files/formats/index.ts';
import { changesOf } from '../../../../src/transfer/translation-files/item-changes.ts';
import { formatCoded, parseCoded } from '../../../../src/transfer/translation-files/coded-text.ts';
import { textBlocksOf, withBlockTexts } from '../../../../src/transfer/translation-files/text-blocks.ts';
import { type Unit, unitsOf } from '../../../../src/transfer/translation-files/units.ts';
import { documents } from '../../../support/richtext/documents.ts';

type Node = RichtextDocument['content'][number];

/** The document in which neighbors with the same marks are one text. */
function normalForm(document: object): RichtextDocument {
  const { content } = document as RichtextDocument;
  return { version: 2, content: content.map(mergeTexts) };
}

function mergeTexts(node: Node): Node {
  if (!('content' in node) || node.content === undefined) return node;
  const merged: Node[] = [];
  for (const child of node.content) {
    const last = merged.at(-1);
    const isSame =
      child.type === 'text' && last?.type === 'text' && isDeepStrictEqual(child.marks, last.marks);
    if (isSame) merged[merged.length - 1] = { ...last, text: last.text + child.text };
    else merged.push(mergeTexts(child));
  }
  return { ...node, content: merged };
}

const itemId = 'ent_01jd2v8k3q5w7x9y0z1a2b3c4d';
const head = { source: 'en', locale: 'ar' };

async function* inTurn(units: readonly Unit[]): AsyncGenerator<Unit> {
  for (const unit of units) yield unit;
}

async function fileOf(format: TranslationFileFormat, units: readonly Unit[]): Promise<Uint8Array> {
  const pieces: string[] = [];
  for await (const piece of writers[format](head, inTurn(units))) pieces.push(piece);
  return new TextEncoder().encode(pieces.join(''));
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '=SUM(A1)',
    "'quoted",
    '<1>no code</1>',
    '\\<1>',
    'مرحبا <b>',
    '価格、税込',
    'a\tb\nc',
    ']]>',
    ' ',
    '{}',
  ),
);

describe('coded text', () => {
  it('is split into the pieces that it was joined from', () => {
    const piece = fc.oneof(
      fc.oneof(anyText, fc.constantFrom('\\', '\\\\', '<', '<1', '/>')).map((text) => ({ text })),
      fc.nat(99).map((open) => ({ open })),
      fc.nat(99).map((close) => ({ close })),
      fc.nat(99).map((single) => ({ single })),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const coded = formatCoded(pieces);
        const joined = (list: readonly object[]) => JSON.stringify(list).replaceAll('"},{"text":"', '');
        const texts = pieces.filter((one) => !('text' in one) || one.text !== '');
        expect(joined(parseCoded(coded))).toBe(joined(texts));
        expect(formatCoded(parseCoded(coded))).toBe(coded);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the units of a rich text', () => {
  it('give the same document with the same texts', () => {
    fc.assert(
      fc.property(documents.map(normalForm), (document) => {
        const texts = textBlocksOf(document).map(({ text }) => text);
        expect(withBlockTexts(document, texts)).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });

  it('have codes that a translation can move, but not lose', () => {
    const document = normalForm({
      version: 2,
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Wait for the ' },
            { type: 'text', text: 'gust', marks: [{ type: 'bold' }] },
            { type: 'text', text: ' or ' },
            {
              type: 'text',
              text: 'read on',
              marks: [{ type: 'link', attrs: { href: '/more' } }, { type: 'italic' }],
            },
            { type: 'hardBreak' },
            { type: 'text', text: 'Then go' },
          ],
        },
      ],
    });
    const [block] = textBlocksOf(document);
    expect(block?.text).toBe('Wait for the <1>gust</1> or <2><3>read on</3></2><4/>Then go');
    const translated = withBlockTexts(document, ['<2><3>Lies</3></2> oder <1>warte</1><4/>Los']);
    expect(translated?.content[0]).toEqual({
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'Lies',
          marks: [{ type: 'link', attrs: { href: '/more' } }, { type: 'italic' }],
        },
        { type: 'text', text: ' oder ' },
        { type: 'text', text: 'warte', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'Los' },
      ],
    });
    const broken = [
      'Warte',
      '<1>a</1> <2><3>b</2></3><4/>',
      '<1>a</1> <2><3>b</3></2><4/><5/>',
      '<1>a</1> <2><3>b</3></2><4/><4/>',
      '<1>a <2><3>b</3></2><4/>',
      '<1/>a <2><3>b</3></2><4/>',
      '</1>a<1> <2><3>b</3></2><4/>',
    ];
    for (const text of broken) expect([text, withBlockTexts(document, [text])]).toEqual([text, null]);
  });
});

describe('an import of a rich text', () => {
  it('with a broken text block does not mark its old translation as current', () => {
    const documentOf = (...texts: string[]) => ({
      version: 2 as const,
      content: texts.map((text) => ({
        type: 'paragraph' as const,
        content: [{ type: 'text' as const, text, marks: [{ type: 'bold' as const }] }],
      })),
    });
    const source = documentOf('New first', 'New second');
    const own = documentOf('Alt eins', 'Alt zwei');
    const item = {
      revision: 3,
      sequence: 5,
      texts: [{ name: 'body', source, own, state: 'outdated' as const }],
    };
    const translations = ['<1>Neu eins</1>', 'Neu zwei'];
    const units = [...unitsOf(itemId, item).values()].map(({ unit: { id, revision, hash } }, i) => {
      return { id, revision, hash, translation: translations[i] ?? '', isBroken: false };
    });
    const { outcomes, values } = changesOf(itemId, item, units);
    expect([...outcomes.values()]).toEqual(['invalid_value', 'markup_broken']);
    expect(values.size).toBe(0);
  });
});

describe.each(translationFileFormats)('a file in the format %s', (format) => {
  it('gives back any text and any rich text', async () => {
    await fc.assert(
      fc.asyncProperty(documents.map(normalForm), anyText, anyText, async (body, title, german) => {
        const texts = [
          { name: 'title', source: title, own: german, state: 'outdated' as const },
          { name: 'parts/blk_1/body', source: body, own: null, state: 'missing' as const },
        ];
        const item = { revision: 3, sequence: 5, texts };
        const units = [...unitsOf(itemId, item).values()].map(({ unit, pair }) =>
          pair.name === 'title' ? unit : { ...unit, translation: unit.source },
        );
        const file = readTexts(await fileOf(format, units));
        expect(file.locale).toBe('ar');
        expect(file.units).toEqual(
          units.map(({ id, translation, revision, hash }) => {
            return { id, translation, revision, hash, isBroken: false };
          }),
        );
        const { outcomes, values } = changesOf(itemId, item, file.units);
        expect(outcomes.get(`${itemId}/title`)).toBe('unchanged');
        const hasControls = /\\[ur]|[\ufffe\uffff]/.test(JSON.stringify(body));
        if (units.length > 1 && !hasControls) expect(values.get('parts/blk_1/body')).toEqual(body);
      }),
      { numRuns: 100 },
    );
  });
});
