import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { EntryValues, ReferenceTarget } from '../store/schema.ts';
import { findTargets } from '../store/queries/list-repository.ts';
import { type TargetMemory, targetMemory } from '../store/target-cache.ts';
import type { Field } from '../../fields/schema.ts';
import { fitsTarget } from '../../fields/kinds/links.ts';
import { eachFieldValue, linksOf, canContainLinks, type Shape } from '../../fields/walk.ts';
import { LinkBatch } from '../../links/link-batch.ts';
import { type ReadQuota, type ResponseSpace, weigh } from '../../../core/http/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../../core/util/index.ts';
import { visibleAt } from '../../../lifecycle/index.ts';

/** Values to be served, with the type that they are of. */
export interface ReferenceItem {
  type: Shape;
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

/** Entries by id that need not be read any more; null where it is known that there is none. */
export type KnownEntries = ReadonlyMap<string, ReferenceTarget | null>;

/** The entries that the items of an answer refer to, as far as it has room for them. */
export class References {
  readonly targets = new Map<string, ReferenceTarget>();
  readonly #context: ReleaseContext;
  readonly #space: ResponseSpace;
  readonly #knownEntries: KnownEntries;
  readonly #memory: TargetMemory | null;
  /** Keys of the fields whose targets were not read. */
  readonly #left = new Map<ReferenceItem, Set<string>>();

  constructor(context: ReleaseContext, space: ResponseSpace, knownEntries: KnownEntries) {
    this.#context = context;
    this.#space = space;
    this.#knownEntries = knownEntries;
    this.#memory = targetMemory(context);
  }

  /** Whether the answer has no room for what a field points at. */
  isLeft(item: ReferenceItem, field: Field): boolean {
    return this.#left.get(item)?.has(field.key) === true;
  }

  /** Reads what all items refer to at once; where that is too much, item after item until there is no more room. */
  async read(items: readonly ReferenceItem[]): Promise<void> {
    if (await this.#readAll(items.flatMap(idsOf), this.#space.openReadQuota())) return;
    this.targets.clear();
    const mayRead = this.#space.openReadQuota();
    let isFull = false;
    for (const item of items) {
      if (isFull) this.#leave(item, item.type.fields.filter(mayRefer));
      else if (!(await this.#readAll(idsOf(item), mayRead))) {
        await this.#readFields(item);
        isFull = true;
      }
    }
  }

  /** Of an item that is too large the first fields, as far as they go. */
  async #readFields(item: ReferenceItem): Promise<void> {
    const mayRead = this.#space.openReadQuota();
    for (const field of item.type.fields.filter(mayRefer)) {
      if (!(await this.#readAll(idsInField(item, field), mayRead))) this.#leave(item, [field]);
    }
  }

  /** Answers false when there was no room for all of them. */
  async #readAll(ids: readonly string[], mayRead: ReadQuota): Promise<boolean> {
    const missingIds = [...new Set(ids)].filter((id) => !this.targets.has(id));
    if (missingIds.length > targetsMax) return false;
    const unread: string[] = [];
    const cachedTargets = this.#memory?.known(missingIds.filter((id) => !this.#knownEntries.has(id)));
    for (const id of missingIds) {
      const knownEntry = this.#knownEntries.get(id);
      const entry = knownEntry === undefined ? cachedTargets?.get(id) : knownEntry;
      if (entry === undefined) unread.push(id);
      if (entry == null) continue;
      const mayKeep = mayRead(weigh(entry.live, this.#space.maxBytes));
      if (mayKeep !== true && !(await mayKeep)) return false;
      this.targets.set(id, entry);
    }
    if (unread.length === 0) return true;
    const { db, now } = this.#context;
    const { found, isWhole } = await findTargets(db, { ids: unread, now }, mayRead);
    for (const entry of found) this.targets.set(entry.id, entry);
    this.#memory?.keep(found);
    return isWhole;
  }

  /** The links of the items and of what they refer to. */
  async collectLinks(items: readonly ReferenceItem[], types: TypesBySlug): Promise<LinkBatch> {
    const links = new LinkBatch();
    for (const [i, item] of items.entries()) {
      const isFull = links.size > targetsMax;
      if (!isFull) addReference(links, item);
      const pointing = item.type.fields.filter(canContainLinks);
      if (i > 0 && links.size > targetsMax) this.#leave(item, pointing);
      else await this.#addInside(links, item, types);
    }
    return links;
  }

  async #addInside(links: LinkBatch, item: ReferenceItem, types: TypesBySlug): Promise<void> {
    for (const field of item.type.fields.filter(mayRefer)) {
      for (const id of idsInField(item, field)) {
        const entry = this.targets.get(id);
        const type = entry === undefined ? undefined : types.get(entry.type);
        const values = entry === undefined ? null : visibleAt(entry, this.#context.now);
        if (type === undefined || values === null || links.size > targetsMax) continue;
        addReference(links, { type: { fields: type.fields, blocks: types.blocks }, values });
        if (isYieldDue()) await yieldToEventLoop();
      }
      if (links.size > targetsMax) this.#leave(item, [field]);
    }
    if (isYieldDue()) await yieldToEventLoop();
  }

  #leave(item: ReferenceItem, fields: readonly Field[]): void {
    const left = this.#left.get(item) ?? new Set();
    for (const field of fields) if (item.values[storageKey(field)] !== undefined) left.add(field.key);
    this.#left.set(item, left);
  }
}

/** Whether a field refers to entries, or holds blocks that may. */
function mayRefer(field: Field): boolean {
  return isReference(field) || field.type === 'blocks';
}

function idsInField({ type, values }: ReferenceItem, field: Field): string[] {
  return idsOf({ type: { fields: [field], blocks: type.blocks }, values });
}

/** What the reference fields of an item hold. */
export function idsOf({ type, values }: ReferenceItem): string[] {
  return [...eachFieldValue(type, values)].flatMap(({ field, value }) =>
    isReference(field) ? idsIn(value) : [],
  );
}

function addReference(links: LinkBatch, { type, values }: ReferenceItem): void {
  for (const leaf of eachFieldValue(type, values)) {
    const { field } = leaf;
    if (isReference(field)) continue;
    for (const link of linksOf(leaf)) {
      if (field.type === 'richtext' || fitsTarget(field, link.id)) links.add(link.expected, link.id);
    }
  }
}
