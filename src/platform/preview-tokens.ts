import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a preview token opens. */
export interface PreviewGrant {
  projectId: string;
  expiresAt: Date;
}

/**
 * Signed tokens that open the drafts of one project for a while (contract, section 14). They are stored nowhere: the
 * signature under `APP_SECRET` says what they open, and until when.
 */
export class PreviewTokens {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley preview tokens', 32));
  }

  sign({ projectId, expiresAt }: PreviewGrant): string {
    const text = Buffer.from(JSON.stringify([projectId, expiresAt.getTime()])).toString('base64url');
    return `pv_${text}.${this.#mac(text).toString('base64url')}`;
  }

  /** Null for a token that was not made here, and for one whose time is over. */
  read(token: string, now: Date): PreviewGrant | null {
    const [text = '', mac = '', ...more] = token.replace(/^pv_/, '').split('.');
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(text);
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const [projectId, expires] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
      string,
      number,
    ];
    return expires > now.getTime() ? { projectId, expiresAt: new Date(expires) } : null;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
