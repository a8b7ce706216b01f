import { writeProject } from '../../../projects/index.ts';
import { groups, changeTags } from '../../../contract/events/cache-tags.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type Tx, type WriteResult, type ProjectContext } from '../../../core/context/index.ts';
import { auditedRelease } from '../audited.ts';
import { checkReady, loadRelease } from '../resolve-release.ts';
import { type Divergence, divergenceOf } from './diff.ts';
import type { Compared } from './divergence.ts';
import { isAnyDue, turnDue } from './apply-due-changes.ts';
import { updateRelease } from '../repository.ts';
import type { PromoteRelease, Release, ReleaseRecord } from '../schema.ts';
import { serializeRelease } from '../serialize.ts';
import { emitReleaseEvent } from '../emit-event.ts';

/** How often the releases are compared beside other writes; after that they wait for the comparison. */
const attemptsMax = 3;
/** How long other writes wait for a comparison at most, in milliseconds. */
const holdMs = 2_000;
/** How long a comparison without a waiting client may count, in milliseconds, where the request says nothing. */
const countMs = 10_000;

/** No write has this number: what was compared before is out of date. */
const notSeen = -1;

/** What the project was like when the releases were compared, and what was found. */
interface ReleaseState {
  defaultId: string;
  /** The project's last write by then. */
  writeSeq: number;
  /** Until when what is due was done. */
  at: Date;
  divergence: Divergence | null;
}

/** A write came between the comparison and the promotion: the comparison is made again. */
class PromoteConflict extends Error {
  readonly now: Omit<ReleaseState, 'divergence'>;

  constructor(now: Omit<ReleaseState, 'divergence'>) {
    super('the project was written to while its releases were compared');
    this.now = now;
  }
}

interface Promoted {
  record: ReleaseRecord;
  divergence: Divergence | null;
}

/**
 * Makes a release the default one by one flip; the previous default stays intact (specification: promotion).
 * Where the default release changed meanwhile the answer warns, or refuses when that was asked for. Which release is
 * the previous one and what is left behind is decided inside the transaction: the releases are compared before it,
 * and again where anybody wrote since. What is due in either of them comes first: what readers saw begin or end in the
 * previous one would never be told, since it is silent from then on (specification: promotion).
 * @throws unknown_release, release_not_ready, release_diverged
 */
export async function promoteRelease(
  context: ProjectContext,
  id: string,
  { if_diverged }: PromoteRelease,
): Promise<Release> {
  const release = await loadRelease(context, id, 'releaseId');
  const { defaultReleaseId: defaultId, writeSeq } = context.project;
  if (id === defaultId) return serializeRelease(release, defaultId);
  checkReady(release);
  const mayLeave = if_diverged !== 'refuse';
  let seen: Omit<ReleaseState, 'divergence'> = { defaultId, writeSeq, at: context.now };
  for (let attempt = 1; ; attempt += 1) {
    const later = { ...context, now: seen.at };
    const hasTurned = await turnDue(later, [seen.defaultId, id]);
    if (hasTurned) seen = { ...seen, writeSeq: notSeen };
    const divergence =
      seen.defaultId === id || hasTurned
        ? null
        : await compareReleases(context, { release, defaultId: seen.defaultId });
    const flipping = { id, seen: { ...seen, divergence }, mayLeave, isLast: attempt >= attemptsMax };
    try {
      return answerOf(await writeProject(later, (tx) => flip(tx, flipping)));
    } catch (error) {
      if (!(error instanceof PromoteConflict)) throw error;
      seen = error.now;
    }
  }
}

/** Comparing reads both releases: a few at a time of one project, as other expensive reads. */
function compareReleases(context: ProjectContext, compared: Compared): Promise<Divergence | null> {
  return context.withConcurrencyLimit(() => divergenceOf(context.db, compared, countUntil(context)));
}

/** Half of the time that is left. */
function countUntil({ endsAt }: ProjectContext): number {
  const now = performance.now();
  return endsAt === undefined ? now + countMs : now + (endsAt - now) / 2;
}

async function flip(
  tx: Tx<ProjectContext>,
  { id, seen, mayLeave, isLast }: { id: string; seen: ReleaseState; mayLeave: boolean; isLast: boolean },
): Promise<WriteResult<Promoted>> {
  const changedAt = await tx.lockProject();
  const at = changedAt > tx.now ? changedAt : tx.now;
  const previous = await tx.defaultReleaseId();
  const writeSeq = await tx.writeSeq();
  const record = await loadRelease(tx, id, 'releaseId');
  if (id === previous) return tx.unchanged({ record, divergence: null }); // another request promoted it just now
  checkReady(record);
  const isUpToDate = previous === seen.defaultId && writeSeq === seen.writeSeq + 1;
  // By the time of the newest change: what it told of in one release is not told of again in the other.
  const isDue = await isAnyDue({ ...tx, now: at }, [previous, id]);
  if (isDue || (!isUpToDate && !isLast))
    throw new PromoteConflict({ defaultId: previous, writeSeq: writeSeq - 1, at });
  const compared = { release: record, defaultId: previous };
  const divergence = isUpToDate
    ? seen.divergence
    : await divergenceOf(tx.db, compared, performance.now() + holdMs);
  if (divergence !== null && !mayLeave)
    throw apiError('release_diverged', {}, { diverged: divergence.summary });

  tx.makeDefault(id);
  await updateRelease(tx.db, id, { revision: record.revision + 1 });
  await updateRelease(tx.db, previous, { base_at: tx.now, base_seq: writeSeq, base_default: id });
  for (const module of ['releases', 'schema', 'content'] as const) tx.invalidate(module, changeTags(groups.all));
  emitReleaseEvent(tx, { name: 'release.published', release: record, isDefault: true, previous });
  return tx.stored({ action: 'release.promoted', ...auditedRelease(record) }, { record, divergence });
}

function answerOf({ record, divergence }: Promoted): Release {
  const promoted = serializeRelease(record, record._id);
  if (divergence === null) return promoted;
  const { summary, isWhole } = divergence;
  const conflicts = Math.max(
    1,
    summary.types.conflicts + (summary.blocks?.conflicts ?? 0) + summary.entries.conflicts,
  );
  const places = isWhole ? `${conflicts}` : `at least ${conflicts}`;
  const message = `The default release changed in ${places} places since this one was made; those changes are not in it.`;
  const warning = { code: 'release_diverged', message, summary };
  return { ...promoted, meta: { warnings: [warning] } };
}
