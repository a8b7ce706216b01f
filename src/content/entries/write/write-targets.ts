import type { ExistingTarget } from '../../../contract/fields/links.ts';
import type { EntrySource, ReleaseContext } from '../../../core/context/index.ts';
import { smallBytes } from '../../../core/http/index.ts';
import { isVisible } from '../../../lifecycle/index.ts';
import type { Shape } from '../../fields/walk.ts';
import { entrySource } from '../read/link-source.ts';
import { idsOf } from '../read/references.ts';
import { findTargets } from '../store/queries/list-repository.ts';
import type { EntryValues, ReferenceTarget } from '../store/schema.ts';

/** If a write has more ids, the response reads the targets itself, and validation reads only their states. */
const idsMax = 100;

/**
 * The entries that a written entry links to. One query in the transaction reads them for validation and for the
 * response if they are few and small.
 */
export class WriteTargets {
  readonly #targets = new Map<string, ReferenceTarget>();
  readonly #queriedIds = new Set<string>();
  readonly #draftIds: readonly string[];

  /** @param draft - the draft that the response contains */
  constructor(draft: { type: Shape; values: EntryValues }) {
    this.#draftIds = idsOf(draft);
  }

  /** Returns the context with a link check that reads these entries. */
  within<C extends ReleaseContext>(tx: C): C {
    const entries: EntrySource = {
      ...entrySource,
      existing: (_context, ids) => this.#existing(tx, ids),
    };
    return { ...tx, sources: { ...tx.sources, entries } };
  }

  /** The targets without the written entry itself, whose row is outdated. */
  without(entryId: string): ReadonlyMap<string, ReferenceTarget> {
    this.#targets.delete(entryId);
    return this.#targets;
  }

  async #existing(tx: ReleaseContext, ids: readonly string[]): Promise<Map<string, ExistingTarget>> {
    // A source of the caller knows entries that are not stored yet, and its writes have no response.
    if (tx.sources.entries !== entrySource || !(await this.#read(tx, ids)))
      return tx.sources.entries.existing(tx, ids);
    const existing = new Map<string, ExistingTarget>();
    for (const id of ids) {
      const entry = this.#targets.get(id);
      if (entry !== undefined) existing.set(id, { live: isVisible(entry, tx.now), contentType: entry.type });
    }
    return existing;
  }

  /** @returns false if they are too many or too large */
  async #read({ db, now }: ReleaseContext, ids: readonly string[]): Promise<boolean> {
    const missing = [...new Set([...ids, ...this.#draftIds])].filter((id) => !this.#queriedIds.has(id));
    if (missing.length + this.#queriedIds.size > idsMax) return false;
    let readBytes = 0;
    const isSmall = (rowBytes: number) => (readBytes += rowBytes) <= smallBytes;
    const { targets, isWhole } = await findTargets(db, { ids: missing, now }, isSmall);
    if (!isWhole) return false;
    for (const id of missing) this.#queriedIds.add(id);
    for (const entry of targets) this.#targets.set(entry.id, entry);
    return true;
  }
}
