import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that the identity doesn't open, or that is damaged. */
export class UnreadableFile extends Error {}

/** Encrypts and decrypts files with one identity of age. The library is loaded with the first use. */
export class AgeFiles {
  readonly #identity: string;

  constructor(identity: string) {
    this.#identity = identity;
  }

  /** The public counterpart of the identity, `age1...`. */
  async recipient(): Promise<string> {
    const { identityToRecipient } = await import('age-encryption');
    return identityToRecipient(this.#identity);
  }

  async encrypt(from: string, to: string): Promise<void> {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.addRecipient(await this.recipient());
    await pipeline(
      Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(createReadStream(from)))),
      createWriteStream(to),
    );
  }

  /** @throws UnreadableFile if the file is damaged or encrypted with another identity */
  async decrypt(from: string, to: string): Promise<void> {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addIdentity(this.#identity);
    try {
      await pipeline(
        Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(createReadStream(from)))),
        createWriteStream(to),
      );
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error; // of the disk
      throw new UnreadableFile(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}
