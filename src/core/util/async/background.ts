const tasks = new Set<Promise<void>>();

let report: (name: string, error: unknown) => void = () => undefined;

/** Sets where failures are reported: the service's log, once it exists. */
export function reportBackgroundFailures(to: (name: string, error: unknown) => void): void {
  report = to;
}

/** Starts work that no request waits for. If the process ends first, a sweep finds the work again. */
export function runInBackground(name: string, work: () => Promise<void>): void {
  const task = work()
    .catch((error: unknown) => report(name, error))
    .finally(() => tasks.delete(task));
  tasks.add(task);
}

/** Waits for all background work; called before the database is closed. */
export async function backgroundDone(): Promise<void> {
  while (tasks.size > 0) await Promise.all(tasks);
}
