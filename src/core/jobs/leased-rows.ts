import type { CollectionSpec } from '../mongo/scope/collection.ts';
import type { ProjectDb, SystemDb } from '../mongo/scope/handle.ts';
import { rows } from '../mongo/scope/scoped.ts';
import { unscopedRows } from '../mongo/scope/unscoped.ts';
import type { DueRows } from './schema.ts';

/** A runner and the time until which it holds a piece of work. */
export interface Lease {
  holder: string;
  until: Date;
}

/** A piece of long work of a project. It is `running` until its work ends. */
export interface LeasedRow {
  _id: string;
  status: string;
  /** The runner that holds it, and the time after which any runner can claim it. */
  holder: string | null;
  held_until: Date;
  /** The time of its next time slice. Rows run in this order. */
  turn_at: Date;
}

type OwnedRow = LeasedRow & { project_id: string };

/** The rows of one kind of long work, which runners of all processes claim in turn. */
export class LeasedRows<R extends LeasedRow> {
  readonly #collection: CollectionSpec<OwnedRow, ProjectDb>;
  /** Rows that a runner can claim. The collection has an index of `turn_at` of running rows. */
  readonly due: readonly DueRows[];

  constructor(collection: CollectionSpec<R, ProjectDb>) {
    this.#collection = collection as unknown as CollectionSpec<OwnedRow, ProjectDb>;
    this.due = [{ collection: collection.name, filter: dueFilter }];
  }

  /** The next due row without a lease, except for some projects. */
  async findNext(
    system: SystemDb,
    now: Date,
    excludedProjects: readonly string[],
  ): Promise<(R & { project_id: string }) | null> {
    const filter = { ...dueFilter(now), project_id: { $nin: [...excludedProjects] } };
    const row = await unscopedRows(system, this.#collection).findOne(filter, { sort: { turn_at: 1 } });
    return row as unknown as (R & { project_id: string }) | null;
  }

  /** Claims a row; null if another runner claimed it first or it ended. */
  async claim(db: ProjectDb, { _id, held_until }: R, { holder, until }: Lease): Promise<R | null> {
    const filter = { _id, held_until, status: 'running' };
    const change = { $set: { holder, held_until: until } };
    return (await rows(db, this.#collection).findOneAndUpdate(filter, change)) as R | null;
  }
}

function dueFilter(now: Date) {
  return { status: 'running', turn_at: { $lte: now }, held_until: { $lte: now } };
}
