/**
 * Does something again and again, each time `everyMs` after it ended; failures go to `failed` and end nothing.
 * Answers how to stop: nothing is begun any more, and what runs is waited for.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const turn = () => {
    running = work()
      .catch(failed)
      .then(() => {
        if (!stopped) timer = setTimeout(turn, everyMs);
      });
  };
  turn();
  return async () => {
    stopped = true;
    if (timer !== null) clearTimeout(timer);
    await running;
  };
}
