interface Waiting<I, O> {
  item: I;
  resolve(answer: O): void;
  reject(error: unknown): void;
}

/** One batch writes at most this many items, so that it stays well inside a transaction's time. */
const batchMax = 500;

/**
 * Lets many writers of one row go together: while a batch of a key is being written, arrivals gather for the next.
 * A thousand writers of a counter become a handful of transactions, and none of them conflict in this process.
 *
 * @param write - stores the items of one key, in order, and answers each; when it throws, all of them fail.
 */
export function groupCommit<I, O>(
  write: (key: string, items: readonly I[]) => Promise<readonly O[]>,
): (key: string, item: I) => Promise<O> {
  const gathering = new Map<string, Waiting<I, O>[]>();

  async function drain(key: string, queue: Waiting<I, O>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      try {
        const answers = await write(
          key,
          batch.map(({ item }) => item),
        );
        batch.forEach((waiting, i) => waiting.resolve(answers[i] as O)); // `write` answers every item
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    gathering.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = gathering.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      gathering.set(key, fresh);
      queueMicrotask(() => void drain(key, fresh)); // all writers of this tick go together
    });
}
