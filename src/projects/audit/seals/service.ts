import type { ProjectDb } from '../../../core/mongo/scope/handle.ts';
import { readHead } from './repository.ts';

export { newestRoot } from './repository.ts';
export { SealKey } from './digest.ts';
export { clearAddresses, trimAll } from './retention.ts';
export { auditRoots, auditSeals, forgetHead, rootsOf } from './repository.ts';
export { sealAll } from './seal.ts';
export { type KeptRoot, verifyAll } from './verify.ts';

/** Rows of a log that were stored until then are sealed; null while none is. */
export async function sealedUntil(db: ProjectDb): Promise<Date | null> {
  return (await readHead(db))?.newest_at ?? null;
}
