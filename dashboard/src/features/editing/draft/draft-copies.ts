/** The unsaved changes of an editor, as this browser stores them. */
export interface DraftCopy {
  /** The revision that the changes were made on. */
  revision: number;
  values: Record<string, unknown>;
  /** The values of the changed fields at that revision. */
  base: Record<string, unknown>;
  /** The release of the item; absent for articles, and in copies of earlier versions. */
  release?: string | undefined;
  /** The user who made the changes. Other users don't get them. */
  by?: string | undefined;
}

/** Identifies this load of the page. The next load that opens the item takes over its copies. */
const load = crypto.randomUUID();
const prefix = 'galley:draft:';
const lockName = `galley:load:${load}`;

// The lock lasts as long as the page. In browsers without locks, every page takes over copies.
void (navigator.locks as LockManager | undefined)?.request(lockName, () => new Promise(() => undefined));

/** The stored copies of one user's unsaved changes of one item. `itemKey` names project, release, kind and item. */
export class DraftCopies {
  readonly #prefix: string;
  readonly #user: string | undefined;

  constructor(itemKey: string, user: string | undefined) {
    this.#prefix = `${prefix}${itemKey}:`;
    this.#user = user;
  }

  /** Stores the changes in this browser. Returns false if its storage is full. */
  store(copy: DraftCopy): boolean {
    try {
      localStorage.setItem(this.#prefix + load, JSON.stringify({ ...copy, by: this.#user }));
      return true;
    } catch {
      return false;
    }
  }

  drop(): void {
    localStorage.removeItem(this.#prefix + load);
  }

  /** Takes over copies of closed pages, the latest last. */
  async takeAbandoned(): Promise<DraftCopy[]> {
    const copies = await this.#readAbandoned();
    for (const { key } of copies) if (!key.endsWith(load)) localStorage.removeItem(key);
    return copies.flatMap(({ copy }) => copy ?? []);
  }

  /** Returns the release of the latest copy of a closed page. */
  async releaseOfAbandoned(): Promise<string | undefined> {
    return (await this.#readAbandoned()).at(-1)?.copy?.release;
  }

  /** Copies of closed pages, without those of other users. */
  async #readAbandoned(): Promise<{ key: string; copy: DraftCopy | null }[]> {
    const locks = navigator.locks as LockManager | undefined;
    const lockNames = new Set((await locks?.query())?.held?.map(({ name }) => name));
    return Object.keys(localStorage)
      .filter(
        (key) =>
          key.startsWith(this.#prefix) && !lockNames.has(`galley:load:${key.slice(this.#prefix.length)}`),
      )
      .map((key) => ({ key, copy: copyIn(localStorage.getItem(key)) }))
      .filter(({ copy }) => copy?.by === undefined || copy.by === this.#user);
  }
}

function copyIn(text: string | null): DraftCopy | null {
  try {
    return text === null ? null : (JSON.parse(text) as DraftCopy);
  } catch {
    return null;
  }
}
