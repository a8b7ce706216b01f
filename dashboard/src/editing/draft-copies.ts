/** What an editor has typed and not saved yet, as it waits in this browser. */
export interface DraftCopy {
  /** The revision that the changes were made on. */
  revision: number;
  values: Record<string, unknown>;
  /** What the changed fields held at that revision. */
  base: Record<string, unknown>;
  /** The person who typed them; no other person takes them over. */
  by?: string | undefined;
}

/** This load of the page: copies of loads that have ended are taken over by the next one that opens the item. */
const load = crypto.randomUUID();
const prefix = 'galley:draft:';
const alive = `galley:load:${load}`;

// Held as long as the page lives; browsers without locks take over what a page left behind all the same.
void (navigator.locks as LockManager | undefined)?.request(alive, () => new Promise(() => undefined));

/** Where one person's unsaved changes of one item wait. `place` names project, release, kind and item. */
export class DraftCopies {
  readonly #place: string;
  readonly #by: string | undefined;

  constructor(place: string, by: string | undefined) {
    this.#place = `${prefix}${place}:`;
    this.#by = by;
  }

  /** Keeps the changes. Says whether there was room; without, they are in memory alone until the service answers. */
  keep(copy: DraftCopy): boolean {
    try {
      localStorage.setItem(this.#place + load, JSON.stringify({ ...copy, by: this.#by }));
      return true;
    } catch {
      return false;
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
      const copy = copyIn(localStorage.getItem(key));
      if (copy?.by !== undefined && copy.by !== this.#by) return []; // waits for its own person
      if (!key.endsWith(load)) localStorage.removeItem(key);
      return copy === null ? [] : [copy];
    });
  }
}

function copyIn(text: string | null): DraftCopy | null {
  try {
    return text === null ? null : (JSON.parse(text) as DraftCopy);
  } catch {
    return null;
  }
}
