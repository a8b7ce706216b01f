import {
  deleteDeviceDrafts,
  type DeviceDraft,
  type DraftCopy,
  putClosingDraft,
  putDeviceDraft,
  readDeviceDrafts,
} from './device-drafts.ts';

export type { DraftCopy };

/** How the screen of unsaved texts names an item. */
export type DraftLabel = Pick<DeviceDraft, 'page' | 'project' | 'title'>;

/** Identifies this load of the page. The next load that opens the item takes over its copies. */
const pageLoad = crypto.randomUUID();
const lockPrefix = 'galley:load:';

// The lock lasts as long as the page. In browsers without locks, every page takes over copies.
void (navigator.locks as LockManager | undefined)?.request(
  lockPrefix + pageLoad,
  () => new Promise(() => undefined),
);

/** The loads of all open pages except this one. */
async function otherLoads(): Promise<Set<string>> {
  const held = (await (navigator.locks as LockManager | undefined)?.query())?.held ?? [];
  const loads = held.map(({ name = '' }) => name.slice(lockPrefix.length));
  return new Set(loads.filter((one) => one !== pageLoad));
}

/** How long a page that is closing may keep its lock, in milliseconds. */
const closingMs = 1_000;

/** Waits until the page of a load is closed, for a short time. */
async function untilClosed(ofLoad: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(closingMs) };
  await navigator.locks.request(lockPrefix + ofLoad, options, () => undefined).catch(() => undefined);
}

const isOwn = ({ by }: DeviceDraft, user: string | undefined) => by === undefined || by === user;
const loadOf = ({ key }: DeviceDraft) => key.slice(key.lastIndexOf(':') + 1);

/** Returns all drafts of a user on this device, except those in other open pages, newest first. */
export async function readUnsavedDrafts(user: string | undefined): Promise<DeviceDraft[]> {
  const [drafts, loads] = [await readDeviceDrafts(), await otherLoads()];
  return drafts.filter((draft) => isOwn(draft, user) && !loads.has(loadOf(draft))).toReversed();
}

/** The stored copies of one user's unsaved changes of one item. `itemKey` names project, release, kind and item. */
export class DraftCopies {
  readonly #prefix: string;
  readonly #user: string | undefined;
  readonly #labelOf: () => DraftLabel;
  #takenKeys: string[] = [];
  /** Writes run one after the other, so that the last one stays. */
  #last: Promise<unknown> = Promise.resolve();
  #isEmpty = false;

  constructor(itemKey: string, user: string | undefined, labelOf: () => DraftLabel) {
    this.#prefix = `${itemKey}:`;
    this.#user = user;
    this.#labelOf = labelOf;
  }

  /** Stores the changes. Resolves when they are on the disk; with false if the storage is full. */
  store(copy: DraftCopy): Promise<boolean> {
    this.#isEmpty = false;
    return this.#run(() => putDeviceDraft(this.#draftOf(copy))).then(
      () => true,
      () => false,
    );
  }

  /** Stores the changes of a page that is closing. */
  storeOnClose(copy: DraftCopy): void {
    putClosingDraft(this.#draftOf(copy));
  }

  drop(): void {
    if (this.#isEmpty) return;
    this.#isEmpty = true;
    void this.#run(() => deleteDeviceDrafts([this.#prefix + pageLoad])).catch(() => undefined);
  }

  /** Returns copies of closed pages, the latest last. They stay until `dropTaken`. */
  async takeAbandoned(): Promise<DraftCopy[]> {
    const drafts = await this.#readAbandoned();
    this.#takenKeys = drafts.map(({ key }) => key).filter((key) => !key.endsWith(pageLoad));
    return drafts;
  }

  /** Removes the copies of closed pages, once their changes are stored elsewhere. */
  async dropTaken(): Promise<void> {
    if (this.#takenKeys.length > 0) await deleteDeviceDrafts(this.#takenKeys).catch(() => undefined);
    this.#takenKeys = [];
  }

  /** Returns the release of the latest copy of a closed page. A page that is just closing counts as closed. */
  async releaseOfAbandoned(): Promise<string | undefined> {
    const loads = await otherLoads();
    const closingLoads = new Set((await this.#readOwn()).map(loadOf).filter((one) => loads.has(one)));
    await Promise.all([...closingLoads].map(untilClosed));
    return (await this.#readAbandoned()).at(-1)?.release;
  }

  async #readAbandoned(): Promise<DeviceDraft[]> {
    const loads = await otherLoads();
    return (await this.#readOwn()).filter((draft) => !loads.has(loadOf(draft)));
  }

  /** The user's copies of the item; none if the storage is not available. */
  async #readOwn(): Promise<DeviceDraft[]> {
    const drafts = await readDeviceDrafts(this.#prefix).catch((): DeviceDraft[] => []);
    // The keys of the item in other locales begin with the prefix of the default locale, too.
    const isOfItem = (draft: DeviceDraft) => draft.key === this.#prefix + loadOf(draft);
    return drafts.filter((draft) => isOfItem(draft) && isOwn(draft, this.#user));
  }

  #draftOf(copy: DraftCopy): DeviceDraft {
    const at = new Date().toISOString();
    return { ...copy, ...this.#labelOf(), key: this.#prefix + pageLoad, at, by: this.#user };
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
