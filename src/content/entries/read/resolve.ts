import { storageKey } from '../../../contract/fields/storage-key.ts';
import { groups } from '../../../contract/events/cache-tags.ts';
import { linkTargetKinds } from '../../../contract/fields/links.ts';
import { loadTypes } from '../../types/lookup.ts';
import { type TypesBySlug, withBlocks } from '../../types/types-by-slug.ts';
import { earliest } from '../../../contract/time.ts';
import type { Field } from '../../fields/schema.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { fitsTarget } from '../../fields/kinds/links.ts';
import { type ResolvedTargets, resolveTargets } from '../../links/resolve.ts';
import { ResponseFull, type ResponseSpace, weigh } from '../../../core/http/index.ts';
import type { ReleaseContext, CacheTagCollector } from '../../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../../core/util/index.ts';
import { nextMoment, visibleAt } from '../../../lifecycle/index.ts';
import { renderRichtext } from '../../richtext/service.ts';
import type { RichtextDocument } from '../../richtext/schema.ts';
import { idsIn, isReference, type KnownEntries, type ReferenceItem, References } from './references.ts';

/** A field for which the answer has no room. */
export class FieldTooLarge extends Error {
  readonly field: string;

  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/** A serializer of values, and when its answers stop being true by themselves. */
export interface ReferenceResolver {
  /**
   * Serves an item and counts it as a part of the answer. A field that does not fit is null where `leaveOut` hears of
   * it. @throws FieldTooLarge without `leaveOut`
   */
  serve: (item: ReferenceItem, leaveOut?: (field: string) => void) => Promise<Record<string, unknown>>;
  validUntil: Date | null;
}

/** What is known already of what the items point at. */
export interface KnownTargets {
  types?: TypesBySlug;
  entries: KnownEntries;
}

type ServedValues = Record<string, unknown>;

/** Bytes that an entry has beside its values, at most. */
const entryEnvelopeBytes = 400;

/**
 * Reads everything that the items point at, one query for each kind of target however many items there are, and
 * answers how to serve them: references one level deep, links and images in their read forms (specification: read-forms). A target
 * is read and served once, however often it is pointed at; what the answer has no room for is not read.
 */
export async function referenceResolver(
  context: ReleaseContext,
  items: readonly ReferenceItem[],
  known?: KnownTargets,
): Promise<ReferenceResolver> {
  const space = context.newResponseSpace();
  const references = new References(context, space, known?.entries ?? new Map());
  await references.read(items);
  const isNeeded = references.targets.size > 0; // only the types of referenced entries
  const types: TypesBySlug = known?.types ?? (isNeeded ? await loadTypes(context) : withBlocks([], []));
  const links = await references.collectLinks(items, types);
  const targets = await resolveTargets(context, links);
  const moments = [...references.targets.values()].map((entry) => nextMoment(entry, context.now));
  const resolution: Context = {
    types,
    references,
    targets,
    inside: { targets, blocks: types.blocks },
    space,
    now: context.now,
    seen: context.cacheTags,
    served: new Map(),
    servedWeight: 0,
  };
  return {
    serve: (item, leaveOut) => serveItem(item, resolution, leaveOut),
    validUntil: moments.reduce(earliest, targets.validUntil),
  };
}

interface InsideServing {
  targets: ResolvedTargets;
  blocks: BlockShapes;
}

interface Context {
  types: TypesBySlug;
  references: References;
  targets: ResolvedTargets;
  /** What values inside a referenced entry are served by. */
  inside: InsideServing;
  space: ResponseSpace;
  now: Date;
  seen: CacheTagCollector | undefined;
  /** Referenced entries that were served already: each once in an answer. */
  served: Map<string, ServedValues>;
  servedWeight: number;
}

async function serveItem(
  item: ReferenceItem,
  context: Context,
  leaveOut?: (field: string) => void,
): Promise<ServedValues> {
  const { space, references } = context;
  const served: ServedValues = {};
  let envelopeBytes = entryEnvelopeBytes;
  for (const field of item.type.fields) {
    const value = item.values[storageKey(field)];
    try {
      if (references.isLeft(item, field)) {
        context.seen?.note(groups.content); // whether there is room depends on entries that were not read
        throw new ResponseFull();
      }
      const servedValue =
        value === undefined ? null : serveTop(field, value, { context, blocks: item.type.blocks });
      const form: unknown = servedValue instanceof Promise ? await servedValue : servedValue;
      const adding = space.add(form, envelopeBytes + field.key.length + 4);
      if (adding !== undefined) await adding;
      served[field.key] = form;
    } catch (error) {
      if (!(error instanceof ResponseFull)) throw error;
      if (leaveOut === undefined) throw new FieldTooLarge(field.key);
      leaveOut(field.key);
      served[field.key] = null;
    }
    envelopeBytes = 0;
    if (isYieldDue()) await yieldToEventLoop();
  }
  return served;
}

interface Serving {
  context: Context;
  blocks: BlockShapes;
}

function serveTop(field: Field, value: unknown, serving: Serving): unknown {
  const { context, blocks } = serving;
  if (field.type === 'blocks') return serveBlocks(value as Block[], serving);
  if (!isReference(field)) return serveInside(field, value, { targets: context.targets, blocks });
  return serveReferences(field, value, context);
}

/** Serves blocks with every field of their definitions. */
async function serveBlocks(list: readonly Block[], serving: Serving): Promise<unknown[]> {
  const served: unknown[] = [];
  for (const { id, block, values } of list) {
    const fields = serving.blocks.get(block)?.fields;
    if (fields === undefined) continue;
    const servedValues: ServedValues = {};
    for (const field of fields) {
      const value = values[storageKey(field)];
      servedValues[field.key] = value === undefined ? null : await serveTop(field, value, serving);
    }
    served.push({ id, block, values: servedValues });
    if (isYieldDue()) await yieldToEventLoop();
  }
  return served;
}

async function serveReferences(field: Field, value: unknown, context: Context): Promise<unknown> {
  const served: (ServedValues | null)[] = [];
  for (const id of idsIn(value)) {
    const servedReference = context.served.get(id);
    const isOfType = context.references.targets.get(id)?.type === field.options.content_type;
    const reference = !isOfType ? null : (servedReference ?? (await serveReference(id, context)));
    if (reference === null) noteNull(field, context);
    served.push(reference);
  }
  return Array.isArray(value) ? served : served[0];
}

/** Tags a response with a null reference, because the entry or its type can be created later. */
function noteNull({ options }: Field, { seen }: Context): void {
  if (options.content_type === undefined) return;
  seen?.entriesOf(options.content_type);
  seen?.definition(options.content_type);
}

async function serveReference(id: string, context: Context): Promise<ServedValues | null> {
  const { references, types, space, now } = context;
  const entry = references.targets.get(id);
  const type = entry === undefined ? undefined : types.get(entry.type);
  const values = entry === undefined ? null : visibleAt(entry, now);
  if (entry === undefined || type === undefined || values === null) return null;
  context.seen?.entry(id, entry.type);
  const servedValues: ServedValues = {};
  for (const field of type.fields) {
    const value = values[storageKey(field)];
    const servedValue = value === undefined ? null : serveInside(field, value, context.inside);
    servedValues[field.key] = servedValue instanceof Promise ? await servedValue : servedValue;
    if (isYieldDue()) await yieldToEventLoop();
  }
  const served = {
    id: entry.id,
    type: entry.type,
    values: servedValues,
    published_at: entry.published_at?.toISOString() ?? null,
    updated_at: (entry.live_updated_at ?? entry.updated_at).toISOString(),
  };
  context.served.set(id, served);
  context.servedWeight += weigh(servedValues, space.maxBytes);
  if (context.servedWeight > space.maxBytes) throw new ResponseFull(); // the response contains each of them at least once
  return served;
}

/** Serves a field inside a referenced entry, where references are ids. Returns a promise for lists of blocks. */
function serveInside(field: Field, value: unknown, serving: InsideServing): unknown {
  const { targets } = serving;
  if (field.type === 'blocks') return serveBlocksInside(value as Block[], serving);
  if (field.type === 'richtext') return renderRichtext(value as RichtextDocument, targets);
  if (field.type === 'image' || field.type === 'gallery') return each(value, (id) => targets.image(id));
  if (field.type === 'file' || field.type === 'file_list') return each(value, (id) => targets.file(id));
  if (field.type !== 'link' && field.type !== 'link_list') return fieldKindOf(field).sent?.(value) ?? value;
  const kind = linkTargetKinds.find((targetKind) => targetKind === field.options.target);
  return each(value, (id) => (kind !== undefined && fitsTarget(field, id) ? targets.link(kind, id) : null));
}

async function serveBlocksInside(list: readonly Block[], serving: InsideServing): Promise<unknown[]> {
  const served: unknown[] = [];
  for (const { id, block, values } of list) {
    const fields = serving.blocks.get(block)?.fields;
    if (fields === undefined) continue;
    const servedValues: ServedValues = {};
    for (const field of fields) {
      const value = values[storageKey(field)];
      servedValues[field.key] = value === undefined ? null : await serveInside(field, value, serving);
    }
    served.push({ id, block, values: servedValues });
    if (isYieldDue()) await yieldToEventLoop();
  }
  return served;
}

/** Serves an id or each id of a list; a missing target is null at its position. */
function each(value: unknown, serve: (id: string) => unknown): unknown {
  return Array.isArray(value) ? (value as string[]).map(serve) : serve(value as string);
}
