/** Blocks of longer lists are closed at first. */
const maxOpenBlocks = 5;
/** Number of fields whose open blocks this browser remembers. */
const maxFields = 50;
const storageKey = 'galley:open-blocks';

type StoredRows = Record<string, Record<string, boolean>>;

/** The open blocks of a field, stored in this browser. */
export class OpenRows {
  readonly #fieldScope: string;
  readonly #openById: Map<string, boolean>;
  readonly #listeners = new Set<() => void>();

  /** `fieldScope` identifies the project, release, entry and field. */
  constructor(fieldScope: string) {
    this.#fieldScope = fieldScope;
    this.#openById = new Map(Object.entries(readStored()[fieldScope] ?? {}));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a block of a list with `count` blocks is open. */
  isOpen(id: string, count: number): boolean {
    return this.#openById.get(id) ?? count <= maxOpenBlocks;
  }

  set(ids: Iterable<string>, isOpen: boolean): void {
    for (const id of ids) this.#openById.set(id, isOpen);
    for (const listener of this.#listeners) listener();
    this.#save();
  }

  #save(): void {
    const { [this.#fieldScope]: _, ...otherFields } = readStored();
    const newest = Object.entries(otherFields).slice(1 - maxFields);
    const all = Object.fromEntries([...newest, [this.#fieldScope, Object.fromEntries(this.#openById)]]);
    try {
      localStorage.setItem(storageKey, JSON.stringify(all));
    } catch {
      // If the storage is full, only the open state is lost.
    }
  }
}

function readStored(): StoredRows {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as StoredRows;
  } catch {
    return {};
  }
}
