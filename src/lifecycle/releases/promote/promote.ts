import { groups, changeTags } from '../../../contract/events/cache-tags.ts';
import { problem } from '../../../contract/errors/problem.ts';
import { type Inside, type Outcome, type ProjectCall, transact } from '../../../core/context/index.ts';
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
interface Seen {
  defaultId: string;
  /** The project's last write by then. */
  writeSeq: number;
  /** Until when what is due was done. */
  at: Date;
  divergence: Divergence | null;
}

/** A write came between the comparison and the promotion: the comparison is made again. */
class Overtaken extends Error {
  readonly now: Omit<Seen, 'divergence'>;

  constructor(now: Omit<Seen, 'divergence'>) {
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
  call: ProjectCall,
  id: string,
  { if_diverged }: PromoteRelease,
): Promise<Release> {
  const release = await loadRelease(call, id, 'releaseId');
  const { defaultReleaseId: defaultId, writeSeq } = call.project;
  if (id === defaultId) return serializeRelease(release, defaultId);
  checkReady(release);
  const mayLeave = if_diverged !== 'refuse';
  let seen: Omit<Seen, 'divergence'> = { defaultId, writeSeq, at: call.now };
  for (let attempt = 1; ; attempt += 1) {
    const later = { ...call, now: seen.at };
    const hasTurned = await turnDue(later, [seen.defaultId, id]);
    if (hasTurned) seen = { ...seen, writeSeq: notSeen };
    const divergence =
      seen.defaultId === id || hasTurned
        ? null
        : await comparedInTurn(call, { release, defaultId: seen.defaultId });
    const flipping = { id, seen: { ...seen, divergence }, mayLeave, isLast: attempt >= attemptsMax };
    try {
      return answerOf(await transact(later, (inside) => flip(inside, flipping)));
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      seen = error.now;
    }
  }
}

/** Comparing reads both releases: a few at a time of one project, as other expensive reads. */
function comparedInTurn(call: ProjectCall, compared: Compared): Promise<Divergence | null> {
  return call.withConcurrencyLimit(() => divergenceOf(call.db, compared, countUntil(call)));
}

/** Half of the time that is left. */
function countUntil({ endsAt }: ProjectCall): number {
  const now = performance.now();
  return endsAt === undefined ? now + countMs : now + (endsAt - now) / 2;
}

async function flip(
  inside: Inside<ProjectCall>,
  { id, seen, mayLeave, isLast }: { id: string; seen: Seen; mayLeave: boolean; isLast: boolean },
): Promise<Outcome<Promoted>> {
  const changedAt = await inside.claim();
  const at = changedAt > inside.now ? changedAt : inside.now;
  const previous = await inside.defaultReleaseId();
  const writeSeq = await inside.writeSeq();
  const record = await loadRelease(inside, id, 'releaseId');
  if (id === previous) return inside.unchanged({ record, divergence: null }); // another request promoted it just now
  checkReady(record);
  const isUpToDate = previous === seen.defaultId && writeSeq === seen.writeSeq + 1;
  // By the time of the newest change: what it told of in one release is not told of again in the other.
  const isDue = await isAnyDue({ ...inside, now: at }, [previous, id]);
  if (isDue || (!isUpToDate && !isLast))
    throw new Overtaken({ defaultId: previous, writeSeq: writeSeq - 1, at });
  const compared = { release: record, defaultId: previous };
  const divergence = isUpToDate
    ? seen.divergence
    : await divergenceOf(inside.db, compared, performance.now() + holdMs);
  if (divergence !== null && !mayLeave)
    throw problem('release_diverged', {}, { diverged: divergence.summary });

  inside.makeDefault(id);
  await updateRelease(inside.db, id, { revision: record.revision + 1 });
  await updateRelease(inside.db, previous, { base_at: inside.now, base_seq: writeSeq, base_default: id });
  for (const module of ['releases', 'schema', 'content'] as const)
    inside.touch(module, changeTags(groups.all));
  emitReleaseEvent(inside, { name: 'release.published', release: record, isDefault: true, previous });
  return inside.stored({ action: 'release.promoted', ...auditedRelease(record) }, { record, divergence });
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
