import type { JobParts } from '../../../core/context/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { databaseTime, HeldLease, type RowChange, RowChanges } from '../../../core/mongo/index.ts';
import { runInBackground } from '../../../core/util/index.ts';
import { searchSources } from '../sources/index.ts';
import {
  findEntryRowIds,
  findRetries,
  findRowsAfter,
  findTypeScope,
  type IndexState,
  readState,
  removeOlderRows,
  saveState,
  typeCollection,
} from './index-repository.ts';
import { indexChanges, type IndexParts, indexRows } from './index-rows.ts';

/** The lease of the process that builds the index, and how long it lasts without a renewal. */
const lease = { name: 'search', forMs: 20_000 };
/** How often a process tries to take the lease. Its holder follows the stream, which returns changes at once. */
export const indexSeconds = 5;
/** Rows in one batch, and how long the stream waits for the first change, in milliseconds. */
const batchRows = 200;
const waitMs = 5_000;
/** Wait for changes during a build, whose next batch is due. */
const buildWaitMs = 20;
/** How often the position is stored and failed rows are looked for while nothing changes, in milliseconds. */
const idleWorkMs = 30_000;

/**
 * Keeps the search index current: follows the changes of all searched rows, in one process at a time. The position in
 * the change stream is stored after the changes are indexed, so a killed process loses none. A position that the
 * database no longer knows starts a build of the whole index, which continues where a killed process stopped.
 */
export class SearchIndexer {
  readonly #parts: IndexParts;
  readonly #lease: HeldLease;
  #stream: RowChanges | null = null;
  #state: IndexState | null = null;
  /** When retries were last looked for, on the clock of `performance.now()`. */
  #idleWorkAt = 0;
  #running: Promise<void> = Promise.resolve();
  readonly #stopping: AbortSignal | undefined;

  constructor({ system, clock, openProject, stopping }: JobParts) {
    const loop = projectLoop(system, 'search.index', indexSeconds * 1_000);
    this.#parts = { system, clock, openProject, loop };
    this.#lease = new HeldLease(system, lease);
    this.#stopping = stopping;
    stopping?.addEventListener('abort', () => runInBackground('stop the search index', () => this.#stop()));
  }

  /** Follows the changes as long as this process holds the lease. */
  run(): Promise<void> {
    const run = this.#run();
    this.#running = run.catch(() => undefined); // the caller reports errors
    return run;
  }

  async #stop(): Promise<void> {
    await this.#close(); // ends the wait for changes
    await this.#running;
    await this.#lease.release();
  }

  async #run(): Promise<void> {
    if (this.#isStopping) return;
    if (!(await this.#lease.keep())) return this.#close();
    try {
      const stream = await this.#open();
      while (!this.#isStopping && (await this.#lease.keep())) {
        const hasNextBatch = this.#isBuilding && this.#current.position !== undefined;
        const changes = await stream.next(batchRows, hasNextBatch ? buildWaitMs : waitMs);
        await this.#index(changes);
        const isWorkDue = performance.now() > this.#idleWorkAt + idleWorkMs;
        const isFirst = this.#current.position === undefined;
        if (changes.length > 0 || isWorkDue || isFirst) await this.#storePosition(stream);
        // A build without a stored position could miss changes after a restart.
        if (this.#isBuilding && this.#current.position !== undefined) await this.#buildNext();
        if (!isWorkDue) continue;
        this.#idleWorkAt = performance.now();
        await this.#retry();
      }
    } catch (error) {
      await this.#close();
      if (!this.#isStopping) throw error;
    }
  }

  get #isBuilding(): boolean {
    return this.#current.build !== undefined;
  }

  get #isStopping(): boolean {
    return this.#stopping?.aborted === true;
  }

  /** Continues at the stored position, or begins a build. */
  async #open(): Promise<RowChanges> {
    if (this.#stream !== null) return this.#stream;
    const { system } = this.#parts;
    this.#state = (await readState(system)) ?? newBuild(0);
    const { position } = this.#state;
    const start = position === undefined ? { from: await databaseTime(system) } : { after: position };
    const collections = [...searchSources.map(({ collection }) => collection.name), typeCollection];
    const stream = new RowChanges(system, { collections, start });
    try {
      await this.#index(await stream.next(batchRows, buildWaitMs));
    } catch (error) {
      await stream.close().catch(() => undefined);
      if (position !== undefined && isPositionLost(error))
        await saveState(system, newBuild(this.#state.version));
      throw error;
    }
    this.#stream = stream;
    return stream;
  }

  async #close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    await stream?.close().catch(() => undefined);
  }

  /** Does nothing before the first response of the database. */
  async #storePosition({ position }: RowChanges): Promise<void> {
    if (position !== undefined) await this.#store({ position });
  }

  async #store(change: Partial<IndexState>): Promise<void> {
    const { build, ...state } = { ...this.#current, ...change };
    this.#state = build === undefined ? state : { ...state, build };
    await saveState(this.#parts.system, this.#state);
  }

  get #current(): IndexState {
    return this.#state ?? newBuild(0);
  }

  async #index(changes: readonly RowChange[]): Promise<void> {
    if (changes.length === 0) return;
    const { version } = this.#current;
    await indexChanges(this.#parts, changes, version);
    const types = new Set(
      changes.filter(({ collection }) => collection === typeCollection).map(({ id }) => id),
    );
    for (const id of types) await this.#indexType(id);
  }

  /** Indexes all entries of a type, whose title and fields may be different now. */
  async #indexType(typeId: string): Promise<void> {
    const { system } = this.#parts;
    const type = await findTypeScope(system, typeId);
    if (type === null) return;
    const db = system.project(type.projectId).release(type.releaseId);
    for (let after = ''; ;) {
      if (this.#isStopping || !(await this.#lease.keep())) throw new Error('this process stopped indexing');
      const ids = await findEntryRowIds(db, { type: type.slug, after, limit: batchRows });
      const changes = ids.map((id) => ({ collection: entryCollection, id }));
      if (changes.length > 0) await indexChanges(this.#parts, changes, this.#current.version);
      if (ids.length < batchRows) return;
      after = (ids.at(-1) ?? '').slice(type.releaseId.length + 1);
    }
  }

  /** Indexes the next batch of a build. */
  async #buildNext(): Promise<void> {
    const { build, version } = this.#current;
    if (build === undefined) return;
    const { system } = this.#parts;
    const at = searchSources.findIndex(({ collection }) => collection.name === build.collection);
    const source = searchSources[at];
    if (source === undefined) return this.#endBuild();
    const rows = await findRowsAfter(system, source, { after: build.after, limit: batchRows });
    await indexRows(
      this.#parts,
      rows.map((row) => ({ source, row })),
      version,
    );
    const last = rows.at(-1);
    const next = searchSources[at + 1];
    if (rows.length === batchRows && last !== undefined)
      await this.#store({ build: { ...build, after: last._id } });
    else if (next !== undefined)
      await this.#store({ build: { collection: next.collection.name, after: '' } });
    else await this.#endBuild();
  }

  async #endBuild(): Promise<void> {
    const { build: _ended, ...state } = this.#current;
    await removeOlderRows(this.#parts.system, state.version);
    this.#state = state;
    await saveState(this.#parts.system, state);
  }

  async #retry(): Promise<void> {
    const { system, clock } = this.#parts;
    const ids = await findRetries(system, clock.now(), batchRows);
    const changes = ids.map((id) => {
      const slash = id.indexOf('/');
      return { collection: id.slice(0, slash), id: id.slice(slash + 1) };
    });
    if (changes.length > 0) await indexChanges(this.#parts, changes, this.#current.version);
  }
}

const entryCollection = searchSources[0]?.collection.name ?? '';

function newBuild(version: number): IndexState {
  return { _id: 'state', version: version + 1, build: { collection: entryCollection, after: '' } };
}

/** Codes of MongoDB for a position that is invalid, of another cluster, or older than the oplog. */
const lostPositionCodes: readonly unknown[] = [260, 280, 286];

/** Whether the change stream can't continue at a position. */
function isPositionLost(error: unknown): boolean {
  return lostPositionCodes.includes((error as { code?: number }).code);
}
