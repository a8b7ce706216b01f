import { ApiError } from '../../src/api/errors/api-error.ts';
import type { DraftCopy } from '../../src/features/editing/draft/draft-copies.ts';
import { DraftStore } from '../../src/features/editing/draft/draft-store.ts';
import type { DraftService, EditedItem, SaveMerge } from '../../src/features/editing/item.ts';
import type { Values } from '../../src/features/editing/conflict/merge.ts';

export const keys = ['title', 'body'] as const;
export type Key = (typeof keys)[number];
/** What the network does with a request: it arrives and is answered, its answer is lost, it does not arrive. */
export type Network = 'up' | 'deaf' | 'down';
/** How long a request takes each way, in milliseconds. */
const wayMs = 30;

/** A text that the service refuses to store. */
export const isRefused = (value: unknown) => String(value).includes('!');

function readApiError(status: number, code: string, param?: string): ApiError {
  return new ApiError(status, { code, message: code, ...(param === undefined ? {} : { param }) });
}

/** The service as the store sees it: one item, revisions, and a network that fails. */
export class FakeService implements DraftService<EditedItem> {
  network: Network = 'up';
  isRemoved = false;
  /** Saves that arrived, stored or not. */
  saves = 0;
  /** The most characters of JSON that a save may have. */
  charsMax = Infinity;
  /** Reads of an item that was gone. */
  readsAfterRemoval = 0;
  draft: Values = { title: 'first', body: '' };
  revision = 1;
  /** Everything that each field ever held. */
  readonly held = new Map<Key, Set<unknown>>(keys.map((key) => [key, new Set()]));

  item(): EditedItem {
    const at = '2026-01-01T00:00:00.000Z';
    return {
      ...{ id: 'one', title: 'One', status: 'draft', published_at: null, scheduled_for: null },
      ...{ created_at: at, updated_at: at, has_unpublished_changes: true, live: null, targets: {} },
      ...{ revision: this.revision, draft: { ...this.draft } },
    };
  }

  read = (): Promise<EditedItem> =>
    this.#answer(() => {
      if (this.isRemoved) this.readsAfterRemoval += 1;
      return this.item();
    });

  save = (values: Values, revision: number, _stored: Values, merge?: SaveMerge): Promise<EditedItem> =>
    this.#answer(() => {
      this.saves += 1;
      if (JSON.stringify(values).length > this.charsMax) throw readApiError(413, 'payload_too_large');
      if (revision !== this.revision) throw readApiError(409, 'revision_conflict');
      const refused = Object.keys(values).find((key) => isRefused(values[key]));
      if (refused !== undefined) throw readApiError(400, 'invalid_value', refused);
      this.draft = { ...this.draft, ...this.#merged(values, merge) };
      this.revision += 1;
      for (const key of keys) this.held.get(key)?.add(this.draft[key]);
      return this.item();
    });

  /** Merges whole values, as the service merges fields that are no rich texts. */
  #merged(values: Values, merge?: SaveMerge): Values {
    const entries = Object.entries(values).map(([field, mine]) => {
      const [base, theirs] = [merge?.base[field], this.draft[field]];
      const isConflict = merge !== undefined && theirs !== base && theirs !== mine;
      const choice = typeof merge?.resolve === 'object' ? merge.resolve[field] : merge?.resolve;
      return { field, base, mine, theirs, id: field, isConflict, choice };
    });
    const conflicts = entries.filter(({ isConflict, choice }) => isConflict && choice === undefined);
    if (conflicts.length > 0)
      throw new ApiError(409, { code: 'edit_conflict', message: 'edit_conflict', conflicts });
    return Object.fromEntries(
      entries.map(({ field, mine, theirs, isConflict, choice }) => [
        field,
        isConflict && choice === 'theirs' ? theirs : mine,
      ]),
    );
  }

  /** Removes the item; the change log reports it to `onChange` before the answer is there. */
  remove(onChange: () => void): Promise<void> {
    return this.#answer(() => {
      this.isRemoved = true;
      onChange();
    });
  }

  async #answer<T>(work: () => T): Promise<T> {
    await pause(wayMs);
    const { network } = this;
    if (network === 'down') throw new TypeError('no network');
    if (this.isRemoved) {
      work();
      throw readApiError(404, 'unknown_entry');
    }
    const answer = work();
    await pause(wayMs);
    if (network === 'deaf') throw new TypeError('no answer');
    return answer;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A page that has the item open, with the storage of its browser. */
export class Tab {
  store: DraftStore;
  readonly #service: FakeService;
  #copy: DraftCopy | null = null;
  #page = 0;

  constructor(service: FakeService) {
    this.#service = service;
    this.store = this.#open();
  }

  get copy(): DraftCopy | null {
    return this.#copy;
  }

  /** The page ends, as by F5, and opens again: it takes over what the one before has left. */
  reload(): void {
    this.store.close();
    const left = this.#copy;
    this.#copy = null; // taken, as `DraftCopies` takes it
    this.store = this.#open();
    if (left !== null) this.store.adopt([left]);
  }

  #open(): DraftStore {
    const page = (this.#page += 1);
    // A page that is gone writes nothing, whatever answers it still had to get.
    const write = (copy: DraftCopy | null) => {
      if (page === this.#page) this.#copy = structuredClone(copy);
    };
    return new DraftStore(this.#service.item(), this.#service, {
      store: (copy) => (write(copy), Promise.resolve(true)),
      storeOnClose: write,
      drop: () => write(null),
    });
  }
}
