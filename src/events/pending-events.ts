import type { ChangeModule, NewEvent } from '../contract/events.ts';
import type { Tx } from '../platform/writer.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { endings } from '../platform/outcome.ts';
import { claimProject, type ProjectState, projectState } from '../projects/service.ts';
import type { Counting } from './counting.ts';

/** What the work of one transaction has told so far; it is stored when the work has ended. */
export class PendingEvents {
  readonly events: NewEvent[] = [];
  readonly counting: Counting;
  readonly #db: ProjectDb;
  readonly #modules = new Set<ChangeModule>();
  #newDefault: string | null = null;
  #state: Promise<ProjectState> | null = null;

  constructor(db: ProjectDb, counting: Counting) {
    this.#db = db;
    this.counting = counting;
  }

  /** What the work may do beside reading and writing rows. */
  operations(): Omit<Tx<ProjectDb>, 'db'> {
    const state = () => (this.#state ??= projectState(this.#db));
    return {
      emit: (event) => this.events.push(event),
      touch: (module) => this.#modules.add(module),
      defaultReleaseId: async () => (await state()).default_release_id,
      writeSeq: async () => (await state()).write_seq + 1,
      claim: async () => void (await (this.#state ??= claimProject(this.#db))),
      count: (limit, by, recount) => this.counting.add(limit, by, recount),
      makeDefault: (releaseId) => (this.#newDefault = releaseId),
      ...endings,
    };
  }

  /** What the project's row is told. */
  forProject(now: Date) {
    return {
      now,
      modules: this.#modules,
      hasEvents: this.events.length > 0,
      newDefault: this.#newDefault,
      usage: this.counting.usage,
    };
  }
}
