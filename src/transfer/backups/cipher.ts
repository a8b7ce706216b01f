import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AgeFiles, UnreadableFile } from '../../core/archive/index.ts';
import { transferError } from '../transfer-error.ts';
import { encryptedEnd } from './stored-backups.ts';

/** Encrypts the objects of a backup, or leaves them as they are. */
export class Cipher {
  readonly isEncrypting: boolean;
  readonly #age: AgeFiles | null;
  readonly #recipient: string;

  private constructor(age: AgeFiles | null, recipient: string) {
    this.#age = age;
    this.#recipient = recipient;
    this.isEncrypting = age !== null;
  }

  /** @throws invalid_parameter if the identity is malformed */
  static async of(identity: string | null): Promise<Cipher> {
    if (identity === null) return new Cipher(null, '');
    const age = new AgeFiles(identity);
    try {
      return new Cipher(age, await age.recipient());
    } catch {
      throw transferError(
        'BACKUP_AGE_IDENTITY is not an identity of age. Create one with age-keygen.',
        'BACKUP_AGE_IDENTITY',
      );
    }
  }

  /** The cipher for a stored backup. @throws invalid_parameter without an identity for an encrypted one */
  static async for(backupId: string, isEncrypted: boolean, identity: string | null): Promise<Cipher> {
    if (!isEncrypted) return Cipher.of(null);
    if (identity !== null) return Cipher.of(identity);
    throw transferError(
      `The backup ${backupId} is encrypted. Set BACKUP_AGE_IDENTITY to the identity of age that it was created with.`,
      'BACKUP_AGE_IDENTITY',
    );
  }

  /** The end of the names of objects that are no media files. */
  get nameEnd(): string {
    return this.isEncrypting ? encryptedEnd : '';
  }

  /** Identifies a file of the storage under this cipher. */
  digestOf(objectKey: string): string {
    return createHash('sha256').update(`${objectKey}\n${this.#recipient}`).digest('hex').slice(0, 16);
  }

  /** Encrypts a file, which is replaced by the returned one. */
  async seal(path: string): Promise<string> {
    if (this.#age === null) return path;
    const sealed = `${path}${encryptedEnd}`;
    await this.#age.encrypt(path, sealed);
    await rm(path);
    return sealed;
  }

  /** Decrypts a file, which is replaced by the returned one. @throws invalid_parameter if that fails */
  async open(path: string, what: string): Promise<string> {
    if (this.#age === null) return path;
    const opened = path.endsWith(encryptedEnd) ? path.slice(0, -encryptedEnd.length) : `${path}.opened`;
    try {
      await this.#age.decrypt(path, opened);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw transferError(
        `${what} of the backup can't be decrypted: it is damaged, or encrypted with another identity than BACKUP_AGE_IDENTITY.`,
        'BACKUP_AGE_IDENTITY',
      );
    }
    await rm(path);
    return opened;
  }
}
