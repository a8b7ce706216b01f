/** Lists with more blocks than this begin closed. */
const openMax = 8;
/** Of how many entries this browser remembers what was opened. */
const placesMax = 50;
const storageKey = 'galley:open-blocks';

type Remembered = Record<string, Record<string, boolean>>;

/** Which blocks of a field are open, as this browser remembers it. */
export class OpenRows {
  readonly #place: string;
  readonly #chosen: Map<string, boolean>;
  readonly #listeners = new Set<() => void>();

  /** `place` names project, release, entry and field. */
  constructor(place: string) {
    this.#place = place;
    this.#chosen = new Map(Object.entries(remembered()[place] ?? {}));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a block is open that stands in a list of so many. */
  isOpen(id: string, count: number): boolean {
    return this.#chosen.get(id) ?? count <= openMax;
  }

  set(ids: Iterable<string>, isOpen: boolean): void {
    for (const id of ids) this.#chosen.set(id, isOpen);
    for (const listener of this.#listeners) listener();
    this.#keep();
  }

  #keep(): void {
    const { [this.#place]: _, ...others } = remembered();
    const rest = Object.entries(others).slice(1 - placesMax);
    const all = Object.fromEntries([...rest, [this.#place, Object.fromEntries(this.#chosen)]]);
    try {
      localStorage.setItem(storageKey, JSON.stringify(all));
    } catch {
      // A full storage forgets what was open, and nothing else.
    }
  }
}

function remembered(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Remembered;
  } catch {
    return {};
  }
}
