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

/** A type with the blocks that its entries may have, as values are read by it; never stored. */
export interface TypeShape extends TypeRecord {
  readonly blocks: BlocksBySlug;
}

/** Which kind each type of a release is of, by slug, in order. */
export type KindsBySlug = ReadonlyMap<string, TypeRecord['kind']>;

/** The part of a call that reading types takes. */
interface TypeLookupCall {
  readonly db: ReleaseDb;
  readonly project: ProjectInfo;
  readonly cacheTags?: CacheTagCollector;
}

interface CachedTypes {
  version: number;
  types: TypesBySlug;
}

/**
 * Definitions by release, good for as long as the project's version of what describes it is the same: every change of a
 * type moves it (specification: revision-cache).
 */
const kept = new LRUCache<string, CachedTypes>({ max: 2_000 });

function keptTypes({ projectId, releaseId }: ReleaseDb, version: number): TypesBySlug | null {
  const found = kept.get(`${projectId}/${releaseId}`);
  return found?.version === version ? found.types : null;
}

/** An older version does not take the place of a newer one: a slow request would undo what a quick one found. */
function keepTypes({ projectId, releaseId }: ReleaseDb, cached: CachedTypes): void {
  const key = `${projectId}/${releaseId}`;
  const found = kept.get(key);
  if (found === undefined || found.version < cached.version) kept.set(key, cached);
}

/**
 * The types of the call's release. Reads of one moment know the version of that moment, so to them the types cost a
 * query only after a type changed; all else asks the database.
 */
export async function loadTypes(context: TypeLookupCall): Promise<TypesBySlug> {
  if (context.db.session?.snapshotEnabled !== true) return readTypesNow(context);
  const version = context.project.definitionsVersion;
  const cachedTypes = keptTypes(context.db, version);
  if (cachedTypes !== null) return grantedTypes(context.db, cachedTypes);
  const types = await readAll(context.db);
  keepTypes(context.db, { version, types });
  return grantedTypes(context.db, types);
}

/** What error messages say of a type; null for a type that the caller cannot see. */
export async function outlineOf(context: TypeLookupCall, slug: string): Promise<TypeOutline | null> {
  const type = (await loadTypes(context)).get(slug);
  if (type === undefined) return null;
  const fields = type.fields.map((field) => ({ key: field.key, operators: fieldKindOf(field).operators }));
  return { kind: type.kind, fields, displayField: type.display_field };
}

/**
 * The types as a write of content sees them, for one that stores no type: they cost a query only after a type changed.
 * A write that saw others than the database has does not commit.
 */
export async function knownTypes(
  tx: TypeLookupCall & Pick<TxOperations<ReleaseDb>, 'definitionsVersion' | 'afterCommit'>,
): Promise<TypesBySlug> {
  const version = await tx.definitionsVersion();
  const cachedTypes = keptTypes(tx.db, version);
  if (cachedTypes !== null) return grantedTypes(tx.db, cachedTypes);
  const types = await readAll(tx.db);
  tx.afterCommit(() => keepTypes(tx.db, { version, types })); // only then is it sure that they are of one state
  return grantedTypes(tx.db, types);
}

/** The types as they are in the database now, whatever revision the call began at. */
export async function readTypesNow({ db }: TypeLookupCall): Promise<TypesBySlug> {
  return grantedTypes(db, await readAll(db));
}

/** What is kept is whole: every caller is given their part of it. */
async function readAll(db: ReleaseDb): Promise<TypesBySlug> {
  const records = await findTypes(whole(db));
  const blocks = records.some(holdsBlocks) ? await findBlocks(whole(db)) : [];
  return withBlocks(records, blocks);
}

/** The definitions by which values of a type are read; they cost a query only where the type has a field for blocks. */
export async function loadBlocks(context: TypeLookupCall, type: TypeRecord): Promise<BlocksBySlug> {
  if (!holdsBlocks(type)) return new Map();
  if (context.db.session?.snapshotEnabled === true) return (await loadTypes(context)).blocks;
  return loadAllBlocks(context);
}

/** Every definition of the release, whether a type leads to it or not; a caller narrowed to types sees those in them. */
export async function loadAllBlocks(context: TypeLookupCall): Promise<BlocksBySlug> {
  if (context.db.narrowing !== null) return (await loadTypes(context)).blocks;
  return new Map((await findBlocks(context.db)).map((block) => [block.slug, block]));
}

/** The kinds as they are in the database now. */
export async function readKinds(db: ReleaseDb): Promise<KindsBySlug> {
  return new Map((await findKinds(db)).map(({ slug, kind }) => [slug, kind]));
}

/** The slugs of all types of these releases, each once. */
export async function slugsOfTypes(db: ProjectDb, releaseIds: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(releaseIds.map((id) => readKinds(db.release(id))));
  return [...new Set(kinds.flatMap((bySlug) => [...bySlug.keys()]))].sort();
}

/** One type of the call's release, or null. A write reads it alone: there may be 200, of 100 fields each. */
export async function findTypeOf(context: TypeLookupCall, slug: string): Promise<TypeRecord | null> {
  if (context.db.session?.snapshotEnabled === true) return (await loadTypes(context)).get(slug) ?? null;
  const type = await findType(context.db, slug);
  return type?.deleted_at === undefined ? type : null;
}

/** The same. @throws unknown_content_type with `available_types` */
export async function loadType(context: TypeLookupCall, slug: string): Promise<TypeRecord> {
  context.cacheTags?.definition(slug);
  const type = await findTypeOf(context, slug);
  if (type !== null) return type;
  context.cacheTags?.note(groups.types); // the refusal lists what there is
  return typeIn(await loadTypes(context), slug);
}

/** The same with the blocks that its entries may have. @throws unknown_content_type with `available_types` */
export async function loadShape(context: TypeLookupCall, slug: string): Promise<TypeShape> {
  const type = await loadType(context, slug);
  return { ...type, blocks: await loadBlocks(context, type) };
}

/** @throws unknown_content_type with `available_types` */
export function typeIn(types: TypesBySlug, slug: string, param = 'type'): TypeRecord {
  const found = types.get(slug);
  if (found !== undefined) return found;
  const available = [...types.keys()];
  throw apiError(
    'unknown_content_type',
    { slug },
    { param, did_you_mean: didYouMean(slug, available), available_types: available },
  );
}
