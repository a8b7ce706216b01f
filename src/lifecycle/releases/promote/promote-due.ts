import { ApiError } from '../../../contract/errors/api-error.ts';
import { changeTags, groups } from '../../../contract/events/cache-tags.ts';
import { type Caller, type JobParts, onBehalfOf, type ProjectContext } from '../../../core/context/index.ts';
import { checkNeed } from '../../../core/http/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { runInBackground } from '../../../core/util/index.ts';
import { writeProject } from '../../../projects/index.ts';
import { type DuePromotion, findDuePromotions, findRelease, updateRelease } from '../repository.ts';
import { notifyMembers } from '../../notifications/notify.ts';
import { loadRelease } from '../resolve-release.ts';
import type { PromotionDate, PromotionFailure } from '../schema.ts';
import { promote } from './promote.ts';

type DueParts = Pick<JobParts, 'system' | 'clock' | 'openProject' | 'findCaller' | 'stopping'>;

const roundMs = 1_000;

/**
 * Promotes releases whose date has come. Each process runs it, and the transaction of a promotion lets one of them
 * through, so a killed process delays nothing. A failure that may pass pauses the release, and no other one.
 */
export class DuePromotions {
  readonly #parts: DueParts;
  #isRunning = false;

  constructor(parts: DueParts) {
    this.#parts = parts;
  }

  /** Starts due promotions in the background, because a comparison of large releases takes seconds. */
  async start(): Promise<void> {
    if (this.#isRunning || this.#isStopping()) return;
    this.#isRunning = true;
    runInBackground('promote releases at their dates', () =>
      this.#run().finally(() => {
        this.#isRunning = false;
      }),
    );
    return Promise.resolve();
  }

  async #run(): Promise<void> {
    const { system, clock } = this.#parts;
    const loop = projectLoop(system, 'releases.promote', roundMs);
    const each = { projectOf: (row: DuePromotion) => row.project_id, keyOf: (row: DuePromotion) => row._id };
    const attemptedIds = new Set<string>();
    while (!this.#isStopping()) {
      const due = await findDuePromotions(system, clock.now(), loop.pausedKeys());
      const pending = due.filter(({ _id: id }) => !attemptedIds.has(id));
      if (pending.length === 0) return;
      for (const { _id: id } of pending) attemptedIds.add(id);
      await loop.runRows(pending, each, async (row) => {
        if (!this.#isStopping()) await promoteAtDate(this.#parts, row);
      });
    }
  }

  #isStopping(): boolean {
    return this.#parts.stopping?.aborted === true;
  }
}

/** Promotes one release on behalf of the member or key that set the date. A rejection removes the date and is stored. */
async function promoteAtDate(
  { openProject, findCaller }: DueParts,
  { project_id: projectId, _id: id, promotion }: DuePromotion,
): Promise<void> {
  const context = await openProject(projectId);
  const { at, if_diverged, by } = promotion;
  if (id === context.project.defaultReleaseId) return removeDate(context, { id, at }, null);
  try {
    const author = by.kind === 'command' ? null : await findCaller(context, by);
    if (author === null && by.kind !== 'command')
      return await removeDate(context, { id, at }, goneFailure(by));
    const release = await loadRelease(context, id, 'releaseId');
    const authorContext = author === null ? context : contextOf(context, author, id);
    await promote(authorContext, release, { if_diverged, date: at });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message } = error;
    if (code !== 'unknown_release') await removeDate(context, { id, at }, { code, message });
  }
}

/** The context of the member or key that set the date. @throws role_required, scope_required */
function contextOf(context: ProjectContext, author: Caller, id: string): ProjectContext {
  checkNeed(author, { permission: 'releases', area: 'project', release: { id, default: false } });
  return onBehalfOf(context, author, id);
}

type Rejection = Pick<PromotionFailure, 'code' | 'message'>;

function goneFailure({ kind }: PromotionDate['by']): Rejection {
  return kind === 'key'
    ? { code: 'scope_required', message: 'The API key that set the date was revoked or has expired.' }
    : { code: 'role_required', message: 'The member who set the date is no longer in this project.' };
}

/** Removes a date, unless it was replaced meanwhile, and stores why the promotion was rejected. */
async function removeDate(
  context: ProjectContext,
  { id, at }: { id: string; at: Date },
  rejection: Rejection | null,
): Promise<void> {
  await writeProject(context, async (tx) => {
    const release = await findRelease(tx.db, id);
    if (release?.promotion?.at.getTime() !== at.getTime()) return tx.unchanged();
    const failure = rejection === null ? {} : { promotion_failed: { at, ...rejection } };
    await updateRelease(tx.db, id, failure, ['promotion']);
    const { by } = release.promotion;
    if (rejection !== null)
      await notifyMembers(tx, {
        about: 'promotion_failed',
        to: [by.kind === 'user' ? by.id : null],
        item: { kind: 'release', id, type: null, title: release.name },
        releaseId: null,
      });
    tx.invalidate('releases', changeTags(id, groups.types));
    return tx.continued();
  });
}
