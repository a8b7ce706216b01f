import type { TypeRecord } from '../content-types/schema.ts';
import type { TypesBySlug } from '../content-types/service.ts';
import type { EntryValues } from '../entries/schema.ts';
import { findTargets, type ReferenceTarget } from '../entries/service.ts';
import type { Field } from '../fields/schema.ts';
import { fieldKindOf, fitsTarget } from '../fields/service.ts';
import { LinkBatch } from '../links/service.ts';
import type { AnswerMemory } from '../platform/answer-memory.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { visibleAt } from '../publishing/service.ts';

/** Values to be served, with the type that they are of. */
export interface ReferenceItem {
  type: TypeRecord;
  values: EntryValues;
}

/** What one answer can point at; it ends before the item that would make them more. */
const targetsMax = 20_000;

export function isReference(field: Field): boolean {
  return field.type === 'reference' || field.type === 'reference_list';
}

export function idsIn(value: unknown): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as string[]) : [value as string];
}

type ReadQuota = ReturnType<AnswerMemory['reading']>;

/** The entries that the items of an answer refer to, as far as it has room for them. */
export class References {
  readonly found = new Map<string, ReferenceTarget>();
  readonly #call: ReleaseCall;
  readonly #room: AnswerMemory;
  /** Keys of the fields whose targets were not read. */
  readonly #left = new Map<ReferenceItem, Set<string>>();

  constructor(call: ReleaseCall, room: AnswerMemory) {
    this.#call = call;
    this.#room = room;
  }

  /** Whether the answer has no room for what a field points at. */
  isLeft(item: ReferenceItem, field: Field): boolean {
    return this.#left.get(item)?.has(field.key) === true;
  }

  /** Reads what all items refer to at once; where that is too much, item after item until there is no more room. */
  async read(items: readonly ReferenceItem[]): Promise<void> {
    if (await this.#readAll(items.flatMap(idsOf), this.#room.reading())) return;
    this.found.clear();
    const mayRead = this.#room.reading();
    let isFull = false;
    for (const item of items) {
      if (isFull) this.#leave(item, item.type.fields.filter(isReference));
      else if (!(await this.#readAll(idsOf(item), mayRead))) {
        await this.#readFields(item);
        isFull = true;
      }
    }
  }

  /** Of an item that is too large the first fields, as far as they go. */
  async #readFields(item: ReferenceItem): Promise<void> {
    const mayRead = this.#room.reading();
    for (const field of item.type.fields.filter(isReference)) {
      if (!(await this.#readAll(idsIn(item.values[field.key]), mayRead))) this.#leave(item, [field]);
    }
  }

  /** Answers false when there was no room for all of them. */
  async #readAll(ids: readonly string[], mayRead: ReadQuota): Promise<boolean> {
    const missing = [...new Set(ids)].filter((id) => !this.found.has(id));
    if (missing.length > targetsMax) return false;
    const { db, now } = this.#call;
    const { found, isWhole } = await findTargets(db, { ids: missing, now }, mayRead);
    for (const entry of found) this.found.set(entry.id, entry);
    return isWhole;
  }

  /** What stands in the items and inside what they refer to. */
  wanted(items: readonly ReferenceItem[], types: TypesBySlug): LinkBatch {
    const wanted = new LinkBatch();
    for (const [i, item] of items.entries()) {
      const isFull = wanted.size > targetsMax;
      if (!isFull) addWanted(wanted, item);
      const pointing = item.type.fields.filter((field) => fieldKindOf(field).links !== undefined);
      if (i > 0 && wanted.size > targetsMax) this.#leave(item, pointing);
      else this.#addInside(wanted, item, types);
    }
    return wanted;
  }

  #addInside(wanted: LinkBatch, item: ReferenceItem, types: TypesBySlug): void {
    for (const field of item.type.fields.filter(isReference)) {
      for (const id of idsIn(item.values[field.key])) {
        const entry = this.found.get(id);
        const type = entry === undefined ? undefined : types.get(entry.type);
        const values = entry === undefined ? null : visibleAt(entry, this.#call.now);
        if (type === undefined || values === null || wanted.size > targetsMax) continue;
        addWanted(wanted, { type, values });
      }
      if (wanted.size > targetsMax) this.#leave(item, [field]);
    }
  }

  #leave(item: ReferenceItem, fields: readonly Field[]): void {
    const left = this.#left.get(item) ?? new Set();
    for (const { key } of fields) if (item.values[key] !== undefined) left.add(key);
    this.#left.set(item, left);
  }
}

function idsOf({ type, values }: ReferenceItem): string[] {
  return type.fields.filter(isReference).flatMap((field) => idsIn(values[field.key]));
}

function addWanted(wanted: LinkBatch, { type, values }: ReferenceItem): void {
  for (const field of type.fields) {
    const value = values[field.key];
    if (value === undefined || isReference(field)) continue;
    for (const link of fieldKindOf(field).links?.(value, field, field.key) ?? []) {
      if (field.type === 'richtext' || fitsTarget(field, link.id)) wanted.add(link.expected, link.id);
    }
  }
}
