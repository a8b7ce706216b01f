import type { DraftCopy } from './draft-copies.ts';
import { isEqual } from '../conflict/equal.ts';
import type { EditedItem } from '../item.ts';
import { type Clash, clashesOf, type MergeInput, type MergeResult, type Values } from '../conflict/merge.ts';

/** Reads a changed value when it is needed. */
export type Read = () => unknown;

/** Which change of each field was the last, at some time. */
export type Versions = ReadonlyMap<string, number>;

/** The fields that were changed and are not stored, each with what it held before. */
export class Changes {
  readonly #reads = new Map<string, { read: Read; version: number }>();
  /** What the changed fields held when they were changed first. */
  readonly base: Record<string, unknown> = {};
  /** What each field held before it was first changed here; also of fields that are saved. */
  readonly origins: Record<string, unknown> = {};
  /** Saves that got no answer: one of them may be stored all the same. */
  readonly #unanswered: Values[] = [];
  /** Grows with every change; 0 as long as nothing was typed. */
  version = 0;

  get size(): number {
    return this.#reads.size;
  }

  get keys(): string[] {
    return [...this.#reads.keys()];
  }

  has(key: string): boolean {
    return this.#reads.has(key);
  }

  get(key: string): Read | undefined {
    return this.#reads.get(key)?.read;
  }

  /** What a field holds: what was typed, or what is stored. */
  valueOver(draft: Values, key: string): unknown {
    const read = this.get(key);
    return read === undefined ? draft[key] : read();
  }

  set(key: string, read: Read, before: unknown): void {
    if (!this.#reads.has(key)) this.base[key] = before;
    if (!Object.hasOwn(this.origins, key)) this.origins[key] = before;
    this.#reads.set(key, { read, version: (this.version += 1) });
  }

  /** Says what a changed field held when it was first changed, elsewhere or earlier. */
  beganWith(key: string, value: unknown): void {
    this.base[key] = value;
    this.origins[key] = value;
  }

  /** Everything that was typed here, saved or not. */
  typedOver({ revision, draft }: Pick<EditedItem, 'revision' | 'draft'>): DraftCopy {
    const keys = Object.keys(this.origins);
    const stored = Object.fromEntries(keys.map((key) => [key, draft[key] ?? null]));
    return { revision, values: { ...stored, ...this.values() }, base: { ...this.origins } };
  }

  forget(key: string): void {
    this.#reads.delete(key);
    delete this.base[key];
  }

  clear(): void {
    for (const key of this.keys) this.forget(key);
  }

  /** What the fields hold now; null is "empty". */
  values(keys: readonly string[] = this.keys): Record<string, unknown> {
    return Object.fromEntries(keys.map((key) => [key, this.#reads.get(key)?.read() ?? null]));
  }

  versions(keys: readonly string[]): Versions {
    return new Map(keys.map((key) => [key, this.#reads.get(key)?.version ?? 0]));
  }

  changedSince(versions: Versions): string[] {
    return [...versions.keys()].filter((key) => this.#reads.get(key)?.version !== versions.get(key));
  }

  /** These values are stored: what did not change since waits no longer, the rest goes on from there. */
  stored(values: Values, versions: Versions): void {
    this.#unanswered.length = 0;
    for (const [key, value] of Object.entries(values)) {
      if (this.#reads.get(key)?.version === versions.get(key)) this.forget(key);
      else this.base[key] = value;
    }
  }

  /** These values were sent, and the answer is lost. */
  unanswered(values: Values): void {
    this.#unanswered.push(values);
  }

  /**
   * Compares with what is stored by now; the fields that do not clash go on from there. `meet` lays fields together
   * that are edited as one.
   */
  rebase(theirs: Values, before: Values, meet?: (meeting: MergeInput) => MergeResult): Clash[] {
    for (const key of this.keys) {
      const isOwn = this.#unanswered.some(
        (sent) => Object.hasOwn(sent, key) && isEqual(sent[key], theirs[key]),
      );
      if (isOwn) this.base[key] = theirs[key];
    }
    this.#unanswered.length = 0;
    const met = meet?.({ before, base: this.base, mine: this.values(), theirs });
    for (const [key, value] of Object.entries(met?.values ?? {})) {
      this.set(key, () => value, theirs[key]);
      this.base[key] = theirs[key];
    }
    const clashes = clashesOf(this.base, this.values(), theirs);
    for (const key of this.keys)
      if (!clashes.some((clash) => clash.key === key)) this.base[key] = theirs[key];
    return [...(met?.clashes ?? []), ...clashes];
  }
}
