import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts short texts before they are stored (signing secrets, publishable keys), with a key derived from
 * `APP_SECRET`. Texts that `APP_SECRET_PREVIOUS` encrypted can be opened too.
 */
export class SealedBox {
  readonly #key: Buffer;
  readonly #previous: SealedBox | null;

  constructor(appSecret: string, previousSecret?: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley sealed box', 32));
    this.#previous = previousSecret === undefined ? null : new SealedBox(previousSecret);
  }

  /** AES-256-GCM; `nonce . tag . text`, base64url. */
  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error if the text was encrypted with another secret or altered */
  open(sealed: string): string {
    if (this.#previous === null) return this.#openOwn(sealed);
    try {
      return this.#openOwn(sealed);
    } catch {
      return this.#previous.open(sealed);
    }
  }

  /** Encrypts a text of the previous secret again; null if that is not needed or neither secret opens it. */
  renew(sealed: string): string | null {
    try {
      this.#openOwn(sealed);
      return null;
    } catch {
      return this.#renewPrevious(sealed);
    }
  }

  #renewPrevious(sealed: string): string | null {
    try {
      return this.#previous === null ? null : this.seal(this.#previous.open(sealed));
    } catch {
      return null;
    }
  }

  #openOwn(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
