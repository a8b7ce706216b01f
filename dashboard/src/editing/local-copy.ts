import type { Changes } from './changes.ts';
import type { DraftCopies } from './draft-copies.ts';
import { copyAfterMs } from './waits.ts';

/** Where copies of what is not saved wait. */
export type KeptCopies = Pick<DraftCopies, 'keep' | 'drop'>;

/** The copy of one editor's changes in this browser, written after a pause in the typing. */
export class LocalCopy {
  readonly #copies: KeptCopies;
  readonly #changes: Changes;
  readonly #revision: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(copies: KeptCopies, changes: Changes, revision: () => number) {
    this.#copies = copies;
    this.#changes = changes;
    this.#revision = revision;
  }

  writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), copyAfterMs);
  }

  /** Writes what is not saved at once, or drops the copy when everything is. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changes.size === 0) return this.#copies.drop();
    this.#copies.keep({
      revision: this.#revision(),
      values: this.#changes.values(),
      base: this.#changes.base,
    });
  }
}
