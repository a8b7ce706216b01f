import { LRUCache } from 'lru-cache';
import { groups } from '../../contract/events/cache-tags.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { fieldKindOf } from '../fields/kinds.ts';
import type { ProjectInfo, CacheTagCollector, TxOperations } from '../../core/context/index.ts';
import type { TypeOutline } from '../../core/http/index.ts';
import type { ProjectDb, ReleaseDb } from '../../core/mongo/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import { holdsBlocks } from './blocks/settle/reach.ts';
import { grantedTypes } from './granted.ts';
import { findBlocks } from './blocks/repository.ts';
import type { BlocksBySlug } from './blocks/schema.ts';
import { findKinds, findType, findTypes } from './repository.ts';
import type { TypeRecord } from './schema.ts';
import { type TypesBySlug, withBlocks } from './types-by-slug.ts';

/** A type with the blocks that its entries can contain; never stored. */
export interface TypeShape extends TypeRecord {
  readonly blocks: BlocksBySlug;
}

/** The kinds of the types of a release by slug, in order. */
export type KindsBySlug = ReadonlyMap<string, TypeRecord['kind']>;

/** The part of a context that is needed to read types. */
interface TypeLookupContext {
  readonly db: ReleaseDb;
  readonly project: ProjectInfo;
  readonly cacheTags?: CacheTagCollector;
}

interface CachedTypes {
  version: number;
  types: TypesBySlug;
}

/**
 * Definitions by release. An entry is valid while the project's definitions version is the same; every change of a type
 * increases it (specification: revision-cache).
 */
const typeCache = new LRUCache<string, CachedTypes>({ max: 2_000 });

function findCachedTypes({ projectId, releaseId }: ReleaseDb, version: number): TypesBySlug | null {
  const entry = typeCache.get(`${projectId}/${releaseId}`);
  return entry?.version === version ? entry.types : null;
}

/** Caches types, unless the cache has a newer version. A slow request can have read an older one. */
function cacheTypes({ projectId, releaseId }: ReleaseDb, cached: CachedTypes): void {
  const key = `${projectId}/${releaseId}`;
  const entry = typeCache.get(key);
  if (entry === undefined || entry.version < cached.version) typeCache.set(key, cached);
}

/**
 * Returns the types of the release. Snapshot reads know the definitions version, so they query types only after a
 * change. Other reads always query.
 */
export async function loadTypes(context: TypeLookupContext): Promise<TypesBySlug> {
  if (context.db.session?.snapshotEnabled !== true) return readTypesNow(context);
  const version = context.project.definitionsVersion;
  const cachedTypes = findCachedTypes(context.db, version);
  if (cachedTypes !== null) return grantedTypes(context.db, cachedTypes);
  const types = await readAll(context.db);
  cacheTypes(context.db, { version, types });
  return grantedTypes(context.db, types);
}

/** The parts of a type that error messages name; null for a type that the caller can't see. */
export async function outlineOf(context: TypeLookupContext, slug: string): Promise<TypeOutline | null> {
  const type = (await loadTypes(context)).get(slug);
  if (type === undefined) return null;
  const fields = type.fields.map((field) => ({ key: field.key, operators: fieldKindOf(field).operators }));
  return { kind: type.kind, fields, displayField: type.display_field };
}

/**
 * Returns the types for a write that stores no type. They are queried only after a type changed, and the write does not
 * commit if its types are outdated.
 */
export async function loadTypesInWrite(
  tx: TypeLookupContext & Pick<TxOperations<ReleaseDb>, 'definitionsVersion' | 'afterCommit'>,
): Promise<TypesBySlug> {
  const version = await tx.definitionsVersion();
  const cachedTypes = findCachedTypes(tx.db, version);
  if (cachedTypes !== null) return grantedTypes(tx.db, cachedTypes);
  const types = await readAll(tx.db);
  tx.afterCommit(() => cacheTypes(tx.db, { version, types })); // before the commit the rows may be of different versions
  return grantedTypes(tx.db, types);
}

/** Returns the current types from the database, whatever revision the request began at. */
export async function readTypesNow({ db }: TypeLookupContext): Promise<TypesBySlug> {
  return grantedTypes(db, await readAll(db));
}

/** Reads all types. The cache contains all of them, and each caller gets the permitted part. */
async function readAll(db: ReleaseDb): Promise<TypesBySlug> {
  const records = await findTypes(whole(db));
  const blocks = records.some(holdsBlocks) ? await findBlocks(whole(db)) : [];
  return withBlocks(records, blocks);
}

/** Returns the blocks of a type. Without a field for blocks it queries nothing. */
export async function loadBlocks(context: TypeLookupContext, type: TypeRecord): Promise<BlocksBySlug> {
  if (!holdsBlocks(type)) return new Map();
  if (context.db.session?.snapshotEnabled === true) return (await loadTypes(context)).blocks;
  return loadAllBlocks(context);
}

/**
 * Returns every block of the release, used by a type or not. Callers limited to some types get the blocks of those
 * types.
 */
export async function loadAllBlocks(context: TypeLookupContext): Promise<BlocksBySlug> {
  if (context.db.narrowing !== null) return (await loadTypes(context)).blocks;
  return new Map((await findBlocks(context.db)).map((block) => [block.slug, block]));
}

/** Reads the current kinds from the database. */
export async function readKinds(db: ReleaseDb): Promise<KindsBySlug> {
  return new Map((await findKinds(db)).map(({ slug, kind }) => [slug, kind]));
}

/** The slugs of all types of these releases, each once. */
export async function slugsOfTypes(db: ProjectDb, releaseIds: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(releaseIds.map((id) => readKinds(db.release(id))));
  return [...new Set(kinds.flatMap((bySlug) => [...bySlug.keys()]))].sort();
}

/**
 * Returns one type of the release, or null. A write reads only this type, because there can be 200 with 100 fields
 * each.
 */
export async function findTypeOf(context: TypeLookupContext, slug: string): Promise<TypeRecord | null> {
  if (context.db.session?.snapshotEnabled === true) return (await loadTypes(context)).get(slug) ?? null;
  const type = await findType(context.db, slug);
  return type?.deleted_at === undefined ? type : null;
}

/** Returns one type of the release. @throws unknown_content_type with `available_types` */
export async function loadType(context: TypeLookupContext, slug: string): Promise<TypeRecord> {
  context.cacheTags?.definition(slug);
  const type = await findTypeOf(context, slug);
  if (type !== null) return type;
  context.cacheTags?.note(groups.types); // the error lists all types
  return typeIn(await loadTypes(context), slug);
}

/** Returns one type of the release with its blocks. @throws unknown_content_type with `available_types` */
export async function loadShape(context: TypeLookupContext, slug: string): Promise<TypeShape> {
  const type = await loadType(context, slug);
  return { ...type, blocks: await loadBlocks(context, type) };
}

/** @throws unknown_content_type with `available_types` */
export function typeIn(types: TypesBySlug, slug: string, param = 'type'): TypeRecord {
  const type = types.get(slug);
  if (type !== undefined) return type;
  const available = [...types.keys()];
  throw apiError(
    'unknown_content_type',
    { slug },
    { param, did_you_mean: didYouMean(slug, available), available_types: available },
  );
}
