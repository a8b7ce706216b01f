import type { ProjectDb } from '../../../core/mongo/index.ts';
import { readHead } from './repository.ts';

/** Rows of a log that were stored until then are sealed; null while none is. */
export async function sealedUntil(db: ProjectDb): Promise<Date | null> {
  return (await readHead(db))?.newest_at ?? null;
}
