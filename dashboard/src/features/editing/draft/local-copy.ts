import type { Changes } from './changes.ts';
import type { DraftCopies } from './draft-copies.ts';
import type { EditedItem } from '../item.ts';
import type { ObservedDraft } from './observed-draft.ts';
import { copyAfterMs } from './waits.ts';

/** Where copies of what is not saved wait. */
export type KeptCopies = Pick<DraftCopies, 'keep' | 'drop'>;

/** The copy of one editor's changes in this browser, written after a pause in the typing. */
export class LocalCopy {
  readonly #copies: KeptCopies;
  readonly #changes: Changes;
  readonly #shown: Pick<ObservedDraft<EditedItem>, 'current' | 'set'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    copies: KeptCopies,
    changes: Changes,
    shown: Pick<ObservedDraft<EditedItem>, 'current' | 'set'>,
  ) {
    this.#copies = copies;
    this.#changes = changes;
    this.#shown = shown;
  }

  writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), copyAfterMs);
  }

  /** Writes what is not saved at once, or drops the copy when everything is. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changes.size === 0) {
      this.#copies.drop();
      return this.#shown.set({ isKept: true });
    }
    const { base } = this.#changes;
    const { revision, release } = this.#shown.current.item;
    const copy = { revision, values: this.#changes.values(), base, release: release?.id };
    this.#shown.set({ isKept: this.#copies.keep(copy) });
  }
}
