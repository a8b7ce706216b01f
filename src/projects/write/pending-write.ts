import type { ChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule, NewEvent } from '../../contract/events/events.ts';
import { endings, type ProjectState, type TxOperations } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ClaimedProject } from '../project/repository.ts';
import type { Counting } from './counting.ts';
import type { ClaimProject } from './project-transaction.ts';

/** Events, cache tags and counts that one transaction has collected; stored when its work ends. */
export class PendingWrite {
  readonly events: NewEvent[] = [];
  readonly counting: Counting;
  /** What follows once all of it is stored. */
  readonly followers: ((db: ProjectDb) => void)[] = [];
  readonly #db: ProjectDb;
  readonly #assumed: ProjectState | null;
  /** What of the assumed state the work rests on. */
  readonly #used = new Set<keyof ProjectState>();
  readonly #modules = new Set<ChangeModule>();
  readonly #changeTags: ChangeTags[] = [];
  #newDefault: string | null = null;
  readonly #claimProject: ClaimProject;
  #claimed: Promise<ClaimedProject> | null = null;

  /** @param assumed - the project's state as far as it is known; null claims the row where the work needs it. */
  constructor(
    db: ProjectDb,
    { counting, assumed, claim }: { counting: Counting; assumed: ProjectState | null; claim: ClaimProject },
  ) {
    this.#db = db;
    this.counting = counting;
    this.#assumed = assumed;
    this.#claimProject = claim;
  }

  /** Takes the project's row, once. */
  claim(): Promise<ClaimedProject> {
    return (this.#claimed ??= this.#claimProject(this.#db));
  }

  /** What the work may do beside reading and writing rows. */
  operations(checksUniques: boolean): Omit<TxOperations<ProjectDb>, 'db'> {
    return {
      emit: (event) => this.events.push(event),
      touch: (module, tags) => {
        this.#modules.add(module);
        this.#changeTags.push(tags);
      },
      defaultReleaseId: () => this.#use('defaultReleaseId'),
      writeSeq: async () => (await this.#use('writeSeq')) + 1,
      definitionsVersion: () => this.#use('definitionsVersion'),
      claim: async () => (await this.claim()).changedAt,
      count: (limit, by, recount) => this.counting.add(limit, by, recount),
      makeDefault: (releaseId) => (this.#newDefault = releaseId),
      afterCommit: (then) => this.followers.push(then),
      checksUniques,
      ...endings,
    };
  }

  /**
   * The tags that caches receive, by the default release that the project's row had before the write: in it all
   * transactions meet, so that a promotion beside this one is either before it or after it.
   */
  tagsIn(defaultReleaseId: string): { tags: Set<string>; hidden: Set<string> } {
    const tags = new Set<string>();
    const hidden = new Set<string>();
    for (const { tags: shown, hidden: unseen = [], releaseId } of this.#changeTags) {
      const isElsewhere = releaseId !== undefined && releaseId !== defaultReleaseId;
      if (releaseId !== undefined && shown.length > 0) tags.add(releaseId);
      if (isElsewhere) continue;
      for (const tag of shown) tags.add(tag);
      for (const id of unseen) hidden.add(id);
    }
    return { tags, hidden };
  }

  /** Whether the work rests on nothing that differs from a state of the project. */
  agrees(state: ProjectState): boolean {
    return [...this.#used].every((key) => this.#assumed?.[key] === state[key]);
  }

  /** Whether the work rests on anything that the transaction has not read. */
  get isAssuming(): boolean {
    return this.#used.size > 0;
  }

  /** Whether anything that some release serves becomes another: a version, an event, the default release. */
  get isVisible(): boolean {
    return this.#modules.size > 0 || this.events.length > 0 || this.#newDefault !== null;
  }

  /** The changes of the project's row. */
  forProject(now: Date, auditRows: number) {
    return {
      now,
      auditRows,
      modules: this.#modules,
      hasEvents: this.events.length > 0,
      newDefault: this.#newDefault,
      usage: this.counting.usage,
    };
  }

  /** The project's state after the write. */
  stateAfter({ writeSeq, defaultReleaseId, definitionsVersion }: ProjectState): ProjectState {
    const changed = (['schema', 'releases'] as const).filter((module) => this.#modules.has(module));
    return {
      writeSeq: writeSeq + 1,
      defaultReleaseId: this.#newDefault ?? defaultReleaseId,
      definitionsVersion: definitionsVersion + changed.length,
    };
  }

  async #use<K extends keyof ProjectState>(key: K): Promise<ProjectState[K]> {
    if (this.#assumed !== null && this.#claimed === null) {
      this.#used.add(key);
      return this.#assumed[key];
    }
    return (await this.claim())[key];
  }
}
