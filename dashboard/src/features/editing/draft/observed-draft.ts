import type { DraftState } from './draft-state.ts';
import { differingKeys } from '../conflict/equal.ts';
import type { EditedItem } from '../item.ts';

/** The state of a draft that components observe, with the epochs of its fields. */
export class ObservedDraft<Item extends EditedItem> {
  #current: DraftState<Item>;
  readonly #listeners = new Set<() => void>();
  readonly #epochs = new Map<string, number>();

  constructor(item: Item) {
    const initial = {
      conflicts: [],
      errors: new Map(),
      unsavedCount: 0,
      isStoredLocally: null,
      saveError: null,
    };
    this.#current = { item, phase: 'saved', ...initial };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get current(): DraftState<Item> {
    return this.#current;
  }

  set(part: Partial<DraftState<Item>>): void {
    this.#current = { ...this.#current, ...part };
    for (const listener of this.#listeners) listener();
  }

  /** Updates whether the release of the item is the default release. */
  showRelease({ release }: Pick<Item, 'release'>): void {
    const { item } = this.#current;
    if (release?.default !== item.release?.default) this.set({ item: { ...item, release } });
  }

  /** Increases when another source replaces the value of a field, so that its widget is created again. */
  epochOf(key: string): number {
    return this.#epochs.get(key) ?? 0;
  }

  /** Renews the fields that a new draft changes, except `ownKeys`. */
  renewDiffering(item: Item, ownKeys: ReadonlySet<string>): Item {
    for (const key of differingKeys(this.#current.item.draft, item.draft))
      if (!ownKeys.has(key)) this.renew(key);
    return item;
  }

  renew(key: string): void {
    this.#epochs.set(key, this.epochOf(key) + 1);
  }
}
