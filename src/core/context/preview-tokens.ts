import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The access that a preview token gives. */
export interface PreviewGrant {
  projectId: string;
  /** The user who created the token. It ends with their session and with their membership. */
  userId: string;
  session: string;
  expiresAt: Date;
}

type TokenParts = [projectId: string, expires: number, userId: string, session: string];

/**
 * Signed tokens that give access to the drafts of one project for a limited time (specification: preview). They are not
 * stored: each token contains its own grant, signed with a key derived from `APP_SECRET`.
 */
export class PreviewTokens {
  readonly #key: Buffer;
  readonly #previous: PreviewTokens | null;

  /** Tokens of the previous secret are valid too. */
  constructor(appSecret: string, previousSecret?: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley preview tokens', 32));
    this.#previous = previousSecret === undefined ? null : new PreviewTokens(previousSecret);
  }

  sign({ projectId, userId, session, expiresAt }: PreviewGrant): string {
    const parts: TokenParts = [projectId, expiresAt.getTime(), userId, session];
    const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return `pv_${text}.${this.#mac(text).toString('base64url')}`;
  }

  /** Returns null if the signature is wrong or the token has expired. */
  read(token: string, now: Date): PreviewGrant | null {
    const [text = '', mac = '', ...more] = token.replace(/^pv_/, '').split('.');
    const signature = Buffer.from(mac, 'base64url');
    const expected = this.#mac(text);
    if (more.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected))
      return this.#previous?.read(token, now) ?? null;
    const [projectId, expires, userId = '', session = ''] = JSON.parse(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) as TokenParts | [projectId: string, expires: number]; // older versions wrote two parts
    return expires > now.getTime() ? { projectId, userId, session, expiresAt: new Date(expires) } : null;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
