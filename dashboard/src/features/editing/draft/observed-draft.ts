import type { DraftState } from './draft-state.ts';
import { differingKeys } from '../conflict/equal.ts';
import type { EditedItem } from '../item.ts';

/** The state of a draft that components follow, and which fields began again. */
export class ObservedDraft<Item extends EditedItem> {
  #current: DraftState<Item>;
  readonly #listeners = new Set<() => void>();
  readonly #epochs = new Map<string, number>();

  constructor(item: Item) {
    const nothing = { clashes: [], errors: new Map(), waiting: 0, isKept: true, saveError: null };
    this.#current = { item, phase: 'saved', ...nothing };
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

  /** Takes over whether the release of the item is the default one. */
  showRelease({ release }: Pick<Item, 'release'>): void {
    const { item } = this.#current;
    if (release?.default !== item.release?.default) this.set({ item: { ...item, release } });
  }

  /** Grows when a value from outside replaces what the field shows: its widget begins again. */
  epochOf(key: string): number {
    return this.#epochs.get(key) ?? 0;
  }

  /** Renews the fields that another draft changes, except one's own. */
  renewDiffering(item: Item, own: ReadonlySet<string>): Item {
    for (const key of differingKeys(this.#current.item.draft, item.draft)) if (!own.has(key)) this.renew(key);
    return item;
  }

  renew(key: string): void {
    this.#epochs.set(key, this.epochOf(key) + 1);
  }
}
