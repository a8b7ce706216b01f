import type { Changes } from './changes.ts';
import type { DraftCopies } from './draft-copies.ts';
import type { EditedItem } from '../item.ts';
import type { ObservedDraft } from './observed-draft.ts';

/** Pause in typing before a copy is stored in this browser, in milliseconds. */
const copyAfterMs = 250;

/** Stores copies of unsaved changes. */
export type CopyStore = Pick<DraftCopies, 'store' | 'drop'>;

/** The copy of one editor's changes in this browser, written after a pause in typing. */
export class LocalCopy {
  readonly #copies: CopyStore;
  readonly #changes: Changes;
  readonly #observed: Pick<ObservedDraft<EditedItem>, 'current' | 'set'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    copies: CopyStore,
    changes: Changes,
    observed: Pick<ObservedDraft<EditedItem>, 'current' | 'set'>,
  ) {
    this.#copies = copies;
    this.#changes = changes;
    this.#observed = observed;
  }

  writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), copyAfterMs);
  }

  /** Stores the unsaved changes at once, or removes the copy if everything is saved. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changes.size === 0) {
      this.#copies.drop();
      return this.#observed.set({ isStoredLocally: true });
    }
    const { base } = this.#changes;
    const { revision, release } = this.#observed.current.item;
    const copy = { revision, values: this.#changes.values(), base, release: release?.id };
    this.#observed.set({ isStoredLocally: this.#copies.store(copy) });
  }
}
