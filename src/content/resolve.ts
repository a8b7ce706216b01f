import { linkTargetKinds } from '../contract/links.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import { loadTypes, type Types } from '../content-types/service.ts';
import type { EntryRecord, Values } from '../entries/schema.ts';
import { findEntries } from '../entries/service.ts';
import type { Field } from '../fields/schema.ts';
import { fitsTarget, kindOf } from '../fields/service.ts';
import { earliest, resolveTargets, type Targets, Wanted } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { visibleAt } from '../publishing/service.ts';
import { renderRichtext } from '../richtext/service.ts';
import type { RichtextDocument } from '../richtext/schema.ts';

/** Values to be served, with the type that they are of. */
export interface Item {
  type: TypeRecord;
  values: Values;
}

/** A serializer of values, and when its answers stop being true by themselves. */
export interface Resolver {
  serve(item: Item): Record<string, unknown>;
  validUntil: Date | null;
}

type Served = Record<string, unknown>;

/**
 * Reads everything that the items point at, one query for each kind of target however many items there are, and
 * answers how to serve them: references one level deep, links and images in their read forms (spec, "Entry").
 */
export async function resolverFor(call: ReleaseCall, items: readonly Item[]): Promise<Resolver> {
  const references = await referencedBy(call, items);
  const types: Types = references.size === 0 ? new Map() : await loadTypes(call); // of what is referenced alone
  const inside = [...references.values()].flatMap((entry) => {
    const type = types.get(entry.type);
    const values = visibleAt(entry, call.now);
    return type === undefined || values === null ? [] : [{ type, values }];
  });
  const wanted = new Wanted();
  for (const item of [...items, ...inside]) addWanted(wanted, item);
  const targets = await resolveTargets(call, wanted);
  const coming = [...references.values()].map((entry) =>
    visibleAt(entry, call.now) === null ? entry.live_at : null,
  );
  const context = { types, references, targets, now: call.now };
  return {
    serve: (item) => serveValues(item, (field, value) => serveTop(field, value, context)),
    validUntil: coming.reduce(earliest, targets.validUntil),
  };
}

function isReference(field: Field): boolean {
  return field.type === 'reference' || field.type === 'reference_list';
}

function asIds(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [value as string];
}

async function referencedBy(call: ReleaseCall, items: readonly Item[]): Promise<Map<string, EntryRecord>> {
  const ids = new Set<string>();
  for (const { type, values } of items) {
    for (const field of type.fields.filter(isReference)) {
      const value = values[field.key];
      if (value !== undefined) for (const id of asIds(value)) ids.add(id);
    }
  }
  const found = await findEntries(call.db, [...ids]);
  return new Map(found.map((entry) => [entry.id, entry]));
}

function addWanted(wanted: Wanted, { type, values }: Item): void {
  for (const field of type.fields) {
    const value = values[field.key];
    if (value === undefined || isReference(field)) continue;
    for (const link of kindOf(field).links?.(value, field, field.key) ?? []) {
      if (field.type === 'richtext' || fitsTarget(field, link.id)) wanted.add(link.expected, link.id);
    }
  }
}

interface Context {
  types: Types;
  references: ReadonlyMap<string, EntryRecord>;
  targets: Targets;
  now: Date;
}

function serveValues({ type, values }: Item, serve: (field: Field, value: unknown) => unknown): Served {
  return Object.fromEntries(
    type.fields.map((field) => {
      const value = values[field.key];
      return [field.key, value === undefined ? null : serve(field, value)];
    }),
  );
}

function serveTop(field: Field, value: unknown, context: Context): unknown {
  if (!isReference(field)) return serveInside(field, value, context);
  return each(value, (id) => serveReference(field, id, context));
}

function serveReference(field: Field, id: string, context: Context): Served | null {
  const entry = context.references.get(id);
  const type = entry === undefined ? undefined : context.types.get(entry.type);
  const values = entry === undefined ? null : visibleAt(entry, context.now);
  if (
    entry === undefined ||
    type === undefined ||
    values === null ||
    entry.type !== field.options.content_type
  )
    return null;
  return {
    id: entry.id,
    type: entry.type,
    values: serveValues({ type, values }, (inner, value) => serveInside(inner, value, context)),
    published_at: entry.published_at?.toISOString() ?? null,
    updated_at: (entry.live_updated_at ?? entry.updated_at).toISOString(),
  };
}

/** Everything but references, which stay ids at this depth. */
function serveInside(field: Field, value: unknown, { targets }: Context): unknown {
  if (field.type === 'richtext') return renderRichtext(value as RichtextDocument, targets);
  if (field.type === 'image' || field.type === 'gallery') return each(value, (id) => targets.image(id));
  if (field.type !== 'link' && field.type !== 'link_list') return value;
  const kind = linkTargetKinds.find((one) => one === field.options.target);
  return each(value, (id) => (kind !== undefined && fitsTarget(field, id) ? targets.link(kind, id) : null));
}

/** A list keeps its places: what is gone reads null where it stood. */
function each(value: unknown, serve: (id: string) => unknown): unknown {
  return Array.isArray(value) ? (value as string[]).map(serve) : serve(value as string);
}
