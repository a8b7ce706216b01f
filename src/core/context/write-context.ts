import type { Actor } from '../../contract/events/actor.ts';
import type { ChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule, NewEvent } from '../../contract/events/events.ts';
import type { ProjectLimit, ProjectLimits } from '../../contract/limits.ts';
import type { ProjectDb } from '../mongo/scope/handle.ts';
import type { Origin } from '../util/origin.ts';
import type { End, Stored } from './outcome.ts';

/** Limits that are counted in the project's row: of these there may be too many to count them at each write. */
export type CountedLimit = Extract<
  ProjectLimit,
  | 'entries_per_project_max'
  | 'articles_per_project_max'
  | 'media_per_project_max'
  | 'media_bytes_per_project_max'
>;

/** What decides about a write, as one state of the project's row has it. */
export interface ProjectState {
  readonly defaultReleaseId: string;
  /** Grows with every write. */
  readonly writeSeq: number;
  /** Grows with every change of what describes the project: its types, its releases, its name. */
  readonly definitionsVersion: number;
}

/** What a write needs of the context that it is made for. Each project context is one. */
export interface WriteContext {
  readonly db: ProjectDb;
  /** The project as it was when the request was admitted; absent outside of requests. */
  readonly project?: ProjectState;
  readonly now: Date;
  readonly dryRun: boolean;
  /** The actor; stored with events and audit rows. */
  readonly actor: Actor;
  /** The access and the address of the actor. */
  readonly origin: Origin;
  /** When the request's time ends, on the clock of `performance.now()`; absent for commands. */
  readonly endsAt?: number;
  /** Called when the write begins or ends to wait for other writes, so that a 503 can name them. */
  readonly onDelay?: (cause: 'other_writes' | null) => void;
  /** Makes the error of a write that readers would notice; absent for callers that may publish (specification: access). */
  readonly rejectPublish?: () => Error;
  /** Called inside each transaction, so that what it stores is committed with the change. */
  readonly commit?: (tx: ProjectDb) => Promise<void>;
  /** The project's limits, for writes that add something limited. */
  readonly bounds?: { readonly perProject: ProjectLimits };
  /** Decides inside the transaction which release a release context is bound to. */
  readonly bind?: (tx: never) => Promise<object>;
  /** The audit actions that the route declares. Tests set them, and a write that stores another action fails. */
  readonly declaredAudits?: { readonly route: string; readonly actions: readonly string[] };
}

/** What a write may do inside its transaction: everything in it happens, or nothing does. */
export interface TxOperations<H extends ProjectDb> {
  /** The handle inside the transaction; reads through it see the transaction's own writes. */
  readonly db: H;
  /** Stores an event with the change (specification: outbox). */
  emit(event: NewEvent): void;
  /**
   * Says that readers can see a difference in this part of the project: its revision grows. `tags` are the names under
   * which reads noted what became another (core/context/cache-tag-collector.ts); caches of their answers receive them.
   */
  invalidate(module: ChangeModule, tags: ChangeTags): void;
  /** The default release as this transaction sees it; a write that saw another one does not commit. */
  defaultReleaseId(): Promise<string>;
  /**
   * The version of the project's types as this transaction sees them: what was read of them under this version is what
   * the database has. A write that saw another one does not commit.
   */
  definitionsVersion(): Promise<number>;
  /**
   * Whether an earlier run of the work ended at a unique index. Then it looks for the row that holds the value before it
   * stores its own, so that its refusal can name it; the first run leaves that to the index.
   */
  readonly checksUniques: boolean;
  /**
   * Runs `then` once the write is stored, with the handle outside of its transaction; never for a dry run. For what may
   * come later, and may be lost with the process.
   */
  afterCommit(then: (db: ProjectDb) => void): void;
  /** The number of this write among all writes of the project: of two writes the later one has the larger number. */
  writeSeq(): Promise<number>;
  /**
   * Takes the project's row at the beginning: writes beside this one wait, or begin again, until it has ended. For work
   * that must not run twice; other work gets the row first as soon as it lost once. To be called before anything is read.
   * @returns the newest time of a change that readers of the project saw
   */
  lockProject(): Promise<Date>;
  /**
   * Counts what the write adds to something limited (or takes away, when `by` is below zero) in the project's row. Of
   * more than the limit allows nothing is stored: `limit_reached`. `recount` counts what there is, this write included.
   */
  count(limit: CountedLimit, by: number, recount: () => Promise<number>): void;
  /** Makes another release the default one together with the change. */
  makeDefault(releaseId: string): void;
  /** Ends the work: it stored a change. The argument is its audit entries. */
  readonly stored: Stored;
  /** Ends the work: what it stored belongs to a change that was stored earlier. */
  readonly continued: End;
  /** Ends the work: it stored nothing. Work that stored rows fails. */
  readonly unchanged: End;
}

/** A context inside its transaction. Work reads and writes only through it. */
export type Tx<C extends WriteContext> = C & TxOperations<C['db']>;

/** A context outside of transactions, which can't be nested. */
export interface NotInTransaction {
  readonly emit?: never;
}
