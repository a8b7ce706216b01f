interface Batch<K, V> {
  keys: Set<K>;
  result: Promise<ReadonlyMap<K, V>>;
  callerCount: number;
}

/**
 * Lets many callers share one read. No result is older than its call, because a call during a read waits for the next
 * read (specification: coalesced-reads). Nothing is cached. `onBatch` receives how many callers shared each read.
 */
export function coalesce<K, V>(
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  onBatch: (callerCount: number) => void = () => undefined,
): (key: K) => Promise<V | undefined> {
  let currentRead: Promise<unknown> | null = null;
  let next: Batch<K, V> | null = null;

  async function start(batch: Batch<K, V>): Promise<ReadonlyMap<K, V>> {
    await currentRead?.catch(() => undefined);
    if (next === batch) next = null;
    onBatch(batch.callerCount);
    const reading = readMany([...batch.keys]);
    currentRead = reading;
    try {
      return await reading;
    } finally {
      if (currentRead === reading) currentRead = null;
    }
  }

  return async (key) => {
    if (next === null) {
      const batch: Batch<K, V> = { keys: new Set([key]), result: Promise.resolve(new Map()), callerCount: 1 };
      next = batch;
      batch.result = Promise.resolve().then(() => start(batch)); // all callers of this tick share the read
    } else {
      next.keys.add(key);
      next.callerCount += 1;
    }
    return (await next.result).get(key);
  };
}
