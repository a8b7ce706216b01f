import { HeldLease, type SystemDb } from '../core/mongo/index.ts';

/** How long the lease of a killed process lasts, and how often a running one renews it, in milliseconds. */
const [leaseMs, renewMs] = [30_000, 5_000];

/** Runs work that only one process does at a time. @throws `busy` if another process does it */
export async function withLease<T>(
  system: SystemDb,
  { name, busy }: { name: string; busy: Error },
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const lease = new HeldLease(system, { name, forMs: leaseMs });
  if (!(await lease.keep())) throw busy;
  const timer = setInterval(() => void lease.keep().catch(() => undefined), renewMs);
  try {
    return await work(lease);
  } finally {
    clearInterval(timer);
    await lease.release();
  }
}
