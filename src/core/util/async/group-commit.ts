interface PendingItem<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/** Items in one batch, so that it stays well inside a transaction's time. */
const batchMax = 500;

/**
 * Groups writes to one row: while a batch of a key is written, further items are collected for the next batch. A
 * thousand writes of a counter become a few transactions, and none of them conflict in this process.
 * @param write - stores the items of one key in order and returns a result for each. If it throws, all of them fail.
 */
export function groupCommit<I, O>(
  write: (key: string, items: readonly I[]) => Promise<readonly O[]>,
): (key: string, item: I) => Promise<O> {
  const queues = new Map<string, PendingItem<I, O>[]>();

  async function drain(key: string, queue: PendingItem<I, O>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      try {
        const results = await write(
          key,
          batch.map(({ item }) => item),
        );
        batch.forEach((pending, i) => pending.resolve(results[i] as O)); // `write` returns a result for each item
      } catch (error) {
        for (const pending of batch) pending.reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const pending = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(pending);
        return;
      }
      const newQueue = [pending];
      queues.set(key, newQueue);
      queueMicrotask(() => void drain(key, newQueue)); // all writes of this tick share a batch
    });
}
