import { refusal } from './refusal.ts';

/** The first and the last byte to answer with. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` header. Null when the whole object is meant: no header, several ranges, or another unit, all of
 * which a server may answer in full (RFC 9110, section 14.2). Throws `InvalidRange` when nothing lies in it.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (first > last) throw refusal('InvalidRange', `The object has ${sizeBytes} bytes.`);
  return { first, last };
}
