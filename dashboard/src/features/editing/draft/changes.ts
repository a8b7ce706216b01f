import type { DraftCopy } from './draft-copies.ts';
import { isEqual } from '../conflict/equal.ts';
import type { EditedItem } from '../item.ts';
import { type Conflict, type MergeInput, type MergeResult, type Values } from '../conflict/merge.ts';
import { type Renaming, renameValues } from './renamed-names.ts';

/** Reads a changed value when it is needed. */
export type Read = () => unknown;

/** The number of the last change of each field at some time. */
export type Versions = ReadonlyMap<string, number>;

/** The changed fields that are not stored yet, with their previous values. */
export class Changes {
  readonly #reads = new Map<string, { read: Read; version: number }>();
  /** The values of the changed fields before their first change. A merge replaces them. */
  readonly base: Record<string, unknown> = {};
  /** The values of all fields before they were first changed here, saved or not. */
  readonly origins: Record<string, unknown> = {};
  /** Saves whose response was lost. Any of them may be stored. */
  readonly #unconfirmed: Values[] = [];
  /** Increases with each change; 0 before the first. */
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

  /** The value of a field: changed or stored. */
  valueOver(draft: Values, key: string): unknown {
    const read = this.get(key);
    return read === undefined ? draft[key] : read();
  }

  set(key: string, read: Read, before: unknown): void {
    if (!this.#reads.has(key)) this.base[key] = before;
    if (!Object.hasOwn(this.origins, key)) this.origins[key] = before;
    this.#reads.set(key, { read, version: (this.version += 1) });
  }

  /** Sets the previous value of a field that was changed elsewhere or earlier. */
  setBase(key: string, value: unknown): void {
    this.base[key] = value;
    this.origins[key] = value;
  }

  /** A copy of all changes, saved or not. */
  toCopy({ revision, draft }: Pick<EditedItem, 'revision' | 'draft'>): DraftCopy {
    const keys = Object.keys(this.origins);
    const storedValues = Object.fromEntries(keys.map((key) => [key, draft[key] ?? null]));
    return { revision, values: { ...storedValues, ...this.values() }, base: { ...this.origins } };
  }

  /** Moves all changes to the current names of their fields. */
  rename({ nameOf, valueOf }: Renaming): void {
    for (const [key, { read, version }] of [...this.#reads]) {
      const name = nameOf(key);
      this.#reads.delete(key);
      this.#reads.set(name, { read: () => valueOf(read()), version });
    }
    for (const values of [this.base, this.origins]) {
      const renamed = renameValues(values, { nameOf, valueOf });
      for (const key of Object.keys(values)) delete values[key];
      Object.assign(values, renamed);
    }
  }

  forget(key: string): void {
    this.#reads.delete(key);
    delete this.base[key];
  }

  clear(): void {
    for (const key of this.keys) this.forget(key);
  }

  /** The current values of fields; null means empty. */
  values(keys: readonly string[] = this.keys): Record<string, unknown> {
    return Object.fromEntries(keys.map((key) => [key, this.#reads.get(key)?.read() ?? null]));
  }

  /** The values of fields before their first change; null means empty. */
  baseOf(keys: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(keys.map((key) => [key, this.base[key] ?? null]));
  }

  versions(keys: readonly string[]): Versions {
    return new Map(keys.map((key) => [key, this.#reads.get(key)?.version ?? 0]));
  }

  changedSince(versions: Versions): string[] {
    return [...versions.keys()].filter((key) => this.#reads.get(key)?.version !== versions.get(key));
  }

  /** Notes that values are stored. A field that changed since then stays, based on its stored value. */
  markStored(values: Values, versions: Versions): void {
    this.#unconfirmed.length = 0;
    for (const [key, value] of Object.entries(values)) {
      if (this.#reads.get(key)?.version === versions.get(key)) this.forget(key);
      else this.base[key] = value;
    }
  }

  /** Notes that values were sent and the response was lost. */
  noteLostResponse(values: Values): void {
    this.#unconfirmed.push(values);
  }

  /**
   * Bases the changes on the values that another person stored. `mergeFields` merges fields that are edited as one, and
   * finds their conflicts. Other fields that both changed keep their base: the service merges them with the next save.
   */
  rebase(theirs: Values, before: Values, mergeFields?: (input: MergeInput) => MergeResult): Conflict[] {
    for (const key of this.keys) {
      const isOwn = this.#unconfirmed.some(
        (values) => Object.hasOwn(values, key) && isEqual(values[key], theirs[key]),
      );
      if (isOwn) this.base[key] = theirs[key];
    }
    this.#unconfirmed.length = 0;
    const merge = mergeFields?.({ before, base: this.base, mine: this.values(), theirs });
    for (const [key, value] of Object.entries(merge?.values ?? {})) {
      this.set(key, () => value, theirs[key]);
      this.base[key] = theirs[key];
    }
    const mine = this.values();
    for (const key of this.keys)
      if (isEqual(this.base[key], theirs[key]) || isEqual(mine[key], theirs[key]))
        this.base[key] = theirs[key];
    return merge?.conflicts ?? [];
  }
}
