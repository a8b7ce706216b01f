import type { ComparedRow, ServedState } from '../copy/row-repository.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import type { DiffCounts, ReaderSummary } from '../schema.ts';

/** What a promotion does to an item. */
export type ItemChange = 'added' | 'changed' | 'removed';

/** What a promotion does to an item for readers; null if the releases differ only in drafts. Definitions always count. */
export function readerChange(
  part: Part,
  ours: ComparedRow | undefined,
  theirs: ComparedRow | undefined,
): ItemChange | null {
  const [after, before] = [servedBy(part, ours), servedBy(part, theirs)];
  if (after.size === 0 && before.size === 0) return null;
  if (before.size === 0) return 'added';
  if (after.size === 0) return 'removed';
  const isSame = after.size === before.size && [...after].every(([key, state]) => before.get(key) === state);
  return isSame && part === parts.entries ? null : 'changed';
}

/**
 * Whether readers of the default release got a change of an item after a time. An item that readers saw once and no
 * longer see counts, because the row has no date of its removal.
 */
export function changedForReaders(part: Part, row: ComparedRow | undefined, since: Date): boolean {
  if (row === undefined || part !== parts.entries) return true;
  return statesOf(row).some(({ start, live_updated_at, was_live, pending_at }) => {
    if (live_updated_at == null) return was_live === true;
    return live_updated_at > since || (start ?? since) > since || pending_at !== undefined;
  });
}

/** Counts the changes for readers by kind, and the entries of which only drafts change. */
export class ReaderCounts {
  readonly #types = noChanges();
  readonly #blocks = noChanges();
  readonly #entries = noChanges();
  readonly #drafts = noChanges();

  add(
    part: Part,
    difference: { readers: ItemChange | null; change: ItemChange; conflict: boolean; overwrites: boolean },
  ): void {
    const { readers, change, conflict, overwrites } = difference;
    const counts = readers === null ? this.#drafts : this.#countsOf(part);
    counts[readers ?? change] += 1;
    if (overwrites) counts.conflicts += 1;
    else if (conflict) this.#drafts.conflicts += 1;
  }

  /** Blocks are counted if one of the releases defines some. */
  summary(hasBlocks: boolean): ReaderSummary {
    const blocks = hasBlocks ? { blocks: this.#blocks } : {};
    return { types: this.#types, ...blocks, entries: this.#entries, drafts: this.#drafts };
  }

  #countsOf(part: Part): DiffCounts {
    if (part === parts.types) return this.#types;
    return part === parts.blocks ? this.#blocks : this.#entries;
  }
}

function noChanges(): DiffCounts {
  return { added: 0, changed: 0, removed: 0, conflicts: 0 };
}

/** The states that readers get, now or at their date, by locale; `own` is the default locale. */
function servedBy(part: Part, row: ComparedRow | undefined): ReadonlyMap<string, string> {
  if (row === undefined) return new Map();
  if (part !== parts.entries) return new Map([['own', '']]);
  return new Map(
    statesOf(row).flatMap(({ locale, was_live: _was, ...served }) =>
      served.live_updated_at == null ? [] : [[locale ?? 'own', JSON.stringify(served)]],
    ),
  );
}

function statesOf({ served, served_locales = [] }: ComparedRow): readonly ServedState[] {
  return [...(served === undefined ? [] : [served]), ...served_locales];
}
