import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** The unsaved changes of an editor, as this device stores them. */
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

/** The unsaved changes of one editor on this device. */
export interface DeviceDraft extends DraftCopy {
  /** Identifies project, release, kind and item, and the page load in which the changes were typed. */
  key: string;
  /** When it was stored, by the clock of this device. */
  at: string;
  /** The page of the item, without the path of the dashboard. */
  page: string;
  project: string;
  title: string;
}

interface DeviceSchema extends DBSchema {
  drafts: { key: string; value: DeviceDraft };
}

const storeName = 'drafts';
/** Transactions complete only when the changes are on the disk, so that they survive a killed browser. */
const strict = { durability: 'strict' } as const;
/** A page that closes has no time for a transaction, so it writes here. The next load moves it to the database. */
const closingPrefix = 'galley:draft:';

let opening: Promise<IDBPDatabase<DeviceSchema>> | null = null;

function database(): Promise<IDBPDatabase<DeviceSchema>> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<IDBPDatabase<DeviceSchema>> {
  const db = await openDB<DeviceSchema>('galley', 1, {
    upgrade: (created) => void created.createObjectStore(storeName, { keyPath: 'key' }),
    terminated: () => (opening = null),
  });
  await moveClosingCopies(db);
  return db;
}

/** Moves copies of closed pages, and those of earlier versions, into the database. */
async function moveClosingCopies(db: IDBPDatabase<DeviceSchema>): Promise<void> {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(closingPrefix))) {
    const copy = parseCopy(localStorage.getItem(name));
    const key = name.slice(closingPrefix.length);
    const emptyLabel = { at: new Date().toISOString(), page: '', project: '', title: '' };
    if (copy !== null) await write(db, { ...emptyLabel, ...copy, key });
    localStorage.removeItem(name);
  }
}

function parseCopy(text: string | null): DraftCopy | null {
  try {
    return text === null ? null : (JSON.parse(text) as DraftCopy);
  } catch {
    return null;
  }
}

async function write(db: IDBPDatabase<DeviceSchema>, draft: DeviceDraft): Promise<void> {
  const transaction = db.transaction(storeName, 'readwrite', strict);
  await Promise.all([transaction.store.put(draft), transaction.done]);
}

/** Stores a draft. Resolves when it is on the disk. @throws if the storage is full or not available */
export async function putDeviceDraft(draft: DeviceDraft): Promise<void> {
  await write(await database(), draft);
}

/** Stores a draft of a page that is closing. Does nothing if the storage is full. */
export function putClosingDraft(draft: DeviceDraft): void {
  try {
    localStorage.setItem(closingPrefix + draft.key, JSON.stringify(draft));
  } catch {
    // The database has the draft of the last pause in typing.
  }
}

export async function deleteDeviceDrafts(keys: readonly string[]): Promise<void> {
  for (const key of keys) localStorage.removeItem(closingPrefix + key);
  const transaction = (await database()).transaction(storeName, 'readwrite', strict);
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
}

/** Returns all drafts whose keys begin with a prefix, oldest first. */
export async function readDeviceDrafts(prefix = ''): Promise<DeviceDraft[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const drafts = await (await database()).getAll(storeName, range);
  return drafts.sort((one, other) => one.at.localeCompare(other.at));
}
