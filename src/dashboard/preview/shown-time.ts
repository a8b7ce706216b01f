import { findMissing } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { readPreviewTime } from '../../contract/preview.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { resolveRelease } from '../../lifecycle/index.ts';

/** The time and the release that a token shows; null for drafts, and for the default release. */
interface ShownTime {
  at: Date | null;
  release: string | null;
}

/**
 * Checks the time and the release of a new token.
 * @throws invalid_field_value for `at`, unknown_release also for a release that the caller can't read, release_not_ready
 */
export async function readShownTime(
  context: ProjectContext,
  { at: text, release: releaseId }: { at?: string; release?: string },
): Promise<ShownTime> {
  const at = text === undefined ? null : readPreviewTime(text, context.now);
  if (typeof at === 'string') throw apiError('invalid_field_value', { name: 'at', why: at }, { param: 'at' });
  if (releaseId === undefined) return { at, release: null };
  const isDefault = releaseId === context.project.defaultReleaseId;
  const need = { permission: 'read', release: { id: releaseId, default: isDefault } } as const;
  if (findMissing(context.caller?.grant ?? null, need) !== null)
    throw apiError('unknown_release', { releaseId }, { param: 'release' });
  const { id: release } = await resolveRelease(context, releaseId);
  return { at, release };
}
