import type { Actor } from '../../contract/events/actor.ts';
import type { ChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule, NewEvent } from '../../contract/events/events.ts';
import { limitReached } from '../../contract/errors/api-error.ts';
import { isId, newId } from '../../contract/ids.ts';
import type { ProjectLimits } from '../../contract/limits.ts';
import {
  type CountedLimit,
  endings,
  type ProjectState,
  type TxOperations,
  type WriteContext,
  type WriteResult,
} from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { Origin } from '../../core/util/index.ts';
import { storeAudit } from '../audit/store.ts';
import { insertEvents } from '../events/repository.ts';
import type { EventRecord } from '../events/schema.ts';
import { storeInvalidation, storedTags } from '../invalidations/stored/service.ts';
import { type LockedProject, setUsage, type StoredCount } from '../project/repository.ts';
import type { Reservation } from './write-order.ts';
import { ChangedLocales } from './written-locales.ts';

/** What one transaction collects while its work runs. `storeOutbox` stores it at the end. */
export class PendingWrite {
  readonly events: NewEvent[] = [];
  readonly afterCommit: ((db: ProjectDb) => void)[] = [];
  /** By how much the write changes each counted limit. */
  readonly usage = new Map<CountedLimit, number>();
  readonly recounts = new Map<CountedLimit, () => Promise<number>>();
  readonly changedLocales = new ChangedLocales();
  readonly #sums = new Map<string, { sum: number; store: (sum: number) => Promise<void> }>();
  readonly #db: ProjectDb;
  readonly #assumed: ProjectState | null;
  /** Properties of the assumed state that the work has read. */
  readonly #usedState = new Set<keyof ProjectState>();
  readonly #modules = new Set<ChangeModule>();
  readonly #changeTags: ChangeTags[] = [];
  #newDefault: string | null = null;
  #changesLayout = false;
  readonly #reservation: Reservation;
  #locked: Promise<LockedProject> | null = null;

  /** @param assumed - the project's state from memory; null locks the row when the work needs the state. */
  constructor(
    db: ProjectDb,
    { assumed, reservation }: { assumed: ProjectState | null; reservation: Reservation },
  ) {
    this.#db = db;
    this.#assumed = assumed;
    this.#reservation = reservation;
  }

  /** Locks the project's row, once. */
  lockProject(): Promise<LockedProject> {
    return (this.#locked ??= this.#reservation.lock(this.#db));
  }

  /** Returns the project's locales, as the write sees them. */
  locales(): Promise<ProjectState['locales']> {
    return this.#stateOf('locales');
  }

  operations(checksUniques: boolean): Omit<TxOperations<ProjectDb>, 'db'> {
    return {
      emit: (event) => this.events.push(event),
      invalidate: (module, tags) => {
        this.#modules.add(module);
        this.#changeTags.push(tags);
      },
      changeLayout: () => (this.#changesLayout = true),
      defaultReleaseId: () => this.#stateOf('defaultReleaseId'),
      writeSeq: async () => (await this.#stateOf('writeSeq')) + 1,
      definitionsVersion: () => this.#stateOf('definitionsVersion'),
      locales: () => this.locales(),
      noteLocales: (ids) => this.changedLocales.note(ids),
      publishApproval: () => this.#stateOf('publishApproval'),
      lockProject: async () => (await this.lockProject()).changedAt,
      count: (limit, by, recount) => {
        this.usage.set(limit, (this.usage.get(limit) ?? 0) + by);
        this.recounts.set(limit, recount);
      },
      addAtEnd: (key, by, store) => {
        this.#sums.set(key, { sum: (this.#sums.get(key)?.sum ?? 0) + by, store });
        return Promise.resolve();
      },
      makeDefault: (releaseId) => (this.#newDefault = releaseId),
      afterCommit: (run) => this.afterCommit.push(run),
      checksUniques,
      ...endings,
    };
  }

  /** Stores what `addAtEnd` added. */
  async storeSums(): Promise<void> {
    for (const { sum, store } of this.#sums.values()) if (sum !== 0) await store(sum);
  }

  /**
   * The cache tags of the write, given the default release before it. That release is read from the project's row, so a
   * promotion by another process is either before this write or after it.
   */
  tagsIn(defaultReleaseId: string): { tags: Set<string>; hidden: Set<string> } {
    const tags = new Set<string>();
    const hidden = new Set<string>();
    for (const { tags: visible, hidden: hiddenIds = [], releaseId } of this.#changeTags) {
      const isElsewhere = releaseId !== undefined && releaseId !== defaultReleaseId;
      if (releaseId !== undefined && visible.length > 0) tags.add(releaseId);
      if (isElsewhere) continue;
      for (const tag of visible) tags.add(tag);
      for (const id of hiddenIds) hidden.add(id);
    }
    return { tags, hidden };
  }

  /** Whether everything that the work read of the assumed state is true in `state`. */
  agreesWith(state: ProjectState): boolean {
    const assumed = this.#assumed;
    return [...this.#usedState].every((key) =>
      key === 'locales' ? assumed?.locales.version === state.locales.version : assumed?.[key] === state[key],
    );
  }

  /** Whether the work relies on a state that the transaction has not read. */
  get isAssuming(): boolean {
    return this.#usedState.size > 0;
  }

  /** Whether readers of some release see a difference: a version, an event, the default release. */
  get isVisible(): boolean {
    return this.#modules.size > 0 || this.events.length > 0 || this.#newDefault !== null;
  }

  /** The update of the project's row. */
  projectUpdate(now: Date, auditRows: number) {
    return {
      now,
      auditRows,
      modules: this.#modules,
      hasEvents: this.events.length > 0,
      newDefault: this.#newDefault,
      changesLayout: this.#changesLayout,
      usage: this.usage,
    };
  }

  /** The project's state after the write. */
  stateAfter({
    writeSeq,
    defaultReleaseId,
    definitionsVersion,
    locales,
    publishApproval,
  }: ProjectState): ProjectState {
    const changedModules = (['schema', 'releases'] as const).filter((module) => this.#modules.has(module));
    return {
      writeSeq: writeSeq + 1,
      defaultReleaseId: this.#newDefault ?? defaultReleaseId,
      definitionsVersion: definitionsVersion + changedModules.length + (this.#changesLayout ? 1 : 0),
      locales,
      publishApproval,
    };
  }

  async #stateOf<K extends keyof ProjectState>(key: K): Promise<ProjectState[K]> {
    if (this.#assumed !== null && this.#locked === null) {
      this.#usedState.add(key);
      return this.#assumed[key];
    }
    return (await this.lockProject())[key];
  }
}

/**
 * Stores a write's events with its cache tags, its audit rows, and the row that its request adds. The tags are on the
 * first event, or in a row of their own if there is no event, so tags cost no extra insert.
 * @throws limit_reached
 */
export async function storeOutbox(
  { db, now, actor, origin, bounds, commit }: WriteContext,
  within: ProjectDb,
  {
    pending,
    counted,
    work: { audit, ending },
  }: { pending: PendingWrite; counted: StoredCount; work: Pick<WriteResult<unknown>, 'audit' | 'ending'> },
): Promise<void> {
  const { revision, auditSeq: lastSeq, isSeen: visible } = counted;
  const releaseId = counted.before.defaultReleaseId;
  await checkLimits(within, pending, { limits: bounds?.perProject, usage: counted.usage });
  const tags = pending.tagsIn(releaseId);
  const row = { projectId: db.projectId, releaseId, revision, now, actor, origin };
  const [first, ...others] = eventRows(pending.events, row);
  if (first === undefined) await storeInvalidation(within, { ...tags, revision, now });
  else await insertEvents(within, [{ ...first, ...storedTags(tags, db.projectId) }, ...others]);
  if (audit.length > 0) await storeAudit(within, audit, { writer: { now, actor, origin }, lastSeq, visible });
  await commit?.(within, ending);
}

/**
 * Compares the counts after the write with the project's limits. A count at its limit, or one that may never have been
 * stored, is counted again before the write is rejected. @throws limit_reached
 */
async function checkLimits(
  db: ProjectDb,
  { usage, recounts }: PendingWrite,
  after: { limits: ProjectLimits | undefined; usage: ReadonlyMap<CountedLimit, number> },
): Promise<void> {
  for (const [limit, by] of usage) {
    if (by <= 0) continue; // removing something is never rejected
    if (after.limits === undefined)
      throw new Error(`a write adds to ${limit}, and its context has no limits`);
    const max = after.limits[limit];
    const usage = after.usage.get(limit) ?? by;
    if (usage > by && usage <= max) continue;
    const amount = (await recounts.get(limit)?.()) ?? usage;
    if (amount > max) throw limitReached(limit, max);
    if (amount !== usage) await setUsage(db, limit, amount);
  }
}

interface EventRow {
  projectId: string;
  releaseId: string;
  revision: number;
  now: Date;
  actor: Actor;
  origin: Origin;
}

/** Rows of the outbox. Their ids sort in the order of emission, so the order survives inside one transaction. */
function eventRows(
  emitted: readonly NewEvent[],
  { projectId, releaseId, revision, now, actor, origin: { requestId } }: EventRow,
): EventRecord[] {
  const ids = emitted.map(() => newId('event', now)).sort();
  return emitted.map((event, i) => ({
    _id: ids[i] ?? newId('event', now),
    project_id: projectId,
    project_revision: revision,
    name: event.name,
    subject: event.subject,
    revision: event.revision,
    data: event.data,
    is_public: event.isPublic,
    release_id: releaseId,
    created_at: now,
    actor: { kind: actor.kind, id: actor.id },
    ...(isId('request', requestId) ? { request_id: requestId } : {}),
    fanned: false,
  }));
}
