import { limitReached } from '../../contract/errors/api-error.ts';
import { rowBytes } from '../../core/mongo/index.ts';

/** Bytes of the rows that one write can store. */
export const localeRowBytesMax = 32 * 1024 * 1024;

/** @throws limit_reached for rows that one write can't store, because many locales show the same large values */
export function checkLocaleRowBytes(rows: readonly object[]): void {
  let bytes = 0;
  for (const row of rows) bytes += rowBytes(row);
  if (bytes > localeRowBytesMax) throw limitReached('locale_row_bytes_per_write_max', localeRowBytesMax);
}
