import { storageKey } from '../../../contract/fields/storage-key.ts';
import { groups } from '../../../contract/events/cache-tags.ts';
import { linkTargetKinds } from '../../../contract/fields/links.ts';
import { loadTypes } from '../../types/lookup.ts';
import { type TypesBySlug, withBlocks } from '../../types/types-by-slug.ts';
import { earliest } from '../../../contract/time.ts';
import type { Field } from '../../fields/schema.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { isBlockIn } from '../../fields/blocks/hidden-blocks.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { fitsTarget } from '../../fields/kinds/links.ts';
import { type ResolvedTargets, resolveTargets } from '../../links/resolve.ts';
import { ResponseFull, type ResponseSpace, weigh } from '../../../core/http/index.ts';
import type { ReleaseContext, CacheTagCollector } from '../../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../../core/util/index.ts';
import { nextMoment, visibleAt } from '../../../lifecycle/index.ts';
import { renderRichtext } from '../../richtext/service.ts';
import type { RichtextDocument } from '../../richtext/schema.ts';
import { idsIn, isReference, type EntriesById, type ReferenceItem, References } from './references.ts';

/** A field that does not fit into the response. */
export class FieldTooLarge extends Error {
  readonly field: string;

  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/** A serializer of values, and the moment at which its responses become outdated by a scheduled change. */
export interface ReferenceResolver {
  /**
   * Serializes an item and counts its bytes as part of the response. A field that does not fit is null and reported to
   * `onOmit`.
   * @throws FieldTooLarge without `onOmit`
   */
  serve: (item: ReferenceItem, onOmit?: (field: string) => void) => Promise<Record<string, unknown>>;
  validUntil: Date | null;
}

/** Types and targets that were already read. */
export interface Preload {
  types?: TypesBySlug;
  entries: EntriesById;
}

/** Which blocks are served: those of one locale, or all of them with the codes of their locales by id, after writes. */
export type BlockView = { locale: string } | { codes: ReadonlyMap<string, string> };

/** All blocks, for responses of writes. */
export function allBlocks({ project }: Pick<ReleaseContext, 'project'>): BlockView {
  return { codes: new Map(project.locales.list.map(({ id, code }) => [id, code])) };
}

function blocksOfLocale({ locale, project }: Pick<ReleaseContext, 'locale' | 'project'>): BlockView {
  return { locale: locale?.chain[0] ?? project.locales.list[0]?.id ?? '' };
}

type ServedValues = Record<string, unknown>;

/** The maximum bytes of an entry without its values. */
const entryEnvelopeBytes = 400;

/**
 * Reads the targets of all items, with one query for each kind of target, and returns a serializer: references one
 * level deep, links and images in their read forms (specification: read-forms). It reads and serializes each target
 * once, and only targets that fit into the response.
 */
export async function referenceResolver(
  context: ReleaseContext,
  items: readonly ReferenceItem[],
  preload?: Preload,
  view: BlockView = blocksOfLocale(context),
): Promise<ReferenceResolver> {
  const space = context.newResponseSpace();
  const references = new References(context, space, preload?.entries ?? new Map());
  await references.read(items);
  const isNeeded = references.targets.size > 0; // only the types of referenced entries
  const types: TypesBySlug = preload?.types ?? (isNeeded ? await loadTypes(context) : withBlocks([], []));
  const links = await references.collectLinks(items, types);
  const targets = await resolveTargets(context, links);
  const moments = [...references.targets.values()].map((entry) => nextMoment(entry, context.now));
  const resolution: Resolution = {
    types,
    references,
    targets,
    view,
    nestedServing: { targets, blocks: types.blocks, view },
    space,
    now: context.now,
    cacheTags: context.cacheTags,
    served: new Map(),
    servedWeight: 0,
  };
  return {
    serve: (item, onOmit) => serveItem(item, resolution, onOmit),
    validUntil: moments.reduce(earliest, targets.validUntil),
  };
}

interface NestedServing {
  targets: ResolvedTargets;
  blocks: BlockShapes;
  view: BlockView;
}

interface Resolution {
  view: BlockView;
  types: TypesBySlug;
  references: References;
  targets: ResolvedTargets;
  /** For values inside a referenced entry. */
  nestedServing: NestedServing;
  space: ResponseSpace;
  now: Date;
  cacheTags: CacheTagCollector | undefined;
  /** Referenced entries in their response form, each serialized once. */
  served: Map<string, ServedValues>;
  servedWeight: number;
}

async function serveItem(
  item: ReferenceItem,
  context: Resolution,
  onOmit?: (field: string) => void,
): Promise<ServedValues> {
  const { space, references } = context;
  const served: ServedValues = {};
  let envelopeBytes = entryEnvelopeBytes;
  for (const field of item.type.fields) {
    const value = item.values[storageKey(field)];
    try {
      if (references.isUnread(item, field)) {
        context.cacheTags?.note(groups.content); // whether there is room depends on entries that were not read
        throw new ResponseFull();
      }
      const servedValue =
        value === undefined ? null : serveTop(field, value, { context, blocks: item.type.blocks });
      const form: unknown = servedValue instanceof Promise ? await servedValue : servedValue;
      const addition = space.add(form, envelopeBytes + field.key.length + 4);
      if (addition !== undefined) await addition;
      served[field.key] = form;
    } catch (error) {
      if (!(error instanceof ResponseFull)) throw error;
      if (onOmit === undefined) throw new FieldTooLarge(field.key);
      onOmit(field.key);
      served[field.key] = null;
    }
    envelopeBytes = 0;
    if (isYieldDue()) await yieldToEventLoop();
  }
  return served;
}

interface Serving {
  context: Resolution;
  blocks: BlockShapes;
}

function serveTop(field: Field, value: unknown, serving: Serving): unknown {
  const { context, blocks } = serving;
  if (field.type === 'blocks') return serveBlocks(value as Block[], serving);
  if (!isReference(field))
    return serveNested(field, value, { targets: context.targets, blocks, view: context.view });
  return serveReferences(field, value, context);
}

/** Serves blocks with every field of their definitions. */
async function serveBlocks(list: readonly Block[], serving: Serving): Promise<unknown[]> {
  const served: unknown[] = [];
  const { view } = serving.context;
  for (const one of list) {
    const { id, block, values } = one;
    const fields = serving.blocks.get(block)?.fields;
    if (fields === undefined || !isServed(one, view)) continue;
    const servedValues: ServedValues = {};
    for (const field of fields) {
      const value = values[storageKey(field)];
      servedValues[field.key] = value === undefined ? null : await serveTop(field, value, serving);
    }
    served.push({ id, block, values: servedValues, ...onlyLocalesOf(one, view) });
    if (isYieldDue()) await yieldToEventLoop();
  }
  return served;
}

/** Responses of writes contain no block whose locales were all removed. */
function isServed(block: Block, view: BlockView): boolean {
  if ('locale' in view) return isBlockIn(block, view.locale);
  return block.only_locales?.some((id) => view.codes.has(id)) ?? true;
}

/** The codes of the locales whose readers see a block, in responses of writes. */
function onlyLocalesOf({ only_locales: ids }: Block, view: BlockView): { only_locales?: string[] } {
  if (ids === undefined || 'locale' in view) return {};
  return { only_locales: ids.flatMap((id) => view.codes.get(id) ?? []) };
}

async function serveReferences(field: Field, value: unknown, context: Resolution): Promise<unknown> {
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
function noteNull({ options }: Field, { cacheTags }: Resolution): void {
  if (options.content_type === undefined) return;
  cacheTags?.entriesOf(options.content_type);
  cacheTags?.definition(options.content_type);
}

async function serveReference(id: string, context: Resolution): Promise<ServedValues | null> {
  const { references, types, space, now } = context;
  const entry = references.targets.get(id);
  const type = entry === undefined ? undefined : types.get(entry.type);
  const values = entry === undefined ? null : visibleAt(entry, now);
  if (entry === undefined || type === undefined || values === null) return null;
  context.cacheTags?.entry(id, entry.type);
  const servedValues: ServedValues = {};
  for (const field of type.fields) {
    const value = values[storageKey(field)];
    const servedValue = value === undefined ? null : serveNested(field, value, context.nestedServing);
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
function serveNested(field: Field, value: unknown, serving: NestedServing): unknown {
  const { targets } = serving;
  if (field.type === 'blocks') return serveNestedBlocks(value as Block[], serving);
  if (field.type === 'richtext') return renderRichtext(value as RichtextDocument, targets);
  if (field.type === 'image' || field.type === 'gallery') return each(value, (id) => targets.image(id));
  if (field.type === 'file' || field.type === 'file_list') return each(value, (id) => targets.file(id));
  if (field.type !== 'link' && field.type !== 'link_list') return fieldKindOf(field).sent?.(value) ?? value;
  const kind = linkTargetKinds.find((targetKind) => targetKind === field.options.target);
  return each(value, (id) => (kind !== undefined && fitsTarget(field, id) ? targets.link(kind, id) : null));
}

async function serveNestedBlocks(list: readonly Block[], serving: NestedServing): Promise<unknown[]> {
  const served: unknown[] = [];
  for (const one of list) {
    const { id, block, values } = one;
    const fields = serving.blocks.get(block)?.fields;
    if (fields === undefined || !isServed(one, serving.view)) continue;
    const servedValues: ServedValues = {};
    for (const field of fields) {
      const value = values[storageKey(field)];
      servedValues[field.key] = value === undefined ? null : await serveNested(field, value, serving);
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
