import { jobActor } from '../../../contract/events/actor.ts';
import { minuteMs } from '../../../contract/time.ts';
import { writerOf } from '../../../projects/index.ts';
import type { ReleaseWriter } from '../../../core/context/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { isReleaseReady } from '../../../lifecycle/index.ts';
import type { Unsettled } from '../schema.ts';

interface SettleJob {
  job: Parameters<typeof jobActor>[0];
  now: Date;
  /** Reads a page of definitions of all projects, without the ids in `except`. */
  find: (system: SystemDb, page: { now: Date; except: readonly string[] }) => Promise<Unsettled[]>;
  settle: (writer: ReleaseWriter, slug: string) => Promise<unknown>;
}

const rowKeys = { projectOf: (row: Unsettled) => row.project_id, keyOf: (row: Unsettled) => row._id };

/** Settles each definition in releases that can be written. A failure doesn't stop the others. */
export async function settleAll(system: SystemDb, { job, now, find, settle }: SettleJob): Promise<void> {
  const loop = projectLoop(system, job, minuteMs);
  const attemptedIds: string[] = [];
  const findPage = () => find(system, { now, except: attemptedIds });
  for (let page = await findPage(); page.length > 0; page = await findPage()) {
    attemptedIds.push(...page.map(({ _id }) => _id));
    await loop.runRows(page, rowKeys, async ({ project_id: projectId, release_id: releaseId, slug }) => {
      const db = system.project(projectId);
      if (!(await isReleaseReady(db, releaseId))) return;
      await settle(writerOf(db.release(releaseId), { now, actor: jobActor(job) }), slug);
    });
  }
}
