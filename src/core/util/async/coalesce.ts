interface Batch<K, V> {
  keys: Set<K>;
  answer: Promise<ReadonlyMap<K, V>>;
  askers: number;
}

/**
 * Lets many askers share one read without ever giving an answer that is older than the question: who asks while a read
 * is under way waits for the next one, which begins after that (specification: coalesced-reads). Not a cache. `onBatch`
 * receives how many callers shared each read.
 */
export function coalesce<K, V>(
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  onBatch: (askers: number) => void = () => undefined,
): (key: K) => Promise<V | undefined> {
  let running: Promise<unknown> | null = null;
  let next: Batch<K, V> | null = null;

  async function start(batch: Batch<K, V>): Promise<ReadonlyMap<K, V>> {
    await running?.catch(() => undefined);
    if (next === batch) next = null;
    onBatch(batch.askers);
    const read = readMany([...batch.keys]);
    running = read;
    try {
      return await read;
    } finally {
      if (running === read) running = null;
    }
  }

  return async (key) => {
    if (next === null) {
      const batch: Batch<K, V> = { keys: new Set([key]), answer: Promise.resolve(new Map()), askers: 1 };
      next = batch;
      batch.answer = Promise.resolve().then(() => start(batch)); // all askers of this tick go together
    } else {
      next.keys.add(key);
      next.askers += 1;
    }
    return (await next.answer).get(key);
  };
}
