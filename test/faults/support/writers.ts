import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../../support/client.ts';

/** What readers should see of an entry. */
export interface Seen {
  n: number;
  isLive: boolean;
  isGone: boolean;
}

/** An entry as its writer knows it. */
export interface WrittenEntry {
  path: string;
  /** After the last write that was acknowledged. */
  acknowledged: Seen;
  /** What the write would have made that nobody answered; it happened or it did not. */
  doubted: Seen | null;
}

/** Clients that write all the time and note what was acknowledged. */
export interface Writers {
  readonly entries: WrittenEntry[];
  /** Writes that were acknowledged so far. */
  readonly acknowledged: number;
  stop(): Promise<void>;
}

/** A client that lost its service asks again after this, in milliseconds. */
const pauseMs = 25;
/** Writes to one entry; they end with its deletion, for every third entry. */
const writesEach = 7;

/**
 * Starts clients that create, edit, hide, show and delete entries of the type `page`, each its own ones, one write
 * after the other. Each write can be seen by readers, so each has its event.
 * @param urls - processes that take the writes; a client goes to the next one when its write was not answered.
 */
export function startWriters(urls: readonly string[], token: string, clients: number): Writers {
  const entries: WrittenEntry[] = [];
  let acknowledged = 0;
  let stopping = false;

  const work = async (first: number) => {
    for (let turn = first; !stopping; turn += 1) {
      const client = new ApiClient(urls[turn % urls.length] ?? '', token);
      const values = { n: 1 };
      const path = '/v1/content/page/entries';
      const made = await client.post(path, { values, publish: true }).catch(() => null);
      if (made?.status !== 201) {
        await wait(pauseMs);
        continue;
      }
      acknowledged += 1;
      const seen = { n: 1, isLive: true, isGone: false };
      const entry = { path: `/v1/content/page/${made.body.id}`, acknowledged: seen, doubted: null };
      entries.push(entry);
      const told = () => void (acknowledged += 1);
      await writeMore(client, entry, { isDeleted: turn % 3 === 0, isOver: () => stopping, told });
    }
  };
  const working = Promise.all(Array.from({ length: clients }, (_, first) => work(first)));
  return {
    entries,
    get acknowledged() {
      return acknowledged;
    },
    async stop() {
      stopping = true;
      await working;
    },
  };
}

/** Writes to one entry until it is done or a write is not acknowledged; `told` counts those that were. */
async function writeMore(
  client: ApiClient,
  entry: WrittenEntry,
  { isDeleted, isOver, told }: { isDeleted: boolean; isOver: () => boolean; told: () => void },
): Promise<void> {
  for (let write = 0; write < writesEach && !isOver(); write += 1) {
    const before = entry.acknowledged;
    const next = isDeleted && write === writesEach - 1 ? { ...before, isGone: true } : changed(before, write);
    const status = await send(client, entry.path, next, before).catch(() => 0);
    if (status !== 200 && status !== 204) {
      entry.doubted = next;
      return;
    }
    entry.acknowledged = next;
    told();
  }
}

/** Edits, hides on the third write, shows again on the fourth. */
function changed(before: Seen, write: number): Seen {
  if (write === 2 || write === 3) return { ...before, isLive: write === 3 };
  return { ...before, n: before.n + 1 };
}

async function send(client: ApiClient, path: string, next: Seen, before: Seen): Promise<number> {
  if (next.isGone) return (await client.delete(path)).status;
  const change = next.isLive === before.isLive ? { values: { n: next.n } } : { publish: next.isLive };
  return (await client.patch(path, change)).status;
}
