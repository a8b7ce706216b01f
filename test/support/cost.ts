/** What some work cost this process, in which tests and service run both; in milliseconds of CPU, of all its threads. */
export interface Cost<T> {
  result: T;
  cpuMs: number;
  /** The most that was spent before others could go on. A busy machine makes work longer, and this hardly. */
  heldMs: number;
}

/** Runs the work and tells what it cost. */
export async function costOf<T>(work: () => Promise<T>): Promise<Cost<T>> {
  const begun = cpuMsNow();
  let last = begun;
  let heldMs = 0;
  const look = () => {
    const now = cpuMsNow();
    heldMs = Math.max(heldMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    look();
    return { result, cpuMs: cpuMsNow() - begun, heldMs };
  } finally {
    clearInterval(timer);
  }
}

function cpuMsNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
