/** What an editor has typed and not saved yet, as it waits in this browser. */
export interface DraftCopy {
  /** The revision that the changes were made on. */
  revision: number;
  values: Record<string, unknown>;
  /** What the changed fields held at that revision. */
  base: Record<string, unknown>;
  /** The release of the item; absent for articles, and in copies of earlier versions. */
  release?: string | undefined;
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
    const left = await this.#readLeft();
    for (const { key } of left) if (!key.endsWith(load)) localStorage.removeItem(key);
    return left.flatMap(({ copy }) => copy ?? []);
  }

  /** Returns the release in which the latest changes were typed that pages which are gone have left. */
  async releaseOfLeft(): Promise<string | undefined> {
    return (await this.#readLeft()).at(-1)?.copy?.release;
  }

  /** Copies of loads that have ended, except those that wait for another person. */
  async #readLeft(): Promise<{ key: string; copy: DraftCopy | null }[]> {
    const locks = navigator.locks as LockManager | undefined;
    const held = new Set((await locks?.query())?.held?.map(({ name }) => name));
    return Object.keys(localStorage)
      .filter(
        (key) => key.startsWith(this.#place) && !held.has(`galley:load:${key.slice(this.#place.length)}`),
      )
      .map((key) => ({ key, copy: copyIn(localStorage.getItem(key)) }))
      .filter(({ copy }) => copy?.by === undefined || copy.by === this.#by);
  }
}

function copyIn(text: string | null): DraftCopy | null {
  try {
    return text === null ? null : (JSON.parse(text) as DraftCopy);
  } catch {
    return null;
  }
}
