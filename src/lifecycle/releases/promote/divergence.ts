import type { ProjectDb } from '../../../core/mongo/index.ts';
import { blockRemovalId, typeRemovalId } from '../counting.ts';
import { lineageBetween, type LineageSegment } from './ancestors.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import { changedForReaders, type ItemChange, readerChange } from './reader-changes.ts';
import { findReleases, removedSince } from '../repository.ts';
import { allEntries, changedEntries, type ComparedRow, inPages, rowsByKey } from '../copy/row-repository.ts';
import type { ReleaseRecord } from '../schema.ts';
import { basePosition, isAfter, isSameState, type WritePosition } from './write-position.ts';

/** A release, to be compared with the default release. */
export interface ReleasePair {
  release: ReleaseRecord;
  defaultId: string;
}

/** An item that differs between the releases. */
export interface Difference {
  part: Part;
  key: string;
  ours: ComparedRow | undefined;
  theirs: ComparedRow | undefined;
  /** Whether the item of the default release has changed since the release's base. */
  conflict: boolean;
  /** What a promotion does for readers; null if only drafts differ. */
  readers: ItemChange | null;
  /** Whether a promotion takes a change of the default release from readers. */
  overwrites: boolean;
}

/**
 * Compares a release with the default release (specification: release-diff). The base is the default release
 * when the release was cloned from it, or stopped being the default. Items that changed since the base are
 * conflicts, and so are items whose state at the base is unknown, so no change is lost unnoticed.
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
    { release, defaultId }: ReleasePair,
    state: { all: readonly ReleaseRecord[]; removed: ReadonlyMap<string, ReadonlySet<string>> },
  ) {
    this.#db = db;
    this.#ours = release._id;
    this.#theirs = defaultId;
    this.#all = state.all;
    this.#removed = state.removed;
    this.#base = { releaseId: release.base_default ?? defaultId, moment: basePosition(release) };
  }

  /** All reads use this handle: in a transaction or snapshot they see one moment. */
  static async of(db: ProjectDb, pair: ReleasePair): Promise<Comparison> {
    const { release, defaultId } = pair;
    const all = await findReleases(db);
    const removedIds = new Map<string, ReadonlySet<string>>();
    for (const id of new Set([defaultId, release.base_default ?? defaultId])) {
      removedIds.set(id, await removedSince(db.release(id), basePosition(release)));
    }
    return new Comparison(db, pair, { all, removed: removedIds });
  }

  /**
   * Yields items in which the default release changed since the base and differs from the release. The cost
   * grows with those changes, not with the size of the releases.
   */
  async *conflicts(): AsyncIterable<Difference> {
    const { releaseId, moment } = this.#base;
    const segments =
      releaseId === this.#theirs
        ? [{ releaseId, since: moment }]
        : lineageBetween(this.#all, [this.#theirs, releaseId], moment);
    for await (const difference of this.#differences(segments)) if (difference.conflict) yield difference;
  }

  /** Whether a promotion would overwrite a change of one entry in the default release. */
  async isEntryInConflict(id: string): Promise<boolean> {
    const differences = await this.#compare(parts.entries, [id]);
    return differences.some(({ conflict }) => conflict);
  }

  /** Whether one of the releases defines blocks; known after differences were read. */
  get hasBlocks(): boolean {
    return this.#hasBlocks;
  }

  /** Whether the releases differ. Releases without a known common ancestor count as different: comparing them is slow. */
  async hasDifferences(): Promise<boolean> {
    const segments = lineageBetween(this.#all, [this.#ours, this.#theirs]);
    if (segments === null) return true;
    for await (const _difference of this.#differences(segments)) return true;
    return false;
  }

  /** Yields all different items: types, then blocks, then entries. */
  all(): AsyncIterable<Difference> {
    return this.#differences(lineageBetween(this.#all, [this.#ours, this.#theirs]));
  }

  async *#differences(segments: LineageSegment[] | null): AsyncIterable<Difference> {
    yield* await this.#compare(parts.types, null);
    yield* await this.#compare(parts.blocks, null);
    if (segments === null) {
      yield* this.#differencesAnywhere();
      return;
    }
    const entryIds = new Set<string>();
    for (const segment of segments)
      for (const id of await changedEntries(this.#db, segment)) entryIds.add(id);
    for (const keys of inPages(entryIds)) yield* await this.#compare(parts.entries, keys);
  }

  /**
   * The common ancestor is unknown, so all entries are compared: ours, then those that only the default
   * release has.
   */
  async *#differencesAnywhere(): AsyncIterable<Difference> {
    for await (const keys of allEntries(this.#db, this.#ours))
      yield* await this.#compare(parts.entries, keys);
    for await (const keys of allEntries(this.#db, this.#theirs)) {
      const differences = await this.#compare(parts.entries, keys);
      yield* differences.filter(({ ours }) => ours === undefined);
    }
  }

  async #compare(part: Part, keys: readonly string[] | null): Promise<Difference[]> {
    const ours = await rowsByKey(this.#db, { releaseId: this.#ours, part, keys });
    const theirs = await rowsByKey(this.#db, { releaseId: this.#theirs, part, keys });
    const { releaseId } = this.#base;
    const base = releaseId === this.#theirs ? theirs : await rowsByKey(this.#db, { releaseId, part, keys });
    if (part === parts.blocks) this.#hasBlocks = ours.size + theirs.size > 0;
    const comparedKeys = keys ?? [...new Set([...ours.keys(), ...theirs.keys()])].sort();
    return comparedKeys.flatMap((key) => {
      const [our, their] = [ours.get(key), theirs.get(key)];
      if (isSameState(our, their)) return [];
      const sides = [their, base.get(key)] as const;
      const conflict = this.#hasMoved(part, key, sides);
      const readers = readerChange(part, our, their);
      const overwrites = conflict && readers !== null && this.#hasMovedForReaders(part, sides);
      return [{ part, key, ours: our, theirs: their, conflict, readers, overwrites }];
    });
  }

  /** Whether readers of the default release have got a change of the item since the base. */
  #hasMovedForReaders(
    part: Part,
    [row, rowAtBase]: readonly [ComparedRow | undefined, ComparedRow | undefined],
  ): boolean {
    const { releaseId, moment } = this.#base;
    if (changedForReaders(part, row, moment.at)) return true;
    if (releaseId === this.#theirs) return false;
    return readerChange(part, row, rowAtBase) !== null || changedForReaders(part, rowAtBase, moment.at);
  }

  /**
   * Whether the item of the default release changed since the base. `rowAtBase` is the item in the release
   * that was the default at the base.
   */
  #hasMoved(
    part: Part,
    key: string,
    [row, rowAtBase]: readonly [ComparedRow | undefined, ComparedRow | undefined],
  ): boolean {
    const { releaseId } = this.#base;
    if (this.#hasChanged(this.#theirs, part, key, row)) return true;
    if (releaseId === this.#theirs) return false;
    if (!this.#all.some(({ _id }) => _id === releaseId)) return true;
    return this.#hasChanged(releaseId, part, key, rowAtBase) || !isSameState(row, rowAtBase);
  }

  #hasChanged(releaseId: string, part: Part, key: string, row: ComparedRow | undefined): boolean {
    if (row !== undefined) return isAfter(row, this.#base.moment);
    return this.#removed.get(releaseId)?.has(removalId(part, key)) ?? false;
  }
}

/** The id under which an item's removal is stored. */
export function removalId(part: Part, key: string): string {
  if (part === parts.entries) return key;
  return part === parts.types ? typeRemovalId(key) : blockRemovalId(key);
}
