/**
 * Runs `work` repeatedly, `everyMs` after each end. A failure is passed to `onFailure` and doesn't end the loop.
 * @returns a function that ends the loop and waits for running work
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let currentRun: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = () => {
    currentRun = work()
      .catch(onFailure)
      .then(() => {
        if (!isStopped) timer = setTimeout(run, everyMs);
      });
  };
  run();
  return async () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    await currentRun;
  };
}
