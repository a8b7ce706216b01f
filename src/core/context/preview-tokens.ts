import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a token of a member gives access to. It ends with their session and with their membership. */
export interface MemberPreview {
  projectId: string;
  userId: string;
  session: string;
  expiresAt: Date;
  /** The time that the token shows; null for drafts. */
  at: Date | null;
  /** The release that requests read unless they name one; null for the default release. */
  release: string | null;
}

/** What the token of a share link gives access to. The link is stored, and is read on every request. */
export interface LinkPreview {
  projectId: string;
  linkId: string;
  expiresAt: Date;
}

type MemberParts = [
  projectId: string,
  expires: number,
  userId: string,
  session: string,
  at?: number | null, // older versions wrote no time and no release
  release?: string | null,
];
type LinkParts = [projectId: string, expires: number, linkId: string];

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

  sign({ projectId, userId, session, expiresAt, at, release }: MemberPreview): string {
    return this.#signed([
      ...([projectId, expiresAt.getTime(), userId, session] as const),
      ...([at?.getTime() ?? null, release] as const),
    ]);
  }

  signLink({ projectId, linkId, expiresAt }: LinkPreview): string {
    return this.#signed([projectId, expiresAt.getTime(), linkId]);
  }

  /** Returns null if the signature is wrong or the token has expired. */
  read(token: string, now: Date): MemberPreview | LinkPreview | null {
    const [text = '', mac = '', ...more] = token.replace(/^pv_/, '').split('.');
    const signature = Buffer.from(mac, 'base64url');
    const expected = this.#mac(text);
    if (more.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected))
      return this.#previous?.read(token, now) ?? null;
    const [projectId, expires, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as
      MemberParts | LinkParts | [projectId: string, expires: number]; // older versions wrote two parts
    const expiresAt = new Date(expires);
    if (expiresAt <= now) return null;
    const [first = '', session = '', at = null, release = null] = rest;
    return rest.length === 1
      ? { projectId, linkId: first, expiresAt }
      : { projectId, userId: first, session, expiresAt, at: at === null ? null : new Date(at), release };
  }

  #signed(parts: MemberParts | LinkParts): string {
    const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return `pv_${text}.${this.#mac(text).toString('base64url')}`;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
