import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { EntryValues, ReferenceTarget } from '../store/schema.ts';
import { findTargetsInLocale } from '../locales/rows.ts';
import { type TargetMemory, targetMemory } from '../store/target-cache.ts';
import type { Field } from '../../fields/schema.ts';
import { fitsTarget } from '../../fields/kinds/links.ts';
import { eachFieldValue, linksOf, canContainLinks, type Shape } from '../../fields/walk.ts';
import { LinkBatch } from '../../links/link-batch.ts';
import { type ReadQuota, type ResponseSpace, weigh } from '../../../core/http/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../../core/util/index.ts';
import { visibleAt } from '../../../lifecycle/index.ts';

/** Values to serialize, with their definition. */
export interface ReferenceItem {
  type: Shape;
  values: EntryValues;
}

/** The maximum number of targets of one response. The response ends before the item that would exceed it. */
const targetsMax = 20_000;

export function isReference(field: Field): boolean {
  return field.type === 'reference' || field.type === 'reference_list';
}

export function idsIn(value: unknown): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as string[]) : [value as string];
}

/** Entries that were already read, by id. Null means that there is no entry with the id. */
export type EntriesById = ReadonlyMap<string, ReferenceTarget | null>;

/** The entries that the items of a response refer to, as many as the response has room for. */
export class References {
  readonly targets = new Map<string, ReferenceTarget>();
  readonly #context: ReleaseContext;
  readonly #space: ResponseSpace;
  readonly #preloadedEntries: EntriesById;
  readonly #memory: TargetMemory | null;
  /** Keys of the fields whose targets were not read. */
  readonly #unreadFields = new Map<ReferenceItem, Set<string>>();

  constructor(context: ReleaseContext, space: ResponseSpace, preloadedEntries: EntriesById) {
    this.#context = context;
    this.#space = space;
    this.#preloadedEntries = preloadedEntries;
    this.#memory = targetMemory(context);
  }

  /** Whether the targets of a field were not read, because the response has no room for them. */
  isUnread(item: ReferenceItem, field: Field): boolean {
    return this.#unreadFields.get(item)?.has(field.key) === true;
  }

  /** Reads the targets of all items at once. If they are too many, it reads item by item until the response is full. */
  async read(items: readonly ReferenceItem[]): Promise<void> {
    if (await this.#readAll(items.flatMap(idsOf), this.#space.openReadQuota())) return;
    this.targets.clear();
    const mayRead = this.#space.openReadQuota();
    let isFull = false;
    for (const item of items) {
      if (isFull) this.#markUnread(item, item.type.fields.filter(mayRefer));
      else if (!(await this.#readAll(idsOf(item), mayRead))) {
        await this.#readFields(item);
        isFull = true;
      }
    }
  }

  /** Reads the targets of the first fields of an item that is too large. */
  async #readFields(item: ReferenceItem): Promise<void> {
    const mayRead = this.#space.openReadQuota();
    for (const field of item.type.fields.filter(mayRefer)) {
      if (!(await this.#readAll(idsInField(item, field), mayRead))) this.#markUnread(item, [field]);
    }
  }

  /** Returns false if the response has no room for all of them. */
  async #readAll(ids: readonly string[], mayRead: ReadQuota): Promise<boolean> {
    const missingIds = [...new Set(ids)].filter((id) => !this.targets.has(id));
    if (missingIds.length > targetsMax) return false;
    const unread: string[] = [];
    const cachedTargets = this.#memory?.find(missingIds.filter((id) => !this.#preloadedEntries.has(id)));
    for (const id of missingIds) {
      const preloadedEntry = this.#preloadedEntries.get(id);
      const entry = preloadedEntry === undefined ? cachedTargets?.get(id) : preloadedEntry;
      if (entry === undefined) unread.push(id);
      if (entry == null) continue;
      const hasRoom = mayRead(weigh(entry.live, this.#space.maxBytes));
      if (hasRoom !== true && !(await hasRoom)) return false;
      this.targets.set(id, entry);
    }
    if (unread.length === 0) return true;
    const { targets, isWhole } = await findTargetsInLocale(this.#context, unread, mayRead);
    for (const entry of targets) this.targets.set(entry.id, entry);
    this.#memory?.store(targets);
    return isWhole;
  }

  /** The links of the items and of their targets. */
  async collectLinks(items: readonly ReferenceItem[], types: TypesBySlug): Promise<LinkBatch> {
    const links = new LinkBatch();
    for (const [i, item] of items.entries()) {
      const isFull = links.size > targetsMax;
      if (!isFull) addReference(links, item);
      const linkFields = item.type.fields.filter(canContainLinks);
      if (i > 0 && links.size > targetsMax) this.#markUnread(item, linkFields);
      else await this.#addTargetLinks(links, item, types);
    }
    return links;
  }

  async #addTargetLinks(links: LinkBatch, item: ReferenceItem, types: TypesBySlug): Promise<void> {
    for (const field of item.type.fields.filter(mayRefer)) {
      for (const id of idsInField(item, field)) {
        const entry = this.targets.get(id);
        const type = entry === undefined ? undefined : types.get(entry.type);
        const values = entry === undefined ? null : visibleAt(entry, this.#context.now);
        if (type === undefined || values === null || links.size > targetsMax) continue;
        addReference(links, { type: { fields: type.fields, blocks: types.blocks }, values });
        if (isYieldDue()) await yieldToEventLoop();
      }
      if (links.size > targetsMax) this.#markUnread(item, [field]);
    }
    if (isYieldDue()) await yieldToEventLoop();
  }

  #markUnread(item: ReferenceItem, fields: readonly Field[]): void {
    const keys = this.#unreadFields.get(item) ?? new Set();
    for (const field of fields) if (item.values[storageKey(field)] !== undefined) keys.add(field.key);
    this.#unreadFields.set(item, keys);
  }
}

/** Whether a field can contain references, directly or in blocks. */
function mayRefer(field: Field): boolean {
  return isReference(field) || field.type === 'blocks';
}

function idsInField({ type, values }: ReferenceItem, field: Field): string[] {
  return idsOf({ type: { fields: [field], blocks: type.blocks }, values });
}

/** The ids in the reference fields of an item. */
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
