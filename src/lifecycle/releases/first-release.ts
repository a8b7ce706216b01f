import type { ProjectDb } from '../../core/mongo/index.ts';
import { insertRelease } from './repository.ts';

export async function createFirstRelease(db: ProjectDb, id: string, now: Date): Promise<void> {
  const moments = { base_at: now, alive_at: now, created_at: now };
  await insertRelease(db, {
    _id: id,
    name: 'Main',
    status: 'ready',
    cloned_from: null,
    revision: 1,
    entry_count: 0,
    progress: null,
    ...moments,
  });
}
