import type { ClientSession, Db, MongoClient } from 'mongodb';
import type { Grant } from '../../../contract/access.ts';
import { connected, opened } from '../connection/database.ts';
import type { ReadModules } from '../../http/cache/read-modules.ts';
import { type Narrowing, narrowingOf } from './grant-filter.ts';

/** The way to an unnarrowed handle; `whole.ts` is the one file that takes it. */
export const unnarrowed = Symbol('unnarrowed');

/** The whole database. Opens no rows by itself; see `unscoped.ts` for the few who may. */
export class SystemDb {
  /** Private to this folder, both of them: see `database.ts`. */
  readonly [connected]: MongoClient;
  readonly [opened]: Db;
  /** Set inside a transaction that spans rows of the installation and of projects: set-up, links. */
  readonly session: ClientSession | null;

  constructor(client: MongoClient, db: Db, session: ClientSession | null = null) {
    this[connected] = client;
    this[opened] = db;
    this.session = session;
  }

  within(session: ClientSession): SystemDb {
    return new SystemDb(this[connected], this[opened], session);
  }

  /** Ends the connections to the database, those of all handles that came from this one. */
  close(): Promise<void> {
    return this[connected].close();
  }

  project(projectId: string): ProjectDb {
    return new ProjectDb(this, projectId, { ...plainly, session: this.session });
  }
}

/** How a handle sees the database: inside a transaction or a snapshot, with drafts in place of what is live, or narrowed. */
interface ReadMode {
  session: ClientSession | null;
  readsDrafts: boolean;
  reads: ReadModules | null;
  narrowing: Narrowing | null;
}

const plainly: ReadMode = { session: null, readsDrafts: false, reads: null, narrowing: null };

/** The database as one project may see it. Inside a transaction or a snapshot it carries the session. */
export class ProjectDb {
  readonly system: SystemDb;
  readonly projectId: string;
  readonly session: ClientSession | null;
  /** Whether reads find drafts where others find what is live; such a handle is for reading alone. */
  readonly readsDrafts: boolean;
  /** Notes what is read; null where nothing depends on it. */
  readonly reads: ReadModules | null;
  /** The areas and types whose rows it opens; null for all. */
  readonly narrowing: Narrowing | null;

  constructor(system: SystemDb, projectId: string, mode: ReadMode = plainly) {
    this.system = system;
    this.projectId = projectId;
    this.session = mode.session;
    this.readsDrafts = mode.readsDrafts;
    this.reads = mode.reads;
    this.narrowing = mode.narrowing;
  }

  /** The keys that every row of this scope has. */
  get keys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId };
  }

  /** The same scope, seen in another way. */
  protected seen(change: Partial<ReadMode>): this {
    return new ProjectDb(this.system, this.projectId, { ...this, ...change }) as this; // ReleaseDb has its own
  }

  within(session: ClientSession): this {
    return this.seen({ session });
  }

  /** The same for previews: every collection that has drafts shows them (core/mongo/scope/collection.ts). */
  withDrafts(): this {
    return this.seen({ readsDrafts: true });
  }

  /** The same, noting the modules that are read through it. */
  noting(reads: ReadModules): this {
    return this.seen({ reads });
  }

  /** The third fence: the same for a caller with this grant, who meets no row outside of it (specification: access). */
  grantedTo(grant: Grant | null, defaultReleaseId: string): this {
    const narrowing = narrowingOf(grant, defaultReleaseId);
    return narrowing === this.narrowing ? this : this.seen({ narrowing });
  }

  /**
   * The same without the narrowing of its caller, for what must count or find all there is: protection of what is linked,
   * limits, what the service does by itself. The files that may ask for it stand in dependency-rules.cjs.
   */
  [unnarrowed](): this {
    return this.narrowing === null ? this : this.seen({ narrowing: null });
  }

  release(releaseId: string): ReleaseDb {
    return new ReleaseDb(this.system, { projectId: this.projectId, releaseId }, this);
  }
}

/** The database as one release of a project may see it; also opens the project's own rows. */
export class ReleaseDb extends ProjectDb {
  readonly releaseId: string;

  constructor(system: SystemDb, scope: { projectId: string; releaseId: string }, mode: ReadMode) {
    super(system, scope.projectId, mode);
    this.releaseId = scope.releaseId;
  }

  get releaseKeys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId, release_id: this.releaseId };
  }

  protected override seen(change: Partial<ReadMode>): this {
    return new ReleaseDb(this.system, this, { ...this, ...change }) as this;
  }
}
