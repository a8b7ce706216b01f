import { apiError } from '../../contract/errors/api-error.ts';
import { HeldLease, type ProjectDb } from '../../core/mongo/index.ts';

/** How long the lease of a killed command lasts, and how often a running one renews it, in milliseconds. */
const [leaseMs, renewMs] = [30_000, 5_000];

/** Runs a command that loads content into a project, one at a time. @throws load_in_progress */
export async function withLoadLease<T>(db: ProjectDb, work: (lease: HeldLease) => Promise<T>): Promise<T> {
  const lease = new HeldLease(db.system, { name: `load/${db.projectId}`, forMs: leaseMs });
  if (!(await lease.keep())) throw apiError('load_in_progress', {});
  const timer = setInterval(() => void lease.keep().catch(() => undefined), renewMs);
  try {
    return await work(lease);
  } finally {
    clearInterval(timer);
    await lease.release();
  }
}
