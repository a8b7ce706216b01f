import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext, Tx } from '../../core/context/index.ts';

/** The part of a transaction that decides whether a write needs an approval. */
export type ApprovalTx = Pick<
  Tx<ProjectContext>,
  'caller' | 'now' | 'noteLocales' | 'publishApproval' | 'defaultReleaseId' | 'rejectPublish'
>;

/**
 * Checks a write that shows readers an unapproved draft. Operator commands and jobs have no caller and need no approval,
 * and neither do releases other than the default.
 * @param releaseId - null for items that belong to no release.
 * @throws approval_required, and role_required or scope_required if the caller may not publish
 */
export async function requireApproval(tx: ApprovalTx, releaseId: string | null): Promise<void> {
  const { caller, rejectPublish } = tx;
  if (caller === null) return;
  const rule = await tx.publishApproval();
  if (rule === 'off' || (rule === 'members' && caller.kind === 'key')) return;
  if (releaseId !== null && releaseId !== (await tx.defaultReleaseId())) return;
  throw rejectPublish?.() ?? apiError('approval_required', { isKey: caller.kind === 'key' });
}
