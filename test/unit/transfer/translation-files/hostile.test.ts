import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { formatCoded, parseCoded } from '../../../../src/transfer/translation-files/coded-text.ts';
import { readTexts } from '../../../../src/transfer/translation-files/formats/index.ts';
import { alignedBlocks, textBlocksOf } from '../../../../src/transfer/translation-files/text-blocks.ts';

const read = (text: string | Uint8Array) =>
  readTexts(typeof text === 'string' ? new TextEncoder().encode(text) : text);

/** The message of the error for a file. */
function errorOf(text: string | Uint8Array): string {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).hints.param).toBe('--file');
    return (error as ApiError).message;
  }
  throw new Error('the file was read');
}

const v12 = 'urn:oasis:names:tc:xliff:document:1.2';
const v20 = 'urn:oasis:names:tc:xliff:document:2.0';
const in12 = (units: string) =>
  `<xliff xmlns="${v12}" version="1.2"><file target-language="de"><body>${units}</body></file></xliff>`;
const in20 = (units: string) =>
  `<xliff xmlns="${v20}" version="2.0" srcLang="en" trgLang="de"><file id="f">${units}</file></xliff>`;
const note = '<note from="galley">revision=3 hash=abc.def</note>';
const header = 'unit,locale,source,translation,source_revision,hash';

describe('a hostile file', () => {
  it('with a document type or entities is rejected', () => {
    const dtd = '<!DOCTYPE xliff [<!ENTITY a "b">]>';
    expect(errorOf(dtd + in12(''))).toMatch(/document type/);
    expect(errorOf(`<!DOCTYPE xliff SYSTEM "file:///etc/passwd">${in20('')}`)).toMatch(/document type/);
    expect(errorOf(in12('<trans-unit id="a"><target>&a;</target></trans-unit>'))).toMatch(/damaged/);
  });

  it('with deep nesting, without an end or of another kind is rejected', () => {
    expect(errorOf(in12('<group>'.repeat(5_000)))).toMatch(/nested deeper/);
    expect(errorOf(in12('<trans-unit id="a">'))).toMatch(/damaged/);
    expect(errorOf('<html><body/></html>')).toMatch(/not XLIFF 1.2/);
    expect(errorOf(`<xliff xmlns="${v12}"><file><body/></file></xliff>`)).toMatch(/no target language/);
    expect(errorOf(in12('<trans-unit id="a"><trans-unit id="b"/></trans-unit>'))).toMatch(/another unit/);
    expect(errorOf('{"format": "galley-texts", "locale": "de"')).toMatch(/not valid JSON/);
    expect(errorOf('{"data": []}')).toMatch(/not a translation file/);
    expect(errorOf(`{"format":"galley-texts","locale":"de","units":[{"unit":3}]}`)).toMatch(/units\/0/);
    expect(errorOf('')).toMatch(/no column/);
    expect(errorOf('title,price\nPrices,3')).toMatch(/no column unit, locale/);
    expect(errorOf(`${header}\n"open`)).toMatch(/not valid XLIFF, JSON or CSV/);
    expect(errorOf(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8))).toMatch(/UTF-8/);
    expect(errorOf(Uint8Array.of(0x75, 0xe4))).toMatch(/UTF-8/);
  });

  it('with a unit twice, or with several locales, is rejected', () => {
    const unit = '<trans-unit id="a"><target>x</target></trans-unit>';
    expect(errorOf(in12(unit + unit))).toMatch(/"a" is in the file twice/);
    expect(errorOf(`${header}\na,de,,x,3,h\nb,fr,,x,3,h`)).toMatch(/several locales: de, fr/);
    expect(errorOf(`${header}\na,,,x,3,h`)).toMatch(/no locale/);
    const second = '<file target-language="fr"><body/></file>';
    expect(errorOf(in12('').replace('</xliff>', `${second}</xliff>`))).toMatch(/two target languages/);
  });
});

describe('a hostile text', () => {
  it('of a million backslashes is split and joined in linear time', () => {
    const text = `${'\\'.repeat(1_000_000)}a`;
    expect(parseCoded(text)).toEqual([{ text }]);
    expect(formatCoded([{ text }, { open: 1 }, { close: 1 }])).toBe(`${text}<1></1>`);
  });

  it('of many marks is aligned with its source', () => {
    const hrefs = Array.from({ length: 2_400 }, (_, i) => `/page/${i}`);
    const sameHrefs = hrefs.flatMap(() => ['/one', '/two']);
    const documentOf = (list: readonly string[]) => ({
      version: 2 as const,
      content: [
        {
          type: 'paragraph' as const,
          content: list.map((href) => ({
            type: 'text' as const,
            text: 'a',
            marks: [{ type: 'link' as const, attrs: { href } }],
          })),
        },
      ],
    });
    const idsOf = (source: readonly string[], translation: readonly string[]) => {
      const [block] = alignedBlocks(documentOf(translation), textBlocksOf(documentOf(source))) ?? [];
      return block?.codes.map(({ id }) => id);
    };
    const startedAt = performance.now();
    expect(idsOf(hrefs, hrefs.toReversed())).toEqual(hrefs.map((_, i) => hrefs.length - i));
    expect(idsOf(sameHrefs, sameHrefs)).toEqual(sameHrefs.map((_, i) => i + 1));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});

describe('a file that a tool rewrote', () => {
  it('is read with segments, alternatives and other elements', () => {
    const xliff = in12(
      `<trans-unit id="a#1">${note}<source>x</source><seg-source><mrk mtype="seg">x</mrk></seg-source>` +
        '<target>\n<mrk mtype="seg" mid="0">A <g id="1">b</g></mrk></target>' +
        '<alt-trans><target>other</target></alt-trans><x:y xmlns:x="urn:x"><target>no</target></x:y></trans-unit>',
    );
    expect(read(xliff).units).toEqual([
      { id: 'a#1', translation: '\nA <1>b</1>', revision: 3, hash: 'abc.def', isBroken: false },
    ]);
    const segments =
      '<segment><source>x</source><target>A. </target></segment>' +
      '<ignorable><source> </source><target> </target></ignorable><segment><target>B.</target></segment>';
    expect(read(in20(`<unit id="u1" name="a">${segments}</unit>`)).units).toMatchObject([
      { id: 'a', translation: 'A.  B.', revision: null, hash: null },
    ]);
    const untranslated = '<segment><target>A</target></segment><segment><source>x</source></segment>';
    expect(read(in20(`<unit id="u1" name="a">${untranslated}</unit>`)).units).toMatchObject([
      { translation: '' },
    ]);
  });

  it('has broken units with unknown inline elements, or with codes in plain text', () => {
    const target = (content: string) => `<target>${content}</target></trans-unit>`;
    const xliff = in12(
      `<trans-unit id="a">${target('<g id="1">x</g>')}<trans-unit id="b#1">${target('<bpt id="1">x</bpt>')}`,
    );
    expect(read(xliff).units.map(({ isBroken }) => isBroken)).toEqual([true, true]);
  });

  it('is read with semicolons, in UTF-16, and with formulas as text', () => {
    const rows = `unit;locale;source;translation;source_revision;hash\r\na;de;x;'=1+1;3;h\r\n;;;;;\r\nb;de;;;;`;
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(rows, 'utf16le')]);
    const units = [
      { id: 'a', translation: '=1+1', revision: 3, hash: 'h', isBroken: false },
      { id: 'b', translation: '', revision: null, hash: null, isBroken: false },
    ];
    expect(read(rows)).toEqual({ locale: 'de', units });
    expect(read(utf16)).toEqual({ locale: 'de', units });
  });
});
