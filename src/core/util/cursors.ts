import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { apiError } from '../../contract/errors/api-error.ts';

/**
 * Cursors of lists: a position in a sort order, signed together with its list (project, release, type, filters), so
 * that a cursor works in no other list (specification: cursors).
 */
export class Cursors {
  readonly #key: Buffer;
  readonly #previous: Cursors | null;

  /** Cursors of the previous secret are valid too. */
  constructor(appSecret: string, previousSecret?: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley cursors', 32));
    this.#previous = previousSecret === undefined ? null : new Cursors(previousSecret);
  }

  /** The next page starts after `position`. Dates in it are decoded as text. */
  encode(list: readonly unknown[], position: readonly unknown[]): string {
    return this.#token(list, JSON.stringify(position));
  }

  /** @throws invalid_cursor for a cursor of another list */
  decode(list: readonly unknown[], cursor: string): unknown[] {
    const text = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('utf8');
    // Compared as a whole, so that no other encoding is accepted.
    const isOwn = [this, this.#previous].some(
      (cursors) => cursors !== null && isSameText(cursor, cursors.#token(list, text)),
    );
    if (!isOwn) throw apiError('invalid_cursor', {}, { param: 'cursor' });
    return JSON.parse(text) as unknown[];
  }

  #token(list: readonly unknown[], text: string): string {
    return `${Buffer.from(text).toString('base64url')}.${this.#mac(list, text).toString('base64url')}`;
  }

  #mac(list: readonly unknown[], text: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([list, text]))
      .digest()
      .subarray(0, 15);
  }
}

function isSameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
