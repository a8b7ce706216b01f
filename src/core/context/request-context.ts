import { type Actor, jobActor, nobody } from '../../contract/events/actor.ts';
import type { Grant } from '../../contract/access.ts';
import type { CdnMode } from '../../contract/events/cdn.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { ImageService, ImageQuery } from '../../contract/fields/images.ts';
import type {
  ExistingTarget,
  Image,
  Link,
  LinkTargetKind,
  MediaUse,
  PageUse,
} from '../../contract/fields/links.ts';
import type { ResponseSpace } from '../http/response/response-space.ts';
import type { Bounds } from '../util/json/bounds.ts';
import type { Cursors } from '../util/cursors.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from '../mongo/scope/handle.ts';
import { originOf } from '../util/origin.ts';
import { whole } from '../mongo/scope/whole.ts';
import type { PagePositions } from './page-positions.ts';
import type { TargetCache } from '../util/target-cache.ts';
import type { CacheTagCollector } from './cache-tag-collector.ts';
import type { Storage } from '../storage/storage.ts';
import type { Tx, WriteContext } from './write-context.ts';

/**
 * Who asks, already checked: a key, a member of the project in the dashboard, or a caller who only reads (a preview, or
 * an answer that is kept for several callers).
 */
export interface Caller {
  kind: 'key' | 'user' | 'reader';
  keyId: string;
  purpose: 'secret' | 'publishable';
  name: string;
  expiresAt: Date | null;
  /** The key's budgets count per address too when it is publishable. */
  address: string;
  /** What the caller was narrowed to; null for everything that such a caller may do. */
  grant: Grant | null;
}

/** The actor of a caller. */
export function actorOf({ kind, keyId: id, name }: Caller): Actor {
  return kind === 'reader' ? nobody : { kind, id, name };
}

/** The version of each module of a project. */
export type ModuleVersions = Readonly<Record<ChangeModule, number>>;

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
  /** Of each module: grows with every change of it that a reader could see. */
  moduleVersions: ModuleVersions;
  /** Grows with every change of what describes the project: its types, its releases, its name. */
  definitionsVersion: number;
  /** Grows with every write. */
  writeSeq: number;
  /** No date of the project comes before this one; null when there is none. It may have passed (lifecycle/publishing/due/next-changes.ts). */
  nextDate: Date | null;
  /** Days between reviews of knowledge base articles that say nothing else. */
  reviewIntervalDays: number;
  /** Addresses of the project's site, for links in rich text (content/links/site-address.ts). */
  linkPatterns: Readonly<Record<string, string>>;
  /** How shared caches may store what publishable keys read; null while they may not. */
  cdn: Readonly<CdnMode> | null;
}

export interface ReleaseInfo {
  id: string;
  name: string;
  default: boolean;
}

/** What every service function is given: who, when, and the database as this project may see it. */
export interface ProjectContext extends WriteContext {
  readonly requestId: string;
  readonly baseUrl: string;
  readonly caller: Caller | null;
  readonly project: ProjectInfo;
  /** Revision that the caller wants to change (`If-Match`), as sent; null when absent. */
  readonly ifMatch: string | null;
  /** What the read looks at, for those who keep its answer; only where the call is a read of one moment. */
  readonly seen?: CacheTagCollector;
  /** Aborted when the caller is gone or the process stops; only on routes that hold their answers. */
  readonly signal?: AbortSignal;
  /** Admits the caller again; on the same routes. @throws the error a new request would get */
  readonly admitAgain?: () => Promise<{ readonly caller: Caller; readonly project: ProjectInfo }>;
  /** Where ids in content lead; each kind of target is brought by its feature. */
  readonly sources: LinkSources;
  /** What is published at dates; each kind is brought by its feature. */
  readonly scheduled: readonly ScheduledKind[];
  readonly cursors: Cursors;
  /** Where pages by offset ended that this process has read. */
  readonly positions: PagePositions;
  /** Entries that others refer to, as snapshots found them; only where the call is a read of one moment. */
  readonly targets?: TargetCache;
  readonly bounds: Bounds;
  /** Opens the space of one response: what it may read and contain. */
  newResponseSpace(): ResponseSpace;
  /** Where the project's files are. */
  readonly storage: Storage;
  /** The service that makes other sizes of its pictures; null for none. */
  readonly imageService: ImageService | null;
  /** The sizes in which the answer's pictures are wanted; absent where no request names them. */
  readonly images?: ImageQuery;
  /** Runs a read that no index bounds: of one project a few at a time, so that others are not slowed. Not to be nested. */
  withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A call on release-scoped content. Inside a transaction `release` is the release that is written, as the transaction
 * decided: the one that was named, or the one that is the default now. Outside it may be out of date.
 */
export interface ReleaseContext extends ProjectContext {
  readonly db: ReleaseDb;
  readonly release: ReleaseInfo;
  readonly bind: (tx: Tx<ProjectContext>) => Promise<ReleaseBinding>;
}

/** What a call on a release is bound to. */
export type ReleaseBinding = Pick<ReleaseContext, 'project' | 'db' | 'release'>;

/** The call as it goes on after its answer: neither its end nor what is stored with the request is this work's. */
export function detachFromRequest(context: ProjectContext): ProjectContext {
  const { endsAt: _endsAt, onDelay: _delay, commit: _commit, signal: _signal, ...rest } = context;
  return rest;
}

/**
 * The call for what the service does of its own accord while it answers: there is no actor, and no answer waits for it.
 */
export function asSystem<C extends ProjectContext>(context: C): C {
  const { rejectPublish: _fence, ...rest } = detachFromRequest(context) as C;
  const actor = jobActor('publishing.due');
  return {
    ...rest,
    db: whole(context.db),
    caller: null,
    actor,
    origin: originOf(actor, actor.id),
    ifMatch: null,
    dryRun: false,
  } as C; // C without what it need not have
}

/** The same call, seeing drafts where readers see what is live; for reading alone. */
export function withDrafts(context: ProjectContext): ProjectContext {
  return { ...context, db: context.db.withDrafts() };
}

/** One kind of thing that link fields and rich text can point at; each feature brings its own. */
export interface LinkSource {
  readonly kind: LinkTargetKind;
  /** Those of the ids that exist in the call's project, live or not. One query. */
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  /** The read forms of those that readers can see now. One query. */
  resolve(context: ProjectContext, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** Read forms by id, and when the first of them stops being true though nothing was written (null: never). */
export interface Resolved<T> {
  found: Map<string, T>;
  validUntil: Date | null;
}

/** The project's pictures, as everything that serves one sees them. */
export interface ImageSource {
  /** Those of the ids that are ready to be used. */
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  /** Deleted files are here with `url: null`; ids that never existed are absent. */
  resolve(context: ProjectContext, ids: readonly string[]): Promise<Resolved<Image>>;
}

/** Entries of custom types as rich text points at them; a project-wide call sees the default release's. */
export interface EntrySource {
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  resolve(context: ProjectContext, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** Pages on which pictures stand; each feature with pictures brings its own. */
export interface ImageUser {
  readonly pages: readonly PageUse['type'][];
  /**
   * The pages on which readers see the picture now, in the order of their ids, and how many there are in all (counting
   * stops at the cap of counts). Asks indexes alone, one question after another, so that it may run in a transaction.
   */
  usesOf(context: ProjectContext, mediaId: string, limit: number): Promise<ImageUses>;
  /** The first places at which the asset stands, drafts and all releases included. Asks indexes alone, as above. */
  placesOf(context: ProjectContext, mediaId: string, limit: number): Promise<MediaUse[]>;
  /** Those of the ids that stand somewhere, drafts and all releases included. One index read for each id. */
  usedAmong(context: ProjectContext, mediaIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ImageUses {
  uses: PageUse[];
  total: number;
}

/** A field that points at an item, as lists of referrers name it. */
export interface ReferringField {
  type: PageUse['type'];
  id: string;
  slug: string;
  title: string;
  field: string;
  live: boolean;
  url: string;
}

/** Project-wide content that can point at entries of the default release; each feature brings its own. */
export interface ReferrerSource {
  /** The first items that point at `id`, drafts included, in the order of their ids. One index read. */
  find(
    context: ProjectContext,
    query: { id: string; limit: number; after: string | null },
  ): Promise<ReferringField[]>;
  /** The number of items that point at `id`, drafts included. Counting stops at the cap of counts. */
  count(context: Pick<ProjectContext, 'db'>, id: string): Promise<number>;
}

/** All that an id in content can lead to (composed in src/server/assembly.ts). */
export interface LinkSources {
  readonly links: readonly LinkSource[];
  readonly images: ImageSource;
  readonly imageUsers: readonly ImageUser[];
  readonly entries: EntrySource;
  readonly referrers: readonly ReferrerSource[];
}

/** Something with a date on which readers begin to see it, or see it changed. */
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
  /** The projects and releases whose items are left out. */
  except: { projectIds: readonly string[]; releaseIds: readonly string[] };
}

interface ScheduledBase {
  readonly name: string;
  /** Returns items with a change that is due at or before `until`, earliest first. */
  findDue(system: SystemDb, query: DueQuery): Promise<DueItem[]>;
  /** The earliest date after `now` in the project and in this release of it, or null. One index read. */
  nextDate(scope: { db: ProjectDb; releaseId: string }, now: Date): Promise<Date | null>;
}

/**
 * A kind of item with publish dates; each feature defines its own (composed in src/server/assembly.ts). `applyDueChange`
 * applies what is due of one item and stores the events in one transaction. It does nothing if nothing is due any more.
 */
export type ScheduledKind =
  | (ScheduledBase & {
      readonly scope: 'project';
      applyDueChange(context: ProjectContext, id: string): Promise<void>;
    })
  | (ScheduledBase & {
      readonly scope: 'release';
      /** Ids of items of one release of which something is due, the earliest first, at most `limit`. */
      findDueIn(db: ReleaseDb, now: Date, limit: number): Promise<string[]>;
      applyDueChange(context: ReleaseContext, id: string): Promise<void>;
    });
