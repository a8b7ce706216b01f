import type { Grant } from '../../contract/access.ts';
import type { Actor } from '../../contract/events/actor.ts';
import type { ChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule, NewEvent } from '../../contract/events/events.ts';
import type { ProjectLimit, ProjectLimits } from '../../contract/limits.ts';
import type { PublishApproval } from '../../contract/reviews.ts';
import type { ProjectDb } from '../mongo/scope/handle.ts';
import type { End, Ending, Stored, WriteResult } from './outcome.ts';
import type { Origin } from '../util/origin.ts';
import type { LocaleListRecord } from './locales.ts';

/** Limits whose counts are stored in the project's row, because counting so many rows at each write is too slow. */
export type CountedLimit = Extract<
  ProjectLimit,
  | 'entries_per_project_max'
  | 'articles_per_project_max'
  | 'locale_rows_per_project_max'
  | 'media_per_project_max'
  | 'media_bytes_per_project_max'
>;

/** The fields of the project's row that a write relies on. */
export interface ProjectState {
  readonly defaultReleaseId: string;
  /** Grows with every write. */
  readonly writeSeq: number;
  /** Grows with every change of the project's content types, their layout, releases or name. */
  readonly definitionsVersion: number;
  /** The project's locales, the default first. */
  readonly locales: LocaleListRecord;
  /** Whose publications need an approval. */
  readonly publishApproval: PublishApproval;
}

/** The part of a context that a write needs. Every project context is one. */
export interface WriteContext {
  readonly db: ProjectDb;
  /** The project as it was when the request was admitted; absent outside requests. */
  readonly project?: ProjectState;
  readonly now: Date;
  readonly dryRun: boolean;
  /** Stored with events and audit rows. */
  readonly actor: Actor;
  /** The actor's way of access and IP address. */
  readonly origin: Origin;
  /** The request's deadline on the clock of `performance.now()`; absent for CLI commands. */
  readonly endsAt?: number;
  /** Called when the write starts and stops waiting for other writes, so that a 503 can name the cause. */
  readonly onDelay?: (cause: 'other_writes' | null) => void;
  /** Creates the error for a write that readers would notice; absent if the caller may publish (specification: access). */
  readonly rejectPublish?: () => Error;
  /** Whose grant can limit the write to content of locales; absent outside of requests. */
  readonly caller?: { kind: 'key' | 'user' | 'reader'; grant: Grant | null } | null;
  /** Called inside each transaction; its writes are committed together with the change, if the work made one. */
  readonly commit?: (tx: ProjectDb, ending: Ending) => Promise<void>;
  /** The project's limits; needed by writes that call `count`. */
  readonly bounds?: { readonly perProject: ProjectLimits };
  /** Builds short responses without the written item, because bulk responses don't contain it. */
  readonly summarizes?: boolean;
  /** The results that earlier attempts of the request stored; only on routes that resume, with an idempotency key. */
  readonly progress?: Progress;
  /** Decides inside the transaction which release a release context is bound to. */
  readonly bind?: (tx: never) => Promise<object>;
  /** The id and the dates of the item that the write creates; absent outside of loads and bulk requests. */
  readonly creation?: Creation;
  /** The transaction of several writes that this write joins (projects/write/batch.ts); absent for a write of its own. */
  readonly batch?: WriteBatch;
  /** The audit actions that the route declares. Tests set them, and a write that stores another action fails. */
  readonly declaredAudits?: { readonly route: string; readonly actions: readonly string[] };
}

/** What a load or a bulk request decides about an item before it creates the item. */
export interface Creation {
  readonly id: string;
  /** Dates of the item in its former system; the time of the write if absent. */
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

/** Several writes of a project in one transaction. */
export interface WriteBatch {
  /** Runs one write of the batch. @throws the errors of `work` */
  run<C extends WriteContext, T>(context: C, work: (tx: Tx<C>) => Promise<WriteResult<T>>): Promise<T>;
}

/** The stored progress of a request under an idempotency key. */
export interface Progress {
  /** The results that earlier attempts stored. */
  readonly results: readonly unknown[];
  /** Stores further results in the transaction of their changes. */
  add(tx: ProjectDb, results: readonly unknown[]): Promise<void>;
}

/** The operations of a write inside its transaction. */
export interface TxOperations<H extends ProjectDb> {
  /** The database inside the transaction; reads see the transaction's own writes. */
  readonly db: H;
  /** Stores an event with the change (specification: outbox). */
  emit(event: NewEvent): void;
  /**
   * Reports a change that readers can see in this module, which increases its revision. `tags` are the cache tags of the
   * changed items (core/context/cache-tag-collector.ts); caches purge the responses that carry them.
   */
  invalidate(module: ChangeModule, tags: ChangeTags): void;
  /**
   * Reports a change of definitions that no reader can see, because it only shapes forms in the dashboard. It changes no
   * version of a module; only cached definitions are read again.
   */
  changeLayout(): void;
  /** Returns the default release. The write does not commit if the default release changes meanwhile. */
  defaultReleaseId(): Promise<string>;
  /**
   * Returns the version of the project's content types and their layout; types that were cached under this version are current. The
   * write does not commit if the version changes meanwhile.
   */
  definitionsVersion(): Promise<number>;
  /** Returns the project's locales, the default first. The write does not commit if the list changes meanwhile. */
  locales(): Promise<LocaleListRecord>;
  /**
   * Reports the locales, by id, whose content the work changes: `*` for anything else, no id for work that changes no
   * content. Work of a caller with a grant for locales is rejected at its end unless it reports locales of the grant.
   */
  noteLocales(ids: readonly string[]): void;
  /** Returns whose publications need an approval. The write does not commit if the setting changes meanwhile. */
  publishApproval(): Promise<PublishApproval>;
  /**
   * True if an earlier run of the work violated a unique index. The work then looks for the conflicting row before it
   * stores its own, so that the error can name it. The first run relies on the index alone.
   */
  readonly checksUniques: boolean;
  /**
   * Runs `then` after the commit, with a handle outside the transaction; never for a dry run. Only for work that may be
   * lost if the process ends.
   */
  afterCommit(then: (db: ProjectDb) => void): void;
  /** Returns the number of this write. Later writes of the project have larger numbers. */
  writeSeq(): Promise<number>;
  /**
   * Locks the project's row before anything is read: concurrent writes wait or run again. For work that must not run
   * twice; other work locks the row once it has lost a conflict.
   * @returns the time of the latest change that readers can see
   */
  lockProject(): Promise<Date>;
  /**
   * Adds `by` (negative to subtract) to a limit's count in the project's row. `recount` counts the rows, including those
   * of this write. @throws limit_reached
   */
  count(limit: CountedLimit, by: number, recount: () => Promise<number>): void;
  /**
   * Adds `by` to a number that `store` changes by the sum of all calls with the same key, once, at the end of the
   * transaction: many writes of a batch change such a number.
   */
  addAtEnd(key: string, by: number, store: (sum: number) => Promise<void>): Promise<void>;
  /** Changes the default release as part of the write. */
  makeDefault(releaseId: string): void;
  /** Ends work that stored a change, with its audit entries. */
  readonly stored: Stored;
  /** Ends work whose rows belong to a change that was stored earlier. */
  readonly continued: End;
  /** Ends work that stored nothing. The transaction fails if the work stored rows. */
  readonly unchanged: End;
}

/** A context inside its transaction; work reads and writes only through it. */
export type Tx<C extends WriteContext> = C & TxOperations<C['db']>;

/** A context outside a transaction. Transactions can't be nested. */
export interface NotInTransaction {
  readonly emit?: never;
}
