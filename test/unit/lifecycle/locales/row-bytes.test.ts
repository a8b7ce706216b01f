import { describe, expect, it } from 'vitest';
import { rowBytes } from '../../../../src/core/mongo/index.ts';
import { checkLocaleRowBytes, localeRowBytesMax } from '../../../../src/lifecycle/index.ts';

const mib = 1024 * 1024;

/** Rows that have this many bytes together. */
function rowsOfBytes(bytes: number): object[] {
  const row = { text: 'x'.repeat(4 * mib) };
  const rows = Array.from({ length: 7 }, () => row);
  const missing = bytes - rows.length * rowBytes(row) - rowBytes({ text: '' });
  return [...rows, { text: 'x'.repeat(missing) }];
}

describe('the bytes of the rows of one write', () => {
  it('can be 32 MiB, and no byte more', () => {
    expect(localeRowBytesMax).toBe(32 * mib);
    expect(() => {
      checkLocaleRowBytes(rowsOfBytes(32 * mib));
    }).not.toThrow();
    expect(() => {
      checkLocaleRowBytes(rowsOfBytes(32 * mib + 1));
    }).toThrow('locale_row_bytes_per_write_max');
  });
});
