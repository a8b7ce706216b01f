import { setTimeout as delay } from 'node:timers/promises';
import { type ActivityTopic, activityTopics } from '../../contract/notifications.ts';
import {
  databaseTime,
  type Following,
  type Inserted,
  Inserts,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { activity, type ActivityRecord } from '../../projects/index.ts';

/** Milliseconds: one wait for a change, the pause after a failure, and how long an unused change stream stays open. */
const streamWaitMs = 5_000;
const pauseMs = 1_000;
const lingerMs = 60_000;
/** Bits of a version after the cluster time, for the order of rows with the same time. */
const orderBits = 16n;
/** Maximum parts whose last change is stored. */
const rememberedMax = 20_000;

export interface ActivityReader {
  projectId: string;
  memberId: string;
}

/** What changed up to a version, which is a cluster time. */
interface ActivityState {
  version: bigint;
  changed: ActivityTopic[];
}

interface Waiter {
  reader: ActivityReader;
  since: bigint;
  done: (state: ActivityState) => void;
}

/**
 * Waits for parts of projects to change. All requests of a process share one change stream, so waiting sends no query.
 * A version is a cluster time and the order of rows within it, which is equal in all processes. For a version from
 * before the stream started, all parts count as changed.
 */
export class ActivityWatch {
  readonly #system: SystemDb;
  readonly #waiters = new Map<string, Set<Waiter>>();
  /** The time of the last change of each part. */
  readonly #changedAt = new Map<string, bigint>();
  /** Changes before this version are unknown. */
  #knownSince = 0n;
  #version = 0n;
  #last = { clusterTime: 0n, order: 0n };
  #opening: Promise<void> | null = null;
  #usedAt = 0;

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /** Returns what changed since a version, and waits at most `ms` for the first change. Null returns no changes. */
  async wait(
    reader: ActivityReader,
    since: bigint | null,
    { ms, signal }: { ms: number; signal: AbortSignal | undefined },
  ): Promise<ActivityState> {
    this.#usedAt = performance.now();
    await (this.#opening ??= this.#open());
    if (since === null) return { version: this.#version, changed: [] };
    const state = this.#stateOf(reader, since);
    if (state.changed.length > 0 || ms === 0 || signal?.aborted === true) return state;
    return new Promise((resolve) => {
      const waiter: Waiter = { reader, since, done };
      const giveUp = () => done(this.#stateOf(reader, since));
      const timer = setTimeout(giveUp, ms);
      signal?.addEventListener('abort', giveUp);
      const remove = this.#add(waiter);
      function done(result: ActivityState): void {
        remove();
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(result);
      }
    });
  }

  #add(waiter: Waiter): () => void {
    const { projectId } = waiter.reader;
    const waiters = this.#waiters.get(projectId) ?? new Set();
    this.#waiters.set(projectId, waiters.add(waiter));
    return () => {
      this.#usedAt = performance.now();
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiters.get(projectId) === waiters) this.#waiters.delete(projectId);
    };
  }

  #stateOf({ projectId, memberId }: ActivityReader, since: bigint): ActivityState {
    const version = since > this.#version ? since : this.#version; // another process can be ahead
    if (since < this.#knownSince) return { version, changed: [...activityTopics] };
    const changed = activityTopics.filter((topic) => {
      const at = this.#changedAt.get(partKey(projectId, topic, memberId));
      return at !== undefined && at > since;
    });
    return { version, changed };
  }

  async #open(): Promise<void> {
    try {
      void this.#follow(await this.#restart());
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  /** Starts at the present time without earlier changes. */
  async #restart(): Promise<Following['from']> {
    const from = await databaseTime(this.#system);
    this.#changedAt.clear();
    this.#knownSince = this.#version = from.toBigInt() << orderBits;
    return from;
  }

  /** Follows the stream while it is used. Without waiting requests, the first failure ends it, such as a shutdown. */
  async #follow(first: Following['from']): Promise<void> {
    let from: Following['from'] | null = first;
    while (from !== null || this.#waiters.size > 0) {
      try {
        from ??= await this.#restart();
        this.#wakeAll();
        await this.#readStream(from);
      } catch {
        if (this.#waiters.size > 0) await delay(pauseMs);
      }
      from = null;
    }
    this.#opening = null;
  }

  async #readStream(from: Following['from']): Promise<void> {
    const keys = ['topics', 'members'];
    const stream = new Inserts(
      this.#system,
      { collections: [activity.name], keys },
      { from, waitMs: streamWaitMs },
    );
    try {
      while (this.#isUsed) {
        const insert = await stream.next();
        if (insert !== null) this.#note(insert);
      }
    } finally {
      await stream.close().catch(() => undefined);
    }
  }

  get #isUsed(): boolean {
    return this.#waiters.size > 0 || performance.now() < this.#usedAt + lingerMs;
  }

  #note({ projectId, at: time, row }: Inserted): void {
    const { topics, members } = row as ActivityRecord;
    const at = this.#timeOf(time.toBigInt());
    if (this.#changedAt.size > rememberedMax) {
      this.#changedAt.clear();
      this.#knownSince = this.#version;
    }
    if (at > this.#version) this.#version = at;
    for (const topic of topics)
      for (const member of topic === 'notifications' ? members : [''])
        this.#changedAt.set(partKey(projectId, topic, member), at);
    this.#wake(projectId);
  }

  /** The rows of one transaction have one cluster time. Every process receives them in the same order. */
  #timeOf(clusterTime: bigint): bigint {
    const isSame = this.#last.clusterTime === clusterTime;
    this.#last = { clusterTime, order: isSame ? this.#last.order + 1n : 0n };
    return (clusterTime << orderBits) + this.#last.order;
  }

  #wakeAll(): void {
    for (const projectId of [...this.#waiters.keys()]) this.#wake(projectId);
  }

  #wake(projectId: string): void {
    for (const { reader, since, done } of [...(this.#waiters.get(projectId) ?? [])]) {
      const state = this.#stateOf(reader, since);
      if (state.changed.length > 0) done(state);
    }
  }
}

/** The notifications of each member are a separate part. */
function partKey(projectId: string, topic: ActivityTopic, memberId: string): string {
  return `${projectId} ${topic === 'notifications' ? memberId : topic}`;
}

const watches = new WeakMap<SystemDb, ActivityWatch>();

/** Returns the watch that this process has for a database. */
export function activityWatch(system: SystemDb): ActivityWatch {
  const watch = watches.get(system) ?? new ActivityWatch(system);
  watches.set(system, watch);
  return watch;
}
