import type { ExistingTarget } from '../../../contract/fields/links.ts';
import type { Shape } from '../../fields/walk.ts';
import type { EntryValues } from '../store/schema.ts';
import { findTargets, type ReferenceTarget } from '../store/queries/page-repository.ts';
import { smallWeight } from '../../../core/http/index.ts';
import type { EntrySource, ReleaseContext } from '../../../core/context/index.ts';
import { weigh } from '../../../core/util/index.ts';
import { isVisible } from '../../../lifecycle/index.ts';
import { entrySource } from '../read/link-source.ts';
import { idsOf } from '../read/references.ts';

/** Entries of more different ids are read by the answer itself: the check of a write looks at their states alone. */
const idsMax = 100;

/**
 * The entries that a write points at. One query inside its transaction reads them for the check of the written ids and
 * for the answer, as long as they are few and small.
 */
export class WriteTargets {
  readonly #found = new Map<string, ReferenceTarget>();
  readonly #asked = new Set<string>();
  readonly #wanted: readonly string[];

  /** @param values - the draft that the answer shows */
  constructor(item: { type: Shape; values: EntryValues }) {
    this.#wanted = idsOf(item);
  }

  /** The call, with these entries where its checks look for entries. */
  within<C extends ReleaseContext>(tx: C): C {
    const entries: EntrySource = {
      ...entrySource,
      existing: (_call, ids) => this.#existing(tx, ids),
    };
    return { ...tx, sources: { ...tx.sources, entries } };
  }

  /** What was read, without the entry that was written itself: that is another one now. */
  foundBeside(entryId: string): ReadonlyMap<string, ReferenceTarget> {
    this.#found.delete(entryId);
    return this.#found;
  }

  async #existing(tx: ReleaseContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>> {
    if (!(await this.#read(tx, ids))) return entrySource.existing(tx, ids);
    const existing = new Map<string, ExistingTarget>();
    for (const id of ids) {
      const entry = this.#found.get(id);
      if (entry !== undefined) existing.set(id, { live: isVisible(entry, tx.now), contentType: entry.type });
    }
    return existing;
  }

  /** Answers false when they are too many or too large. */
  async #read({ db, now }: ReleaseContext, ids: readonly string[]): Promise<boolean> {
    const missing = [...new Set([...ids, ...this.#wanted])].filter((id) => !this.#asked.has(id));
    if (missing.length + this.#asked.size > idsMax) return false;
    let weight = 0;
    const isSmall = (row: unknown) => (weight += weigh(row, smallWeight)) <= smallWeight;
    const { found, isWhole } = await findTargets(db, { ids: missing, now }, isSmall);
    if (!isWhole) return false;
    for (const id of missing) this.#asked.add(id);
    for (const entry of found) this.#found.set(entry.id, entry);
    return true;
  }
}
