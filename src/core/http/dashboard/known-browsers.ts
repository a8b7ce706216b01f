import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../../contract/time.ts';

/** How long a browser stays known after a sign-in there, in days (specification: guessing). */
export const knownBrowserDays = 180;
/** Accounts that one browser is known for; the longest unused one goes first. */
const accountsMax = 5;

/** An account that was signed in to in this browser; `epoch` is that of the account at the time. */
interface KnownAccount {
  userId: string;
  epoch: number;
  at: Date;
}

/** A browser that a person signed in from. */
export interface KnownBrowser {
  id: string;
  accounts: readonly KnownAccount[];
}

type Written = [id: string, accounts: [userId: string, epoch: number, atMs: number][]];

/**
 * Writes and reads the cookie by which a browser is known again. Nothing is stored: the signature under `APP_SECRET`
 * says who signed in there, and the account's epoch whether that still counts.
 */
export class KnownBrowsers {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley known browsers', 32));
  }

  /** Null for what was not written here. Accounts whose time is over are left out. */
  read(cookie: string | null, now: Date): KnownBrowser | null {
    const [text = '', mac = '', ...more] = (cookie ?? '').split('.');
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(text);
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const [id, written] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Written;
    const since = now.getTime() - knownBrowserDays * dayMs;
    const accounts = written
      .filter(([, , atMs]) => atMs > since)
      .map(([userId, epoch, atMs]) => ({ userId, epoch, at: new Date(atMs) }));
    return { id, accounts };
  }

  /** The cookie of a browser from which an account was just signed in to. */
  write(before: KnownBrowser | null, account: KnownAccount): string {
    const others = (before?.accounts ?? []).filter(({ userId }) => userId !== account.userId);
    const accounts = [account, ...others].slice(0, accountsMax);
    const written: Written = [
      before?.id ?? randomBytes(12).toString('base64url'),
      accounts.map(({ userId, epoch, at }) => [userId, epoch, at.getTime()]),
    ];
    const text = Buffer.from(JSON.stringify(written)).toString('base64url');
    return `${text}.${this.#mac(text).toString('base64url')}`;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
