import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CsvOptions, readCsv } from '../../../../src/transfer/tables/files/csv.ts';
import { readNumberedLines } from '../../../../src/transfer/tables/files/lines.ts';
import { cleanup } from '../../../support/cleanup.ts';

async function fileWith(content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-tables-'));
  cleanup(() => rm(folder, { recursive: true }));
  const path = join(folder, 'table.csv');
  await writeFile(path, content);
  return path;
}

async function recordsOf(content: string | Buffer, options: Partial<CsvOptions> = {}) {
  const path = await fileWith(content);
  const records: [number, ...string[]][] = [];
  for await (const { row, cells } of readCsv({ path, delimiter: null, encoding: null, ...options }))
    records.push([row, ...cells]);
  return records;
}

const withMark = (bytes: number[], text: Buffer) => Buffer.concat([Buffer.from(bytes), text]);
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from('a,ä\n1,€\n')],
    ['UTF-8 with a byte order mark', withMark([0xef, 0xbb, 0xbf], Buffer.from('a,ä\n1,€\n'))],
    ['UTF-16, little endian', withMark([0xff, 0xfe], Buffer.from('a,ä\n1,€\n', 'utf16le'))],
    ['UTF-16, big endian', withMark([0xfe, 0xff], swapped('a,ä\n1,€\n'))],
  ])('is read: %s', async (_name, content) => {
    expect(await recordsOf(content)).toEqual([
      [1, 'a', 'ä'],
      [2, '1', '€'],
    ]);
  });

  it('is read in a named encoding', async () => {
    const content = Buffer.from([0x61, 0x3b, 0xe4, 0x0a, 0x31, 0x3b, 0x80, 0x0a]);
    expect(await recordsOf(content, { encoding: 'windows-1252' })).toEqual([
      [1, 'a', 'ä'],
      [2, '1', '€'],
    ]);
  });

  it.each([
    ['another encoding', Buffer.from([0x61, 0x3b, 0xe4, 0x0a])],
    ['a cut-off character', Buffer.from([0x61, 0xe2, 0x82])],
    ['UTF-16 without a mark', Buffer.from('a,b\n', 'utf16le')],
  ])('is rejected with the option to use: %s', async (_name, content) => {
    await expect(recordsOf(content)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('--encoding windows-1252') as string,
    });
  });

  it('rejects an unknown encoding', async () => {
    await expect(recordsOf('a\n', { encoding: 'latin-99' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      hints: { param: '--encoding' },
    });
  });

  it('counts rows as a spreadsheet does', async () => {
    expect(await recordsOf('a;b\r\n"1\n1";2\r\n\r\n;\r\n3;"say ""hi"""\r\n4;5" pipe')).toEqual([
      [1, 'a', 'b'],
      [2, '1\n1', '2'],
      [5, '3', 'say "hi"'],
      [6, '4', '5" pipe'],
    ]);
  });

  it('takes a named delimiter', async () => {
    expect(await recordsOf('a:b,c\n', { delimiter: ':' })).toEqual([[1, 'a', 'b,c']]);
  });

  it('rejects a quote that is never closed', async () => {
    await expect(recordsOf('a,b\n1,"2\n3,4\n')).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('a quote that opens after row 1') as string,
    });
  });
});

describe('an NDJSON file', () => {
  it('is read by lines', async () => {
    const path = await fileWith('{"a":1}\r\n\n{"b":"ä"}');
    const lines: unknown[] = [];
    for await (const { row, text } of readNumberedLines(path, null)) lines.push([row, JSON.parse(text)]);
    expect(lines).toEqual([
      [1, { a: 1 }],
      [3, { b: 'ä' }],
    ]);
  });
});
