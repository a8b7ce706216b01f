import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a preview token opens. */
export interface PreviewGrant {
  projectId: string;
  /** The person who made it, and their session: it ends with that and with their membership. */
  userId: string;
  session: string;
  expiresAt: Date;
}

type Written = [projectId: string, expires: number, userId: string, session: string];

/**
 * Signed tokens that open the drafts of one project for a while (specification: preview). They are stored nowhere: the
 * signature under `APP_SECRET` says what they open, for whom, and until when.
 */
export class PreviewTokens {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley preview tokens', 32));
  }

  sign({ projectId, userId, session, expiresAt }: PreviewGrant): string {
    const written: Written = [projectId, expiresAt.getTime(), userId, session];
    const text = Buffer.from(JSON.stringify(written)).toString('base64url');
    return `pv_${text}.${this.#mac(text).toString('base64url')}`;
  }

  /** Null for a token that was not made here, and for one whose time is over. */
  read(token: string, now: Date): PreviewGrant | null {
    const [text = '', mac = '', ...more] = token.replace(/^pv_/, '').split('.');
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(text);
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const [projectId, expires, userId = '', session = ''] = JSON.parse(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) as Written | [projectId: string, expires: number]; // the shorter form is an older version's
    return expires > now.getTime() ? { projectId, userId, session, expiresAt: new Date(expires) } : null;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
