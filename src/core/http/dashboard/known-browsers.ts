import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../../contract/time.ts';

/** Days for which a browser is known after a sign-in (specification: guessing). */
export const knownBrowserDays = 180;
/** Accounts for which one browser is known. The one that was unused longest is removed first. */
const accountsMax = 5;

/** An account that someone signed in to from this browser; `epoch` is that of the account at the time. */
interface KnownAccount {
  userId: string;
  epoch: number;
  at: Date;
}

/** A browser from which someone signed in. */
export interface KnownBrowser {
  id: string;
  accounts: readonly KnownAccount[];
}

type CookieContent = [id: string, accounts: [userId: string, epoch: number, atMs: number][]];

/**
 * Writes and reads the cookie that identifies a browser. Nothing is stored: the signature under `APP_SECRET` proves who
 * signed in, and the account's epoch shows whether that is still valid.
 */
export class KnownBrowsers {
  readonly #key: Buffer;
  readonly #previous: KnownBrowsers | null;

  /** Cookies of the previous secret are valid too. */
  constructor(appSecret: string, previousSecret?: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley known browsers', 32));
    this.#previous = previousSecret === undefined ? null : new KnownBrowsers(previousSecret);
  }

  /** Null for a cookie without a valid signature. Expired accounts are omitted. */
  read(cookie: string | null, now: Date): KnownBrowser | null {
    const [text = '', mac = '', ...more] = (cookie ?? '').split('.');
    const sentMac = Buffer.from(mac, 'base64url');
    const expectedMac = this.#mac(text);
    if (more.length > 0 || sentMac.length !== expectedMac.length || !timingSafeEqual(sentMac, expectedMac))
      return this.#previous?.read(cookie, now) ?? null;
    const [id, content] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as CookieContent;
    const since = now.getTime() - knownBrowserDays * dayMs;
    const accounts = content
      .filter(([, , atMs]) => atMs > since)
      .map(([userId, epoch, atMs]) => ({ userId, epoch, at: new Date(atMs) }));
    return { id, accounts };
  }

  /** The cookie of a browser after a sign-in to an account. */
  write(before: KnownBrowser | null, account: KnownAccount): string {
    const others = (before?.accounts ?? []).filter(({ userId }) => userId !== account.userId);
    const accounts = [account, ...others].slice(0, accountsMax);
    const content: CookieContent = [
      before?.id ?? randomBytes(12).toString('base64url'),
      accounts.map(({ userId, epoch, at }) => [userId, epoch, at.getTime()]),
    ];
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${this.#mac(text).toString('base64url')}`;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
