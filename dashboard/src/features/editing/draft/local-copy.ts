import type { Changes } from './changes.ts';
import type { DraftCopies, DraftCopy } from './draft-copies.ts';
import type { EditedItem } from '../item.ts';
import type { ObservedDraft } from './observed-draft.ts';

/** Pause in typing before a copy is stored in this browser, in milliseconds. */
const copyAfterMs = 250;

/** Stores copies of unsaved changes. */
export type CopyStore = Pick<DraftCopies, 'store' | 'storeOnClose' | 'drop'>;

/** The copy of one editor's changes in this browser, written after a pause in typing. */
export class LocalCopy {
  readonly #copies: CopyStore;
  readonly #changes: Changes;
  readonly #observed: Pick<ObservedDraft<EditedItem>, 'current' | 'set'>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last write. Only its result is shown. */
  #writes = 0;

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
    this.#timer ??= setTimeout(() => void this.write(), copyAfterMs);
  }

  /** Stores the unsaved changes at once, or removes the copy if everything is saved. Resolves when that is done. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writes += 1;
    if (this.#changes.size === 0) {
      this.#copies.drop();
      return this.#observed.set({ isStoredLocally: null });
    }
    const write = this.#writes;
    const isStored = await this.#copies.store(this.#copy);
    if (write === this.#writes) this.#observed.set({ isStoredLocally: isStored });
  }

  /** Stores the unsaved changes of a page that is closing. */
  writeOnClose(): void {
    if (this.#changes.size > 0) this.#copies.storeOnClose(this.#copy);
  }

  get #copy(): DraftCopy {
    const { base } = this.#changes;
    const { revision, release } = this.#observed.current.item;
    return { revision, values: this.#changes.values(), base: { ...base }, release: release?.id };
  }
}
