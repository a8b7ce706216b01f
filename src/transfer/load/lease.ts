import { apiError } from '../../contract/errors/api-error.ts';
import type { HeldLease, ProjectDb } from '../../core/mongo/index.ts';
import { withLease } from '../lease.ts';

/** Runs a command that loads content into a project, one at a time. @throws load_in_progress */
export function withLoadLease<T>(db: ProjectDb, work: (lease: HeldLease) => Promise<T>): Promise<T> {
  return withLease(db.system, { name: `load/${db.projectId}`, busy: apiError('load_in_progress', {}) }, work);
}
