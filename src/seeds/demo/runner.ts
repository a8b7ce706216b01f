import { findMember } from '../../accounts/index.ts';
import { grantOf } from '../../contract/access.ts';
import { type JobParts, onBehalfOf } from '../../core/context/index.ts';
import { TimeSlices } from '../../core/jobs/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { loadSeeds } from '../service.ts';
import { changeHeldDemo, leasedDemos } from './repository.ts';
import type { DemoRecord } from './schema.ts';

/** Maximum attempts for an item that fails, and the delay between attempts. */
const maxTries = 3;
const retryMs = 2_000;

/** The time slice is over. The next one continues after the items that are stored. */
class SliceOver extends Error {}

type Parts = Pick<
  JobParts,
  'system' | 'clock' | 'log' | 'openProject' | 'openRelease' | 'stopping' | 'bulkConcurrency'
>;

/** Loads demo content for the member who requested it, in time slices. */
export class DemoRunner {
  readonly #parts: Parts;
  readonly #slices: TimeSlices<DemoRecord>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#slices = new TimeSlices(parts, {
      name: 'demos.run',
      rows: leasedDemos,
      work: (db, record, isOver) => this.#runTimeSlice(db, record, isOver),
    });
  }

  /** Starts due work in the background, up to the concurrency limit. */
  startDueDemos(): Promise<void> {
    return this.#slices.start();
  }

  async #runTimeSlice(db: ProjectDb, record: DemoRecord, isOver: () => boolean): Promise<void> {
    let { progress } = record;
    try {
      const member = await findMember(db, record.created_by.id);
      if (member?.role !== 'owner')
        return await this.#fail(db, `${record.created_by.name} is no longer an owner of this project.`);
      await loadSeeds(this.#contexts(db, record), 'all', {
        progress({ done, total }) {
          progress = Math.floor((100 * done) / total);
          if (isOver()) throw new SliceOver();
        },
      });
      await this.#change(db, { status: 'done', progress: 100, holder: null });
    } catch (error) {
      await this.#release(db, { ...record, progress }, error);
    }
  }

  #contexts(db: ProjectDb, { created_by: { id, name } }: DemoRecord) {
    const { openProject, openRelease } = this.#parts;
    const caller = {
      ...({ kind: 'user', keyId: id, purpose: 'secret', name } as const),
      ...{ expiresAt: null, address: '', grant: grantOf('owner') },
    };
    const project = async () => onBehalfOf(await openProject(db.projectId), caller, 'demo');
    return {
      project,
      release: async () => {
        const context = await project();
        return openRelease(context, context.project.defaultReleaseId);
      },
    };
  }

  async #release(db: ProjectDb, { tries, progress }: DemoRecord, error: unknown): Promise<void> {
    const now = this.#parts.clock.now();
    const next = { holder: null, held_until: now, progress };
    if (error instanceof SliceOver) return this.#change(db, { ...next, turn_at: now, tries: 0 });
    const fault = error instanceof Error ? error.message : 'unknown';
    this.#parts.log.warn({ project: db.projectId, fault }, 'an item of the demo content failed');
    if (tries + 1 >= maxTries)
      return this.#fail(db, 'The service could not store the next item. The log has the reason.');
    await this.#change(db, { ...next, turn_at: new Date(now.getTime() + retryMs), tries: tries + 1 });
  }

  #fail(db: ProjectDb, reason: string): Promise<void> {
    return this.#change(db, { status: 'failed', reason, holder: null });
  }

  #change(db: ProjectDb, change: Partial<DemoRecord>): Promise<void> {
    return changeHeldDemo(db, this.#slices.holder, change);
  }
}
