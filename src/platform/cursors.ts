import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { problem } from '../contract/problem.ts';

/**
 * Cursors of lists: a place in an order, signed together with the list that it belongs to (project, release, type,
 * filters), so that no cursor works anywhere else (contract, section 6).
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley cursors', 32));
  }

  /** `position` is what the next page begins after; dates in it come back as texts. */
  encode(list: readonly unknown[], position: readonly unknown[]): string {
    const text = JSON.stringify(position);
    return `${Buffer.from(text).toString('base64url')}.${this.#mac(list, text).toString('base64url')}`;
  }

  /** @throws invalid_cursor when this list did not make it. */
  decode(list: readonly unknown[], cursor: string): unknown[] {
    const [body = '', mac = ''] = cursor.split('.');
    const text = Buffer.from(body, 'base64url').toString('utf8');
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(list, text);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw problem('invalid_cursor', {}, { param: 'cursor' });
    return JSON.parse(text) as unknown[];
  }

  #mac(list: readonly unknown[], text: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([list, text]))
      .digest()
      .subarray(0, 15);
  }
}
