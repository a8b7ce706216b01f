import { refusal } from './refusal.ts';

/** The first and the last byte of the response. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header. Returns null for the whole object: without the header, and for several ranges or another
 * unit, which a server can ignore (RFC 9110, section 14.2). Throws `InvalidRange` if no byte is in the range.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (first > last) throw refusal('InvalidRange', `The object has ${sizeBytes} bytes.`);
  return { first, last };
}
