/**
 * Runs `work` repeatedly, `everyMs` after each end. A failure is passed to `failed` and doesn't end the loop.
 * @returns a function that ends the loop and waits for running work
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const run = () => {
    running = work()
      .catch(failed)
      .then(() => {
        if (!stopped) timer = setTimeout(run, everyMs);
      });
  };
  run();
  return async () => {
    stopped = true;
    if (timer !== null) clearTimeout(timer);
    await running;
  };
}
