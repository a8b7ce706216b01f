import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { apiError } from '../../contract/errors/api-error.ts';

/**
 * Cursors of lists: a place in an order, signed together with the list that it belongs to (project, release, type,
 * filters), so that no cursor works anywhere else (specification: cursors).
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley cursors', 32));
  }

  /** `position` is what the next page begins after; dates in it come back as texts. */
  encode(list: readonly unknown[], position: readonly unknown[]): string {
    return this.#token(list, JSON.stringify(position));
  }

  /** @throws invalid_cursor when this list did not make it. */
  decode(list: readonly unknown[], cursor: string): unknown[] {
    const text = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString('utf8');
    const given = Buffer.from(cursor);
    const right = Buffer.from(this.#token(list, text)); // compared as a whole: no other spelling of it passes
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw apiError('invalid_cursor', {}, { param: 'cursor' });
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
