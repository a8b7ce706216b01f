import { apiError } from '../../contract/errors/api-error.ts';
import { changeTags, groups } from '../../contract/events/cache-tags.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import type { ProjectContext, Tx, WriteResult } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { auditedRelease } from './audited.ts';
import { emitReleaseEvent } from './emit-event.ts';
import { requireReleaseApproval } from './promote/approval.ts';
import { updateRelease } from './repository.ts';
import { checkReady, loadRelease } from './resolve-release.ts';
import type { ChangeRelease, PromotionDate, Release, ReleaseRecord } from './schema.ts';
import { serializeRelease } from './serialize.ts';

/** How far ahead a promotion date may be. */
const maxDaysAhead = limits.published_at_days_ahead_max;

/**
 * Renames a release, or sets or removes its promotion date. Unchanged values write nothing (specification: promotion-dates).
 * @throws unknown_release, missing_required_field, invalid_field_value, release_is_default, release_not_ready,
 * approval_required
 */
export async function changeRelease(
  context: ProjectContext,
  id: string,
  input: ChangeRelease,
): Promise<Release> {
  const at = readPromoteAt(input, context.now);
  const record = await writeProject(context, (tx) => storeChange(tx, id, { ...input, at }));
  return serializeRelease(record, context.project.defaultReleaseId);
}

/** The promotion date that the caller sent; null removes the date, undefined keeps it. */
function readPromoteAt(
  { name, promote_at: value, if_diverged: policy }: ChangeRelease,
  now: Date,
): Date | null | undefined {
  if (name === undefined && value === undefined)
    throw apiError('missing_required_field', { name: 'name' }, { param: 'name' });
  if (policy !== undefined && (value === undefined || value === null))
    throw invalid('if_diverged', 'it belongs to a date; send promote_at with it');
  if (value === undefined || value === null) return value;
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null) throw invalid('promote_at', 'it is not a date; write it as 2026-11-20T09:30:00Z');
  if (date <= now) throw invalid('promote_at', 'it is not in the future; promote the release to do it now');
  if (date.getTime() > now.getTime() + maxDaysAhead * dayMs)
    throw invalid('promote_at', `it is more than ${maxDaysAhead} days ahead`);
  return date;
}

function invalid(name: 'promote_at' | 'if_diverged', why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}

/** A change with its parsed date. */
type Change = Pick<ChangeRelease, 'name' | 'if_diverged'> & { at: Date | null | undefined };

async function storeChange(
  tx: Tx<ProjectContext>,
  id: string,
  { name, at, if_diverged: sentPolicy }: Change,
): Promise<WriteResult<ReleaseRecord>> {
  const before = await loadRelease(tx, id, 'releaseId');
  const defaultId = await tx.defaultReleaseId();
  if (at instanceof Date) await checkPromotable(tx, before, defaultId);
  const policy = sentPolicy ?? before.promotion?.if_diverged ?? 'warn';
  const isRenamed = name !== undefined && name !== before.name;
  const withName = isRenamed ? { ...before, name } : before;
  const after = at === undefined ? withName : withPromotion(tx, withName, at && { at, if_diverged: policy });
  const hasNewDate = after !== withName;
  if (after === before) return tx.unchanged(before);
  if (isRenamed) await rename(tx, after, id === defaultId);
  if (hasNewDate) await storePromotion(tx, after);
  const subject = auditedRelease(after);
  const audits = [
    ...(isRenamed ? [{ action: 'release.renamed', ...subject } as const] : []),
    ...(hasNewDate ? [{ action: 'release.scheduled', ...subject } as const] : []),
  ];
  return tx.stored(audits, isRenamed ? { ...after, revision: before.revision + 1 } : after);
}

/** @throws release_is_default, release_not_ready, approval_required */
async function checkPromotable(
  tx: Tx<ProjectContext>,
  release: ReleaseRecord,
  defaultId: string,
): Promise<void> {
  if (release._id === defaultId)
    throw apiError('release_is_default', { action: 'promote' }, { param: 'promote_at' });
  checkReady(release);
  await requireReleaseApproval(tx, { release, defaultId });
}

/** The release with another promotion date; the same object if nothing changes. A new date ends the last failure. */
function withPromotion(
  { actor: { kind, id } }: Pick<ProjectContext, 'actor'>,
  release: ReleaseRecord,
  date: Pick<PromotionDate, 'at' | 'if_diverged'> | null,
): ReleaseRecord {
  const { promotion, promotion_failed: failure, ...rest } = release;
  if (date === null) {
    if (promotion === undefined) return release;
    return failure === undefined ? rest : { ...rest, promotion_failed: failure };
  }
  const by = { kind, id };
  const isSame =
    promotion?.at.getTime() === date.at.getTime() &&
    promotion.if_diverged === date.if_diverged &&
    promotion.by.kind === kind &&
    promotion.by.id === id;
  return isSame ? release : { ...rest, promotion: { ...date, by } };
}

async function rename(tx: Tx<ProjectContext>, release: ReleaseRecord, isDefault: boolean): Promise<void> {
  const { _id: id, name, revision } = release;
  await updateRelease(tx.db, id, { name, revision: revision + 1 });
  tx.invalidate('releases', changeTags(id, isDefault ? groups.all : groups.types)); // responses of lists contain the default release's name
  emitReleaseEvent(tx, { name: 'release.updated', release, isDefault });
}

/** Stores the promotion date. Dates emit no event, because readers see no change yet. */
async function storePromotion(tx: Tx<ProjectContext>, release: ReleaseRecord): Promise<void> {
  const { _id: id, promotion } = release;
  if (promotion === undefined) await updateRelease(tx.db, id, {}, ['promotion']);
  else await updateRelease(tx.db, id, { promotion }, ['promotion_failed']);
  tx.invalidate('releases', changeTags(id, groups.types));
}
