import type { ClientSession, Db, MongoClient } from 'mongodb';
import { connected, opened } from './database.ts';
import type { ReadModules } from './read-modules.ts';

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
    return new ProjectDb(this, projectId, { session: this.session, readsDrafts: false, reads: null });
  }
}

/** How a handle sees the database: inside a transaction or a snapshot, and with drafts in place of what is live. */
interface ReadMode {
  session: ClientSession | null;
  readsDrafts: boolean;
  reads: ReadModules | null;
}

/** The database as one project may see it. Inside a transaction or a snapshot it carries the session. */
export class ProjectDb {
  readonly system: SystemDb;
  readonly projectId: string;
  readonly session: ClientSession | null;
  /** Whether reads find drafts where others find what is live; such a handle is for reading alone. */
  readonly readsDrafts: boolean;
  /** Notes what is read; null where nothing depends on it. */
  readonly reads: ReadModules | null;

  constructor(
    system: SystemDb,
    projectId: string,
    { session, readsDrafts, reads }: ReadMode = { session: null, readsDrafts: false, reads: null },
  ) {
    this.system = system;
    this.projectId = projectId;
    this.session = session;
    this.readsDrafts = readsDrafts;
    this.reads = reads;
  }

  /** The keys that every row of this scope has. */
  get keys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId };
  }

  within(session: ClientSession): ProjectDb {
    const { readsDrafts, reads } = this;
    return new ProjectDb(this.system, this.projectId, { session, readsDrafts, reads });
  }

  /** The same for previews: every collection that has drafts shows them (platform/mongo/collection.ts). */
  withDrafts(): ProjectDb {
    const { session, reads } = this;
    return new ProjectDb(this.system, this.projectId, { session, readsDrafts: true, reads });
  }

  /** The same, noting the modules that are read through it. */
  noting(reads: ReadModules): ProjectDb {
    const { session, readsDrafts } = this;
    return new ProjectDb(this.system, this.projectId, { session, readsDrafts, reads });
  }

  release(releaseId: string): ReleaseDb {
    return new ReleaseDb(this.system, { projectId: this.projectId, releaseId }, this);
  }
}

/** The database as one release of a project may see it; also opens the project's own rows. */
export class ReleaseDb extends ProjectDb {
  readonly releaseId: string;

  constructor(system: SystemDb, scope: { projectId: string; releaseId: string }, sight: ReadMode) {
    super(system, scope.projectId, sight);
    this.releaseId = scope.releaseId;
  }

  get releaseKeys(): Readonly<Record<string, string>> {
    return { project_id: this.projectId, release_id: this.releaseId };
  }

  override within(session: ClientSession): ReleaseDb {
    const { readsDrafts, reads } = this;
    return new ReleaseDb(this.system, this, { session, readsDrafts, reads });
  }

  override withDrafts(): ReleaseDb {
    const { session, reads } = this;
    return new ReleaseDb(this.system, this, { session, readsDrafts: true, reads });
  }
}
