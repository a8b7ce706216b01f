/** What an editor has typed and not saved yet, as it waits in this browser. */
export interface DraftCopy {
  /** The revision that the changes were made on. */
  revision: number;
  values: Record<string, unknown>;
  /** What the changed fields held at that revision. */
  base: Record<string, unknown>;
}

/** This load of the page: copies of loads that have ended are taken over by the next one that opens the item. */
const load = crypto.randomUUID();
const prefix = 'galley:draft:';
const alive = `galley:load:${load}`;

// Held as long as the page lives; browsers without locks take over what a page left behind all the same.
void (navigator.locks as LockManager | undefined)?.request(alive, () => new Promise(() => undefined));

/** Where one item's unsaved changes wait. `place` names project, release, kind and item. */
export class DraftCopies {
  readonly #place: string;

  constructor(place: string) {
    this.#place = `${prefix}${place}:`;
  }

  /** Keeps the changes; a full storage is no reason to stop the typing. */
  keep(copy: DraftCopy): void {
    try {
      localStorage.setItem(this.#place + load, JSON.stringify(copy));
    } catch {
      // They are still in memory, and sent as soon as the service answers.
    }
  }

  drop(): void {
    localStorage.removeItem(this.#place + load);
  }

  /** Takes what pages that are gone have left, the latest last. */
  async takeLeft(): Promise<DraftCopy[]> {
    const locks = navigator.locks as LockManager | undefined;
    const held = new Set((await locks?.query())?.held?.map(({ name }) => name));
    const keys = Object.keys(localStorage).filter(
      (key) => key.startsWith(this.#place) && !held.has(`galley:load:${key.slice(this.#place.length)}`),
    );
    return keys.flatMap((key) => {
      const text = localStorage.getItem(key);
      if (!key.endsWith(load)) localStorage.removeItem(key);
      try {
        return text === null ? [] : [JSON.parse(text) as DraftCopy];
      } catch {
        return [];
      }
    });
  }
}
