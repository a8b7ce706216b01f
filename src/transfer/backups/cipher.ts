import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AgeFiles, UnreadableFile } from '../../core/archive/index.ts';
import { transferError } from '../transfer-error.ts';
import { encryptedSuffix } from './stored-backups.ts';

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

  /** Without an identity, files stay unencrypted. @throws invalid_parameter if the identity is malformed */
  static async create(identity: string | null): Promise<Cipher> {
    if (identity === null) return new Cipher(null, '');
    const age = new AgeFiles(identity);
    try {
      return new Cipher(age, await age.recipient());
    } catch {
      throw transferError(
        'BACKUP_AGE_IDENTITY is not an age identity. Create one with age-keygen.',
        'BACKUP_AGE_IDENTITY',
      );
    }
  }

  /** The cipher for a stored backup. @throws invalid_parameter without an identity for an encrypted one */
  static async forBackup(backupId: string, isEncrypted: boolean, identity: string | null): Promise<Cipher> {
    if (!isEncrypted) return Cipher.create(null);
    if (identity !== null) return Cipher.create(identity);
    throw transferError(
      `The backup ${backupId} is encrypted. Set BACKUP_AGE_IDENTITY to the age identity with which it was created.`,
      'BACKUP_AGE_IDENTITY',
    );
  }

  /** The suffix of the names of objects. The names of media files have none. */
  get nameSuffix(): string {
    return this.isEncrypting ? encryptedSuffix : '';
  }

  /** A digest of the key of a stored file and of the recipient, so a changed recipient gives another digest. */
  digestOf(objectKey: string): string {
    return createHash('sha256').update(`${objectKey}\n${this.#recipient}`).digest('hex').slice(0, 16);
  }

  /** Encrypts a file and removes the original. @returns the path of the encrypted file; `path` if the cipher is off */
  async seal(path: string): Promise<string> {
    if (this.#age === null) return path;
    const sealed = `${path}${encryptedSuffix}`;
    await this.#age.encrypt(path, sealed);
    await rm(path);
    return sealed;
  }

  /**
   * Decrypts a file and removes the original. @returns the path of the decrypted file; `path` if the cipher is off
   * @param label - names the file in the error
   * @throws invalid_parameter if the file can't be decrypted
   */
  async open(path: string, label: string): Promise<string> {
    if (this.#age === null) return path;
    const opened = path.endsWith(encryptedSuffix) ? path.slice(0, -encryptedSuffix.length) : `${path}.opened`;
    try {
      await this.#age.decrypt(path, opened);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw transferError(
        `${label} of the backup can't be decrypted: it is damaged, or encrypted with another identity than BACKUP_AGE_IDENTITY.`,
        'BACKUP_AGE_IDENTITY',
      );
    }
    await rm(path);
    return opened;
  }
}
