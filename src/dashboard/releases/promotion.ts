import { apiError } from '../../contract/errors/api-error.ts';
import { namedActor } from '../../accounts/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { findRelease } from '../../lifecycle/index.ts';
import type { Promotion } from './schema.ts';

/** Reads the promotion date of a release, with who set it. @throws unknown_release */
export async function readPromotion({ db }: ProjectContext, releaseId: string): Promise<Promotion> {
  const release = await findRelease(db, releaseId);
  if (release === null) throw apiError('unknown_release', { releaseId }, { param: 'releaseId' });
  const { promotion } = release;
  if (promotion === undefined) return { promote_at: null, if_diverged: null, set_by: null };
  const { at, if_diverged, by } = promotion;
  return { promote_at: at.toISOString(), if_diverged, set_by: await namedActor(db, by) };
}
