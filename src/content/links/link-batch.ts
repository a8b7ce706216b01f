import type { TargetKind } from '../../contract/fields/links.ts';

/** The ids that a response must resolve, collected over all its items so that each kind needs one query. */
export class LinkBatch {
  readonly #ids = new Map<TargetKind, Set<string>>();

  add(kind: TargetKind, id: string): void {
    const ids = this.#ids.get(kind);
    if (ids === undefined) this.#ids.set(kind, new Set([id]));
    else ids.add(id);
  }

  addAll(kind: TargetKind, ids: Iterable<string>): void {
    for (const id of ids) this.add(kind, id);
  }

  of(kind: TargetKind): readonly string[] {
    return [...(this.#ids.get(kind) ?? [])];
  }

  /** Number of different ids of all kinds. */
  get size(): number {
    let size = 0;
    for (const ids of this.#ids.values()) size += ids.size;
    return size;
  }

  get kinds(): readonly TargetKind[] {
    return [...this.#ids.keys()];
  }
}
