const running = new Set<Promise<void>>();

let report: (name: string, error: unknown) => void = () => undefined;

/** Sets where failures of background work are reported; the service's log, once it exists. */
export function reportBackgroundFailures(to: (name: string, error: unknown) => void): void {
  report = to;
}

/** Starts work that no request waits for. What it leaves undone when the process dies, a sweep finds again. */
export function runInBackground(name: string, work: () => Promise<void>): void {
  const mine = work()
    .catch((error: unknown) => report(name, error))
    .finally(() => running.delete(mine));
  running.add(mine);
}

/** Waits for all background work; called before the database is closed. */
export async function backgroundDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
