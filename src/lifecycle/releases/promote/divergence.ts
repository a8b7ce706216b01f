import type { ProjectDb } from '../../../core/mongo/index.ts';
import { blockRemovalId, typeRemovalId } from '../counting.ts';
import { lineageBetween, type LineageSegment } from './ancestors.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import { findReleases, removedSince } from '../repository.ts';
import { allEntries, changedEntries, type ComparedRow, inPages, rowsByKey } from '../copy/row-repository.ts';
import type { ReleaseRecord } from '../schema.ts';
import { basePosition, isAfter, isSameState, type WritePosition } from './write-position.ts';

/** The release that is looked at and the default one. */
export interface Compared {
  release: ReleaseRecord;
  defaultId: string;
}

/** One item that is not the same in both releases. */
export interface Difference {
  part: Part;
  key: string;
  ours: ComparedRow | undefined;
  theirs: ComparedRow | undefined;
  /** Whether the default release is another one there than at the release's base. */
  conflict: boolean;
}

/**
 * Compares a release with the default one (specification: release-diff). The base of a release is what the default
 * release was when the release was copied from it, or stopped being it. Where the default release is not that any more,
 * by an edit or because another release took its place, the item is in conflict. What cannot be known any more, because
 * the release that was the default then wrote over it or is gone, counts as changed: nothing is left behind unseen.
 */
export class Comparison {
  readonly #db: ProjectDb;
  readonly #ours: string;
  readonly #theirs: string;
  readonly #all: readonly ReleaseRecord[];
  readonly #base: { releaseId: string; moment: WritePosition };
  readonly #removed: ReadonlyMap<string, ReadonlySet<string>>;

  #hasBlocks = false;

  private constructor(
    db: ProjectDb,
    { release, defaultId }: Compared,
    known: { all: readonly ReleaseRecord[]; removed: ReadonlyMap<string, ReadonlySet<string>> },
  ) {
    this.#db = db;
    this.#ours = release._id;
    this.#theirs = defaultId;
    this.#all = known.all;
    this.#removed = known.removed;
    this.#base = { releaseId: release.base_default ?? defaultId, moment: basePosition(release) };
  }

  /** Everything is read through this handle: inside a transaction or a snapshot it is of one moment. */
  static async of(db: ProjectDb, compared: Compared): Promise<Comparison> {
    const { release, defaultId } = compared;
    const all = await findReleases(db);
    const removed = new Map<string, ReadonlySet<string>>();
    for (const id of new Set([defaultId, release.base_default ?? defaultId])) {
      removed.set(id, await removedSince(db.release(id), basePosition(release)));
    }
    return new Comparison(db, compared, { all, removed });
  }

  /**
   * The items in which the default release is not what it was at the base and differs from the release. Costs what
   * changed in the default release since, however large both are.
   */
  async *conflicts(): AsyncIterable<Difference> {
    const { releaseId, moment } = this.#base;
    const stretches =
      releaseId === this.#theirs
        ? [{ releaseId, since: moment }]
        : lineageBetween(this.#all, [this.#theirs, releaseId], moment);
    for await (const difference of this.#differences(stretches)) if (difference.conflict) yield difference;
  }

  /** Whether promoting the release would overwrite what others changed in one entry. */
  async isEntryInConflict(id: string): Promise<boolean> {
    const found = await this.#compare(parts.entries, [id]);
    return found.some(({ conflict }) => conflict);
  }

  /** Whether one of the two releases defines blocks; known once differences were asked for. */
  get hasBlocks(): boolean {
    return this.#hasBlocks;
  }

  /** All items that differ, types and blocks first, each kind in the order of its keys under one heading. */
  all(): AsyncIterable<Difference> {
    return this.#differences(lineageBetween(this.#all, [this.#ours, this.#theirs]));
  }

  async *#differences(stretches: LineageSegment[] | null): AsyncIterable<Difference> {
    yield* await this.#compare(parts.types, null);
    yield* await this.#compare(parts.blocks, null);
    if (stretches === null) {
      yield* this.#differencesAnywhere();
      return;
    }
    const changed = new Set<string>();
    for (const stretch of stretches)
      for (const id of await changedEntries(this.#db, stretch)) changed.add(id);
    for (const keys of inPages(changed)) yield* await this.#compare(parts.entries, keys);
  }

  /** Where the releases came from is not known any more, so that all entries are looked at: ours, then those only theirs. */
  async *#differencesAnywhere(): AsyncIterable<Difference> {
    for await (const keys of allEntries(this.#db, this.#ours))
      yield* await this.#compare(parts.entries, keys);
    for await (const keys of allEntries(this.#db, this.#theirs)) {
      const found = await this.#compare(parts.entries, keys);
      yield* found.filter(({ ours }) => ours === undefined);
    }
  }

  async #compare(part: Part, keys: readonly string[] | null): Promise<Difference[]> {
    const ours = await rowsByKey(this.#db, { releaseId: this.#ours, part, keys });
    const theirs = await rowsByKey(this.#db, { releaseId: this.#theirs, part, keys });
    const { releaseId } = this.#base;
    const base = releaseId === this.#theirs ? theirs : await rowsByKey(this.#db, { releaseId, part, keys });
    if (part === parts.blocks) this.#hasBlocks = ours.size + theirs.size > 0;
    const compared = keys ?? [...new Set([...ours.keys(), ...theirs.keys()])].sort();
    return compared.flatMap((key) => {
      const [our, their] = [ours.get(key), theirs.get(key)];
      if (isSameState(our, their)) return [];
      return [
        { part, key, ours: our, theirs: their, conflict: this.#hasMoved(part, key, [their, base.get(key)]) },
      ];
    });
  }

  /** Whether the default release is not what it was at the base; `was` is what the release of then has there now. */
  #hasMoved(
    part: Part,
    key: string,
    [is, was]: readonly [ComparedRow | undefined, ComparedRow | undefined],
  ): boolean {
    const { releaseId } = this.#base;
    if (this.#hasChanged(this.#theirs, part, key, is)) return true;
    if (releaseId === this.#theirs) return false;
    if (!this.#all.some(({ _id }) => _id === releaseId)) return true;
    return this.#hasChanged(releaseId, part, key, was) || !isSameState(is, was);
  }

  #hasChanged(releaseId: string, part: Part, key: string, row: ComparedRow | undefined): boolean {
    if (row !== undefined) return isAfter(row, this.#base.moment);
    return this.#removed.get(releaseId)?.has(removalId(part, key)) ?? false;
  }
}

/** What the removal of an item is kept as. */
function removalId(part: Part, key: string): string {
  if (part === parts.entries) return key;
  return part === parts.types ? typeRemovalId(key) : blockRemovalId(key);
}
