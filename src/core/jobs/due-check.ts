import type { Document } from 'mongodb';
import { databaseOf } from '../mongo/connection/database.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import type { Clock } from '../util/clock.ts';
import { repeat } from './repeat.ts';
import type { DueRows } from './schema.ts';

/** Milliseconds between two checks, and how far ahead the runner looks for timers. */
export const checkEveryMs = 1_000;

/** Work that starts when one of its rows exists. */
export interface DueWork {
  name: string;
  rows: readonly DueRows[];
  start: () => Promise<unknown>;
}

/**
 * Finds everything that is due with one command a second, however many timers exist, so that an idle process costs
 * the database nearly nothing. Each kind of row is one index read that ends at the first row.
 */
export class DueCheck {
  readonly #system: SystemDb;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  #work: readonly DueWork[] = [];
  #stop: (() => Promise<void>) | null = null;

  constructor({ system, clock }: { system: SystemDb; clock: Clock }, onFailure: (error: unknown) => void) {
    this.#system = system;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  start(work: readonly DueWork[]): void {
    this.#work = work.filter(({ rows }) => rows.length > 0);
    this.#stop = repeat(checkEveryMs, () => this.#check(), this.#onFailure);
  }

  async stop(): Promise<void> {
    await this.#stop?.();
  }

  async #check(): Promise<void> {
    const dueNames = await this.#findDue();
    const dueWork = this.#work.filter(({ name }) => dueNames.has(name));
    const results = await Promise.allSettled(dueWork.map(({ start }) => start()));
    for (const result of results) if (result.status === 'rejected') this.#onFailure(result.reason);
  }

  async #findDue(): Promise<Set<string>> {
    const now = this.#clock.now();
    const reads = this.#work.flatMap(({ name, rows }) =>
      rows.map(({ collection, filter }) => ({ collection, stages: firstRow(filter(now), name) })),
    );
    const [first, ...others] = reads;
    if (first === undefined) return new Set();
    const unions = others.map(({ collection, stages }) => ({
      $unionWith: { coll: collection, pipeline: stages },
    }));
    const rows = await databaseOf(this.#system)
      .collection(first.collection)
      .aggregate<{ name: string }>([...first.stages, ...unions])
      .toArray();
    return new Set(rows.map(({ name }) => name));
  }
}

function firstRow(filter: Document, name: string): Document[] {
  return [{ $match: filter }, { $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }];
}
