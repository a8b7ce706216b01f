import type { ClientSession, Db, Document, MongoClient } from 'mongodb';
import type { Grant } from '../../../contract/access.ts';
import { connected, opened } from '../connection/database.ts';
import type { ReadModules } from '../../http/cache/read-modules.ts';
import type { AsOf } from './as-of.ts';
import { type Narrowing, narrowingOf } from './grant-filter.ts';

/** Key of the method that returns a handle without a caller's grant; only `whole.ts` uses it. */
export const unnarrowed = Symbol('unnarrowed');

/** The whole database. It has no method that opens rows; `unscoped.ts` does, for a few allowed files. */
export class SystemDb {
  /** Only accessible to importers of `database.ts`, like `opened`. */
  readonly [connected]: MongoClient;
  readonly [opened]: Db;
  /** Set inside a transaction that spans rows of the installation and of projects, such as set-up. */
  readonly session: ClientSession | null;

  constructor(client: MongoClient, db: Db, session: ClientSession | null = null) {
    this[connected] = client;
    this[opened] = db;
    this.session = session;
  }

  within(session: ClientSession): SystemDb {
    return new SystemDb(this[connected], this[opened], session);
  }

  /** Closes the connections of this handle and of all handles derived from it. */
  close(): Promise<void> {
    return this[connected].close();
  }

  project(projectId: string): ProjectDb {
    return new ProjectDb(this, projectId, { ...defaultMode, session: this.session });
  }
}

/** What the items of a read show in a locale (specification of each feature). */
export interface DbLocale {
  /** The ids of the locale, of its fallback, and so on, then of the default locale. */
  readonly chain: readonly [string, ...string[]];
  readonly isDefault: boolean;
  /** Where missing values come from: nowhere, the chain field by field, or whole items of the chain too. */
  readonly mode: 'none' | 'fields' | 'entries';
  readonly now: Date;
  /** The condition for rows of all locales that are read; absent for the rows of this locale. */
  readonly rows?: Document;
}

/** How a handle reads: in a session, as a preview, limited to a grant, and in a locale. */
interface ReadMode {
  session: ClientSession | null;
  readsDrafts: boolean;
  draftOf: string | null;
  asOf: AsOf | null;
  reads: ReadModules | null;
  narrowing: Narrowing | null;
  locale: DbLocale | null;
}

const defaultMode: ReadMode = {
  session: null,
  readsDrafts: false,
  draftOf: null,
  asOf: null,
  reads: null,
  narrowing: null,
  locale: null,
};

/** Opens the rows of one project. In a transaction or a snapshot it contains the session. */
export class ProjectDb {
  readonly system: SystemDb;
  readonly projectId: string;
  readonly session: ClientSession | null;
  /** Whether reads return drafts in place of live content; such a handle must not write. */
  readonly readsDrafts: boolean;
  /** The only item whose draft such reads return; null for all items. */
  readonly draftOf: string | null;
  /** The later time whose content reads return; null for now. Such a handle must not write. */
  readonly asOf: AsOf | null;
  /** Records the modules that are read; null if the response isn't cached. */
  readonly reads: ReadModules | null;
  /** Limits the visible rows; null for all rows. */
  readonly narrowing: Narrowing | null;
  /** The locale in which content is read; null for stored documents, which contain all locales. */
  readonly locale: DbLocale | null;

  constructor(system: SystemDb, projectId: string, mode: ReadMode = defaultMode) {
    this.system = system;
    this.projectId = projectId;
    this.session = mode.session;
    this.readsDrafts = mode.readsDrafts;
    this.draftOf = mode.draftOf;
    this.asOf = mode.asOf;
    this.reads = mode.reads;
    this.narrowing = mode.narrowing;
    this.locale = mode.locale;
  }

  /** Whether reads return what readers see now. Caches, and index keys made of live values, are valid only then. */
  get readsLive(): boolean {
    return !this.readsDrafts && this.asOf === null;
  }

  /** The keys of every row in this scope. */
  get keys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId };
  }

  /** Returns a handle of this scope with another mode. */
  protected withMode(change: Partial<ReadMode>): this {
    return new ProjectDb(this.system, this.projectId, { ...this, ...change }) as this; // ReleaseDb overrides it
  }

  within(session: ClientSession): this {
    return this.withMode({ session });
  }

  /** Returns a handle for previews: collections with drafts show them, or that of one item (core/mongo/scope/collection.ts). */
  withDrafts(draftOf: string | null = null): this {
    return this.withMode({ readsDrafts: true, draftOf });
  }

  /** Returns a handle for previews of a later time: reads return what readers will see then; null for stored rows. */
  atTime(asOf: AsOf | null): this {
    return this.withMode({ asOf });
  }

  /** Returns a handle that reads content in one locale, or stored documents with null; only the latter may write. */
  inLocale(locale: DbLocale | null): this {
    return locale === this.locale ? this : this.withMode({ locale });
  }

  /** Whether reads open rows of a further locale. */
  get readsLocaleRows(): boolean {
    return this.locale !== null && !this.locale.isDefault;
  }

  /** Whether the keys that are derived for filters and sorting belong to the values that reads return. */
  get hasDerivedKeys(): boolean {
    return this.readsLive && !(this.readsLocaleRows && this.locale?.mode === 'none');
  }

  /** Returns a handle that records the modules read through it. */
  noting(reads: ReadModules): this {
    return this.withMode({ reads });
  }

  /** Returns a handle limited to the rows of a grant: the last of three authorization checks (specification: access). */
  grantedTo(grant: Grant | null, defaultReleaseId: string): this {
    const narrowing = narrowingOf(grant, defaultReleaseId);
    return narrowing === this.narrowing ? this : this.withMode({ narrowing });
  }

  /**
   * Returns a handle without the caller's grant, for work that must find all rows: limits, deletion checks, jobs.
   * dependency-rules.cjs lists the files that may use it.
   */
  [unnarrowed](): this {
    return this.narrowing === null ? this : this.withMode({ narrowing: null });
  }

  release(releaseId: string): ReleaseDb {
    return new ReleaseDb(this.system, { projectId: this.projectId, releaseId }, this);
  }
}

/** Opens the rows of one release and the rows of its project. */
export class ReleaseDb extends ProjectDb {
  readonly releaseId: string;

  constructor(system: SystemDb, scope: { projectId: string; releaseId: string }, mode: ReadMode) {
    super(system, scope.projectId, mode);
    this.releaseId = scope.releaseId;
  }

  get releaseKeys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId, release_id: this.releaseId };
  }

  protected override withMode(change: Partial<ReadMode>): this {
    return new ReleaseDb(this.system, this, { ...this, ...change }) as this;
  }
}
