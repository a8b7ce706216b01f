import type { ChangeModule, NewEvent } from '../contract/events.ts';
import type { Budget, ProjectLimit, ProjectLimits } from '../contract/limits.ts';
import type { Existing, Image, Link, LinkTargetKind, PageUse } from '../contract/links.ts';
import type { AnswerRoom } from './answer-room.ts';
import type { Cursors } from './cursors.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from './mongo/handle.ts';
import type { Storage } from './storage/storage.ts';

/** Who asks: an API key, already checked. */
export interface Caller {
  keyId: string;
  purpose: 'secret' | 'publishable';
  name: string;
  expiresAt: Date | null;
  /** The key's budgets count per address too when it is publishable. */
  address: string;
}

/** The project's row as every request sees it, read together with the key. */
export interface ProjectInfo {
  id: string;
  name: string;
  privateMedia: boolean;
  defaultReleaseId: string;
  defaultReleaseName: string;
  /** Grows with every change that a reader could see. */
  revision: number;
  /** When the revision moved. */
  changedAt: Date;
  /** Grows with every change of what describes the project: its types, its releases, its name. */
  definitionsVersion: number;
  /** Grows with every write. */
  writeSeq: number;
  /** No date of the project comes before this one; null when there is none. It may have passed (publishing/coming.ts). */
  nextDate: Date | null;
  /** Days between reviews of knowledge base articles that say nothing else. */
  reviewIntervalDays: number;
  /** Addresses of the project's site, for links in rich text (links/site-address.ts). */
  linkPatterns: Readonly<Record<string, string>>;
}

export interface ReleaseInfo {
  id: string;
  name: string;
  default: boolean;
}

/** Limits that are counted in the project's row: of these there may be too many to count them at each write. */
export type CountedLimit = Extract<
  ProjectLimit,
  | 'entries_per_project_max'
  | 'articles_per_project_max'
  | 'media_per_project_max'
  | 'media_bytes_per_project_max'
>;

/** One write: everything in it happens, or nothing does. */
export interface Tx<H extends ProjectDb> {
  /** The handle inside the transaction; reads through it see the transaction's own writes. */
  readonly db: H;
  /** Stores an event with the change (design, section 5.1). */
  emit(event: NewEvent): void;
  /** Says that readers can see a difference in this part of the project: its revision grows. */
  touch(module: ChangeModule): void;
  /** The default release as this transaction sees it; a write that saw another one does not commit. */
  defaultReleaseId(): Promise<string>;
  /** The number of this write among all writes of the project: of two writes the later one has the larger number. */
  writeSeq(): Promise<number>;
  /**
   * Takes the project's row at the beginning: writes beside this one wait, or begin anew, until it has ended. For work
   * that takes long and must not lose to shorter writes; to be called before anything is read.
   */
  claim(): Promise<void>;
  /**
   * Counts what the write adds to something limited (or takes away, when `by` is below zero) in the project's row. Of
   * more than the limit allows nothing is stored: `limit_reached`. `recount` counts what there is, this write included.
   */
  count(limit: CountedLimit, by: number, recount: () => Promise<number>): void;
  /** Makes another release the default one together with the change. */
  makeDefault(releaseId: string): void;
}

/** One write of release-scoped content. */
export interface ReleaseTx extends Tx<ReleaseDb> {
  /**
   * The release that is written, as the transaction decided: the one that was named, or the one that is the default
   * now. It exists and is ready. The call's own `release` may be out of date.
   */
  readonly release: ReleaseInfo;
}

/** Bounds that the operator sets; the others are in contract/limits.ts. */
export interface Bounds {
  /** Requests in a window. */
  budgets: Readonly<Record<Budget, number>>;
  /** How many times a key's budget all secret keys of a project have together. */
  projectFactor: number;
  windowSeconds: number;
  bodyBytesMax: number;
  uploadBytesMax: number;
  /** How much of each thing one project may have. */
  perProject: ProjectLimits;
  answerBytesMax: number;
  /** How long a receiver may take, and the waits between attempts. */
  webhooks: { timeoutSeconds: number; retrySeconds: readonly number[] };
}

/** What every service function is given: who, when, and the database as this project may see it. */
export interface ProjectCall {
  readonly requestId: string;
  readonly now: Date;
  readonly baseUrl: string;
  readonly caller: Caller | null;
  readonly project: ProjectInfo;
  readonly db: ProjectDb;
  /** Revision that the caller wants to change (`If-Match`), as sent; null when absent. */
  readonly ifMatch: string | null;
  readonly dryRun: boolean;
  /** When nobody waits for the answer any longer, on the clock of `performance.now()`; absent for commands. */
  readonly endsAt?: number;
  /** Called in each transaction, with the handle inside it, so that the change and this are stored together. */
  readonly commit?: (inside: ProjectDb) => Promise<void>;
  /** Aborted when the caller is gone or the process stops; only on routes that hold their answers. */
  readonly signal?: AbortSignal;
  /** Asks anew whether the caller is still let in; on the same routes. @throws what it would be answered now */
  readonly admitAgain?: () => Promise<unknown>;
  /** Where ids in content lead; each kind of target is brought by its feature. */
  readonly sources: LinkSources;
  /** What is published at dates; each kind is brought by its feature. */
  readonly scheduled: readonly ScheduledKind[];
  readonly cursors: Cursors;
  readonly bounds: Bounds;
  /** Makes the room that one answer has: what it may read and hold. */
  newRoom(): AnswerRoom;
  /** Where the project's files are. */
  readonly storage: Storage;
  /** Runs a read that no index bounds: of one project a few at a time, so that others are not slowed. Not to be nested. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  transact<T>(work: (tx: Tx<ProjectDb>) => Promise<T>): Promise<T>;
  /** The same for work that goes on after the answer: the request's end does not end it. */
  transactLater<T>(work: (tx: Tx<ProjectDb>) => Promise<T>): Promise<T>;
}

/** A call on release-scoped content. */
export interface ReleaseCall extends ProjectCall {
  readonly db: ReleaseDb;
  readonly release: ReleaseInfo;
  transact<T>(work: (tx: ReleaseTx) => Promise<T>): Promise<T>;
}

/** One kind of thing that link fields and rich text can point at; each feature brings its own. */
export interface LinkSource {
  readonly kind: LinkTargetKind;
  /** Those of the ids that exist in the call's project, live or not. One query. */
  existing(call: ProjectCall, ids: readonly string[]): Promise<Map<string, Existing>>;
  /** The read forms of those that readers can see now. One query. */
  resolve(call: ProjectCall, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** Read forms by id, and when the first of them stops being true though nothing was written (null: never). */
export interface Resolved<T> {
  found: Map<string, T>;
  validUntil: Date | null;
}

/** The project's pictures, as everything that serves one sees them. */
export interface ImageSource {
  /** Those of the ids that are ready to be used. */
  existing(call: ProjectCall, ids: readonly string[]): Promise<Map<string, Existing>>;
  /** Deleted files are here with `url: null`; ids that never existed are absent. */
  resolve(call: ProjectCall, ids: readonly string[]): Promise<Resolved<Image>>;
}

/** Entries of custom types as rich text points at them; a project-wide call sees the default release's. */
export interface EntrySource {
  existing(call: ProjectCall, ids: readonly string[]): Promise<Map<string, Existing>>;
  resolve(call: ProjectCall, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** Pages on which pictures stand; each feature with pictures brings its own. */
export interface ImageUser {
  readonly pages: readonly PageUse['type'][];
  /**
   * The pages on which readers see the picture now, in the order of their ids, and how many there are in all (counting
   * stops at the cap of counts). Asks indexes alone, one question after another, so that it may run in a transaction.
   */
  usesOf(call: ProjectCall, mediaId: string, limit: number): Promise<ImageUses>;
}

export interface ImageUses {
  uses: PageUse[];
  total: number;
}

/** All that an id in content can lead to (composed in src/assembly.ts). */
export interface LinkSources {
  readonly links: readonly LinkSource[];
  readonly images: ImageSource;
  readonly imageUsers: readonly ImageUser[];
  readonly entries: EntrySource;
}

/** Something with a date on which readers begin to see it. */
export interface DueItem {
  projectId: string;
  /** Null for what belongs to no release. */
  releaseId: string | null;
  id: string;
  at: Date;
  /** The row's `_id`: of items with the same date, the one with the smaller comes first. */
  row: unknown;
}

/** Which due items are asked for: a page of all projects but some, in the order of their dates. */
export interface DueQuery {
  until: Date;
  limit: number;
  /** The last item of the page before; null for the first page. */
  after: Pick<DueItem, 'at' | 'row'> | null;
  /** Whose items are left out. */
  except: { projectIds: readonly string[]; releaseIds: readonly string[] };
}

interface ScheduledBase {
  readonly name: string;
  /** Items that are still `scheduled` and whose date is `until` or before, the earliest first. */
  findDue(system: SystemDb, query: DueQuery): Promise<DueItem[]>;
  /** The earliest date after `now` in the project and in this release of it, or null. One index read. */
  nextDate(scope: { db: ProjectDb; releaseId: string }, now: Date): Promise<Date | null>;
}

/**
 * One kind of thing that is published at a date; each feature brings its own (composed in src/assembly.ts).
 * `publish` turns `scheduled` into `published` and stores the event, in one transaction that does nothing when the
 * item is gone, is not scheduled any more, or its date was moved away.
 */
export type ScheduledKind =
  | (ScheduledBase & { readonly scope: 'project'; publish(call: ProjectCall, id: string): Promise<void> })
  | (ScheduledBase & { readonly scope: 'release'; publish(call: ReleaseCall, id: string): Promise<void> });
