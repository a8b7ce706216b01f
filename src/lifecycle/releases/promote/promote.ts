import { noteActivity, writeProject } from '../../../projects/index.ts';
import { notifyMembers } from '../../notifications/notify.ts';
import { groups, changeTags } from '../../../contract/events/cache-tags.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type Tx, type WriteResult, type ProjectContext } from '../../../core/context/index.ts';
import { requireReleaseApproval } from './approval.ts';
import { auditedRelease } from '../audited.ts';
import { checkReady, loadRelease } from '../resolve-release.ts';
import { type Divergence, findDivergence } from './diff.ts';
import type { ReleasePair } from './divergence.ts';
import { isAnyDue, applyDueChanges } from './apply-due-changes.ts';
import { updateRelease } from '../repository.ts';
import type { DivergencePolicy, PromoteRelease, Release, ReleaseRecord } from '../schema.ts';
import { serializeRelease } from '../serialize.ts';
import { emitReleaseEvent } from '../emit-event.ts';

/**
 * How often the releases are compared outside the transaction. After that the comparison runs inside it and
 * blocks other writes.
 */
const maxAttempts = 3;
/** Maximum milliseconds for which a comparison blocks other writes. */
const maxBlockMs = 2_000;
/** Maximum milliseconds of a comparison if the request has no time limit. */
const defaultCountMs = 10_000;

/** No write has this number, so it marks the comparison as outdated. */
const outdated = -1;

/** The project at the time of the comparison, and its result. */
interface ReleaseState {
  defaultId: string;
  /** The project's last write at that time. */
  writeSeq: number;
  /** The time up to which due changes were applied. */
  at: Date;
  divergence: Divergence | null;
}

/** A write came between the comparison and the promotion, so the comparison has to be repeated. */
class PromoteConflict extends Error {
  readonly now: Omit<ReleaseState, 'divergence'>;

  constructor(now: Omit<ReleaseState, 'divergence'>) {
    super('the project was written to while its releases were compared');
    this.now = now;
  }
}

/** A promoted release, and what the promotion lost. */
export interface Promotion {
  record: ReleaseRecord;
  divergence: Divergence | null;
}

/**
 * Makes a release the default one; the previous default stays unchanged (specification: promotion). A diverged default
 * release gives a warning or a rejection. Due changes of both releases are applied first, because the previous default
 * emits no events any more.
 * @throws unknown_release, release_not_ready, release_diverged, approval_required
 */
export async function promoteRelease(
  context: ProjectContext,
  id: string,
  { if_diverged = 'warn' }: PromoteRelease,
): Promise<Release> {
  const release = await loadRelease(context, id, 'releaseId');
  const { defaultReleaseId: defaultId } = context.project;
  if (id === defaultId) return serializeRelease(release, defaultId);
  return serializePromotion(await promote(context, release, { if_diverged, date: null }));
}

export interface PromoteOptions {
  if_diverged: DivergencePolicy;
  /** The promotion happens only while the release has this date; null for a promotion without one. */
  date: Date | null;
}

/**
 * Promotes a release that is not the default, unless another process has changed its date meanwhile.
 * @throws unknown_release, release_not_ready, release_diverged, approval_required
 */
export async function promote(
  context: ProjectContext,
  release: ReleaseRecord,
  { if_diverged, date }: PromoteOptions,
): Promise<Promotion> {
  const { _id: id } = release;
  const { defaultReleaseId: defaultId, writeSeq } = context.project;
  checkReady(release);
  const allowsDivergence = if_diverged !== 'refuse';
  let state: Omit<ReleaseState, 'divergence'> = { defaultId, writeSeq, at: context.now };
  for (let attempt = 1; ; attempt += 1) {
    const later = { ...context, now: state.at };
    const hasApplied = await applyDueChanges(later, [state.defaultId, id]);
    if (hasApplied) state = { ...state, writeSeq: outdated };
    const divergence =
      state.defaultId === id || hasApplied
        ? null
        : await compareReleases(context, { release, defaultId: state.defaultId });
    const options = {
      id,
      date,
      stateBefore: { ...state, divergence },
      mayLeave: allowsDivergence,
      isLast: attempt >= maxAttempts,
    };
    try {
      return await writeProject(later, (tx) => makeDefault(tx, options));
    } catch (error) {
      if (!(error instanceof PromoteConflict)) throw error;
      state = error.now;
    }
  }
}

/** A comparison reads both releases, so it counts as an expensive read of the project. */
function compareReleases(context: ProjectContext, pair: ReleasePair): Promise<Divergence | null> {
  return context.withConcurrencyLimit(() => findDivergence(context.db, pair, countUntil(context)));
}

/** Half of the remaining time. */
function countUntil({ endsAt }: ProjectContext): number {
  const now = performance.now();
  return endsAt === undefined ? now + defaultCountMs : now + (endsAt - now) / 2;
}

interface MakeDefault extends Pick<PromoteOptions, 'date'> {
  id: string;
  stateBefore: ReleaseState;
  mayLeave: boolean;
  isLast: boolean;
}

async function makeDefault(
  tx: Tx<ProjectContext>,
  { id, date, stateBefore, mayLeave, isLast }: MakeDefault,
): Promise<WriteResult<Promotion>> {
  const changedAt = await tx.lockProject();
  const at = changedAt > tx.now ? changedAt : tx.now;
  const previous = await tx.defaultReleaseId();
  const writeSeq = await tx.writeSeq();
  const record = await loadRelease(tx, id, 'releaseId');
  const hasOtherDate = date !== null && record.promotion?.at.getTime() !== date.getTime();
  if (id === previous || hasOtherDate) return tx.unchanged({ record, divergence: null }); // a concurrent request promoted it, or changed the date
  checkReady(record);
  await requireReleaseApproval(tx, { release: record, defaultId: previous });
  const isUpToDate = previous === stateBefore.defaultId && writeSeq === stateBefore.writeSeq + 1;
  // Uses the time of the newest change, so that the new default release doesn't emit events that the
  // previous one emitted.
  const isDue = await isAnyDue({ ...tx, now: at }, [previous, id]);
  if (isDue || (!isUpToDate && !isLast))
    throw new PromoteConflict({ defaultId: previous, writeSeq: writeSeq - 1, at });
  const pair = { release: record, defaultId: previous };
  const divergence = isUpToDate
    ? stateBefore.divergence
    : await findDivergence(tx.db, pair, performance.now() + maxBlockMs);
  if (divergence !== null && !mayLeave)
    throw apiError('release_diverged', {}, { diverged: divergence.summary });

  tx.makeDefault(id);
  await updateRelease(tx.db, id, { revision: record.revision + 1 }, [
    'promotion',
    'promotion_failed',
    'review',
    'contributors',
  ]);
  const base = { base_at: tx.now, base_seq: writeSeq, base_default: id };
  await updateRelease(tx.db, previous, base, ['contributors']);
  for (const module of ['releases', 'schema', 'content'] as const)
    tx.invalidate(module, changeTags(groups.all));
  emitReleaseEvent(tx, { name: 'release.published', release: record, isDefault: true, previous });
  await endReview(tx, record);
  const { promotion: _promotion, promotion_failed: _failure, review: _review, ...withoutDate } = record;
  const audit = { action: 'release.promoted', ...auditedRelease(record) } as const;
  return tx.stored(audit, { record: withoutDate, divergence });
}

/** Notifies the member who requested the review of the release, which ends with the promotion. */
async function endReview(
  tx: Tx<ProjectContext>,
  { _id: id, name: title, review }: ReleaseRecord,
): Promise<void> {
  if (review === undefined) return;
  await noteActivity(tx, 'reviews');
  await notifyMembers(tx, {
    about: 'published',
    to: [review.requested_by?.id ?? null],
    item: { kind: 'release', id, type: null, title },
    releaseId: null,
  });
}

function serializePromotion({ record, divergence }: Promotion): Release {
  const release = serializeRelease(record, record._id);
  if (divergence === null) return release;
  const { summary, isWhole } = divergence;
  const conflicts = Math.max(
    1,
    summary.types.conflicts + (summary.blocks?.conflicts ?? 0) + summary.entries.conflicts,
  );
  const conflictCount = isWhole ? `${conflicts}` : `at least ${conflicts}`;
  const message = `The default release changed in ${conflictCount} places since this one was made; those changes are not in it.`;
  const warning = { code: 'release_diverged', message, summary };
  return { ...release, meta: { warnings: [warning] } };
}
