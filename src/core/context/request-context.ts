import { type Actor, jobActor, nobody } from '../../contract/events/actor.ts';
import { type Grant, may } from '../../contract/access.ts';
import { previewPathOf } from '../../contract/drafts.ts';
import type { TranslationSource } from './translations.ts';
import type { CdnMode } from '../../contract/events/cdn.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { ImageService, ImageQuery } from '../../contract/fields/images.ts';
import type {
  ExistingTarget,
  FileAsset,
  Image,
  Link,
  LinkTargetKind,
  MediaUse,
  PageUse,
} from '../../contract/fields/links.ts';
import type { PublishApproval } from '../../contract/reviews.ts';
import type { ResponseSpace } from '../http/response/response-space.ts';
import type { Bounds } from '../util/json/bounds.ts';
import type { Cursors } from '../util/cursors.ts';
import type { ProjectDb, ReleaseDb } from '../mongo/scope/handle.ts';
import { originOf } from '../util/origin.ts';
import { whole } from '../mongo/scope/whole.ts';
import type { LocaleListRecord, LocaleRead } from './locales.ts';
import type { PagePositions } from './page-positions.ts';
import type { ScheduledBase } from './scheduled.ts';
import type { TargetCache } from '../util/target-cache.ts';
import type { CacheTagCollector } from './cache-tag-collector.ts';
import type { Storage } from '../storage/storage.ts';
import type { Tx, WriteContext } from './write-context.ts';

/**
 * An authenticated caller: an API key, a member of the project in the dashboard, or a reader (a preview, or a response
 * that is cached for several callers).
 */
export interface Caller {
  kind: 'key' | 'user' | 'reader';
  keyId: string;
  purpose: 'secret' | 'publishable';
  name: string;
  expiresAt: Date | null;
  /** The IP address; budgets of publishable keys also count per address. */
  address: string;
  /** Null if the caller's access is not narrowed. */
  grant: Grant | null;
  /** A bulk change runs on behalf of the member. */
  isJob?: true;
}

export function actorOf({ kind, keyId: id, name }: Caller): Actor {
  return kind === 'reader' ? nobody : { kind, id, name };
}

export type ModuleVersions = Readonly<Record<ChangeModule, number>>;

/** The part of the project's row that every request needs; it is read together with the key. */
export interface ProjectInfo {
  id: string;
  name: string;
  /** Set while the project is an unfinished copy or the test of a backup, whose dates are not applied. */
  isHidden?: true;
  privateMedia: boolean;
  defaultReleaseId: string;
  defaultReleaseName: string;
  /** Grows with every change that readers can see. */
  revision: number;
  /** Time of the last change of `revision`. */
  changedAt: Date;
  /** For each module, a number that grows with every change that readers can see. */
  moduleVersions: ModuleVersions;
  /** Grows with every change of the project's content types, their layout, releases or name. */
  definitionsVersion: number;
  /** Grows with every write. */
  writeSeq: number;
  /** The project's earliest publish or end date, or null. It may be in the past (lifecycle/publishing/due/next-changes.ts). */
  nextDate: Date | null;
  /** The locales of the project, the default first. */
  locales: LocaleListRecord;
  /** Whose publications need an approval. */
  publishApproval: PublishApproval;
  /** Days between reviews of knowledge base articles without an interval of their own. */
  reviewIntervalDays: number;
  /** URLs of the project's site, for links in rich text (content/links/site-address.ts). */
  linkPatterns: Readonly<Record<string, string>>;
  /** How shared caches may store responses to publishable keys; null while they may not. */
  cdn: Readonly<CdnMode> | null;
}

export interface ReleaseInfo {
  id: string;
  name: string;
  default: boolean;
}

/** The request context that service functions receive: the caller, the time, and the database limited to one project. */
export interface ProjectContext extends WriteContext {
  readonly requestId: string;
  /** The time of the request where `now` is the later time of a preview; signed URLs are valid from it. */
  readonly realNow?: Date;
  readonly baseUrl: string;
  readonly caller: Caller | null;
  readonly project: ProjectInfo;
  /** The revision in `If-Match`, as sent; null if absent. */
  readonly ifMatch: string | null;
  /** Collects the cache tags of the response; only set for reads from one snapshot. */
  readonly cacheTags?: CacheTagCollector;
  /** Aborted when the client disconnects or the process stops; only set on event streams and long polls. */
  readonly signal?: AbortSignal;
  /** Authenticates the caller again; set together with `signal`. @throws the error that a new request would get */
  readonly admitAgain?: () => Promise<{ readonly caller: Caller; readonly project: ProjectInfo }>;
  /** Resolves ids in content. */
  readonly sources: LinkSources;
  /** Kinds of items with publish dates. */
  readonly scheduled: readonly ScheduledKind[];
  /** Kinds of items whose texts are translated. */
  readonly translations: readonly TranslationKind[];
  readonly cursors: Cursors;
  readonly positions: PagePositions;
  /** Cache of entries that other entries refer to; only set for reads from one snapshot. */
  readonly targets?: TargetCache;
  readonly bounds: Bounds;
  /** Creates the limits of one response: how much it may read and contain. */
  newResponseSpace(): ResponseSpace;
  readonly storage: Storage;
  /** The service that resizes the project's images; null for none. */
  readonly imageService: ImageService | null;
  /** The image sizes that the request names; absent if it names none. */
  readonly images?: ImageQuery;
  /** Only in requests with a preview token. */
  readonly preview?: PreviewAccess;
  /** The locale of a read that names one. */
  readonly locale?: LocaleRead;
  /** The code of the locale that a write addresses; absent for the default locale. */
  readonly writtenLocale?: string;
  /** Runs a read that no index bounds. Each project runs only a few at once, so it can't slow down others. Don't nest. */
  withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The context of a request on release-scoped content. Inside a transaction `release` is current: the release that the
 * request names, else the default release. Outside a transaction it may be outdated.
 */
export interface ReleaseContext extends ProjectContext {
  readonly db: ReleaseDb;
  readonly release: ReleaseInfo;
  readonly bind: (tx: Tx<ProjectContext>) => Promise<ReleaseBinding>;
}

/** The properties of a context that depend on its release. */
export type ReleaseBinding = Pick<ReleaseContext, 'project' | 'db' | 'release'>;

/** Returns the context for work that continues after the response: without deadline, abort signal and stored response. */
export function detachFromRequest(context: ProjectContext): ProjectContext {
  const { endsAt: _endsAt, onDelay: _delay, commit: _commit, signal: _signal, ...rest } = context;
  return rest;
}

/** Returns the context for work that the service starts itself during a request. The actor is the publishing job. */
export function asSystem<C extends ProjectContext>(context: C): C {
  const { rejectPublish: _rejectPublish, ...rest } = detachFromRequest(context) as C;
  const actor = jobActor('publishing.due');
  return {
    ...rest,
    db: whole(context.db),
    caller: null,
    actor,
    origin: originOf(actor, actor.id),
    ifMatch: null,
    dryRun: false,
  } as C; // without optional properties of C
}

/** What a preview token gives access to. */
export interface PreviewAccess {
  kind: 'member' | 'link';
  /** The item for which the token was created. */
  item: { type: string; id: string } | null;
  /** Whether the token shows the draft of this item only, all drafts, or no drafts but a fixed time. */
  drafts: 'item' | 'all' | 'none';
  /** The fixed time that the token shows; null without one. */
  at: Date | null;
  /** The id of the release that requests without `release` read; null for the default release. */
  release: string | null;
}

/** A later time that a read shows, and the release that counts as promoted by then. */
export interface PreviewTime {
  at: Date;
  releaseId: string | undefined;
}

/** Returns the context with drafts in place of live content; for reads only. */
export function withDrafts(context: ProjectContext): ProjectContext {
  const { preview } = context;
  const showsAll = preview === undefined || preview.drafts === 'all';
  const draftOf = showsAll ? null : preview.drafts === 'item' ? (preview.item?.id ?? '') : '';
  return { ...context, db: context.db.withDrafts(draftOf) };
}

/**
 * Returns the context as it will be at a later time, if nobody writes until then; for reads only. `promoted` is the
 * release that becomes the default until then.
 */
export function atTime(
  context: ProjectContext,
  at: Date,
  promoted: Pick<ReleaseInfo, 'id' | 'name'> | null,
): ProjectContext {
  const { project: stored, caller, now } = context;
  const project =
    promoted === null
      ? stored
      : { ...stored, defaultReleaseId: promoted.id, defaultReleaseName: promoted.name };
  const { reviewIntervalDays } = project;
  const db = context.db.grantedTo(caller?.grant ?? null, project.defaultReleaseId);
  return { ...context, project, now: at, realNow: now, db: db.atTime({ at, reviewIntervalDays }) };
}

/** Where the caller reads the draft of an item with this path; undefined if the caller can't read drafts by key. */
export function draftPathOf({ caller }: ProjectContext, path: string): string | undefined {
  const readsDrafts = caller?.purpose === 'secret' && may(caller.grant, 'preview');
  return readsDrafts ? previewPathOf(path) : undefined;
}

/** Returns the context for reads in one locale. */
export function withLocale<C extends ProjectContext>(context: C, locale: LocaleRead): C {
  return { ...context, locale, db: context.db.inLocale(locale) };
}

/** Returns the context that reads a release of the project. */
export function withRelease(context: ProjectContext, releaseId: string): ProjectContext {
  return { ...context, db: context.db.release(releaseId) };
}

/** Returns the context that reads stored documents, which contain all locales; the requested locale stays known. */
export function withDocuments<C extends { readonly db: ProjectDb }>(context: C): C {
  return { ...context, db: context.db.inLocale(null) };
}

/** Returns the context that reads rows of several locales, for a read that can serve whole items of fallbacks. */
export function withLocaleRows<C extends { readonly db: ProjectDb }>(context: C, rows: object): C {
  const { locale } = context.db;
  return locale === null ? context : { ...context, db: context.db.inLocale({ ...locale, rows }) };
}

/** Returns the context that reads what is stored, in a preview of a later time. */
export function withoutTime<C extends { readonly db: ProjectDb }>(context: C): C {
  return { ...context, db: context.db.atTime(null) };
}

/** A kind of item that link fields and rich text can point at; each feature defines its own. */
export interface LinkSource {
  readonly kind: LinkTargetKind;
  /** Returns the items that exist in the project, live or not. One query. */
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  /** Returns the API form of the items that readers can see now. One query. */
  resolve(context: ProjectContext, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** API forms by id, and the earliest date at which one of them changes without a write (null for none). */
export interface Resolved<T> {
  byId: Map<string, T>;
  validUntil: Date | null;
}

/** The project's images. */
export interface ImageSource {
  /** Returns the images that are ready to be used. */
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  /** Returns deleted files with `url: null`; ids that never existed are absent. */
  resolve(
    context: ProjectContext,
    ids: readonly string[],
  ): Promise<Resolved<Image> & { files: ReadonlyMap<string, FileAsset> }>;
}

/** Entries of custom types as link targets; a context without a release sees those of the default release. */
export interface EntrySource {
  existing(context: ProjectContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>>;
  resolve(context: ProjectContext, ids: readonly string[]): Promise<Resolved<Link>>;
}

/** Finds the pages that show an image; each feature with images defines its own. */
export interface ImageUser {
  readonly pages: readonly PageUse['type'][];
  /**
   * Returns the pages on which readers see the image now, ordered by id, and their total up to the maximum count. Reads
   * only indexes, one query after another, so it may run in a transaction.
   */
  usesOf(context: ProjectContext, mediaId: string, limit: number): Promise<ImageUses>;
  /** Returns the first uses of the asset, including drafts and all releases. Reads only indexes, like `usesOf`. */
  mediaUsesOf(context: ProjectContext, mediaId: string, limit: number): Promise<MediaUse[]>;
  /** Returns the ids that are used anywhere, including drafts and all releases. One index read for each id. */
  usedAmong(context: ProjectContext, mediaIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ImageUses {
  uses: PageUse[];
  total: number;
}

/** A field that points at an item, as in lists of referrers. */
export interface ReferringField {
  type: PageUse['type'];
  id: string;
  slug: string;
  title: string;
  field: string;
  live: boolean;
  url: string;
  /** The codes of the locales with the use, if it is in further locales only. */
  locales?: string[];
}

/** Project-wide content that can point at entries of the default release; each feature defines its own. */
export interface ReferrerSource {
  /** Returns the first items that point at `id`, including drafts, ordered by id. One index read. */
  find(
    context: ProjectContext,
    query: { id: string; limit: number; after: string | null },
  ): Promise<ReferringField[]>;
  /** Counts the items that point at `id`, including drafts, up to the maximum count. */
  count(context: Pick<ProjectContext, 'db'>, id: string): Promise<number>;
}

/** Everything that an id in content can point at (composed in src/server/assembly.ts). */
export interface LinkSources {
  readonly links: readonly LinkSource[];
  readonly images: ImageSource;
  readonly imageUsers: readonly ImageUser[];
  readonly entries: EntrySource;
  readonly referrers: readonly ReferrerSource[];
}

/**
 * A kind of item with publish dates; each feature defines its own (composed in src/server/assembly.ts). `applyDueChanges`
 * applies the due changes of some items and stores the events in one transaction. It skips items without a due change, and
 * returns how many of the first items it has done, at least one.
 */
export type ScheduledKind =
  | (ScheduledBase & {
      readonly scope: 'project';
      applyDueChanges(context: ProjectContext, ids: readonly string[]): Promise<number>;
    })
  | (ScheduledBase & {
      readonly scope: 'release';
      /** Returns the ids of at most `limit` due items of one release, earliest first. */
      findDueIn(db: ReleaseDb, now: Date, limit: number): Promise<string[]>;
      applyDueChanges(context: ReleaseContext, ids: readonly string[]): Promise<number>;
    });

/** A kind of item whose texts are translated. */
export type TranslationKind = TranslationSource<ReleaseContext>;
