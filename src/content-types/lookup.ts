import { LRUCache } from 'lru-cache';
import { problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { ProjectInfo } from '../platform/call.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { findKinds, findType, findTypes } from './repository.ts';
import type { TypeRecord } from './schema.ts';

/** All types of a release, by slug, in order. */
export type TypesBySlug = ReadonlyMap<string, TypeRecord>;

/** Which kind each type of a release is of, by slug, in order. */
export type KindsBySlug = ReadonlyMap<string, TypeRecord['kind']>;

/** The part of a call that reading types takes. */
interface TypeLookupCall {
  readonly db: ReleaseDb;
  readonly project: ProjectInfo;
}

interface CachedTypes {
  revision: number;
  types: TypesBySlug;
}

/** Definitions by release, good for as long as the project's revision is the same (specification: revision-cache). */
const kept = new LRUCache<string, CachedTypes>({ max: 2_000 });

/**
 * The types of the call's release. Reads of one moment know the revision of that moment, so to them the types cost a
 * query only after the project changed; transactions and all else ask the database.
 */
export async function loadTypes(call: TypeLookupCall): Promise<TypesBySlug> {
  if (call.db.session?.snapshotEnabled !== true) return readTypesNow(call);
  const found = kept.get(call.db.releaseId);
  if (found !== undefined && found.revision === call.project.revision) return found.types;
  const types = await readTypesNow(call);
  kept.set(call.db.releaseId, { revision: call.project.revision, types });
  return types;
}

/** The types as they are in the database now, whatever revision the call began at. */
export async function readTypesNow(call: TypeLookupCall): Promise<TypesBySlug> {
  const records = await findTypes(call.db);
  return new Map(records.map((record) => [record.slug, record]));
}

/** The kinds as they are in the database now. */
export async function readKinds(db: ReleaseDb): Promise<KindsBySlug> {
  return new Map((await findKinds(db)).map(({ slug, kind }) => [slug, kind]));
}

/** One type of the call's release, or null. A write reads it alone: there may be 200, of 100 fields each. */
export async function findTypeOf(call: TypeLookupCall, slug: string): Promise<TypeRecord | null> {
  if (call.db.session?.snapshotEnabled === true) return (await loadTypes(call)).get(slug) ?? null;
  const found = await findType(call.db, slug);
  return found?.deleted_at === undefined ? found : null;
}

/** The same. @throws unknown_content_type with `available_types` */
export async function loadType(call: TypeLookupCall, slug: string): Promise<TypeRecord> {
  return (await findTypeOf(call, slug)) ?? typeIn(await loadTypes(call), slug);
}

/** @throws unknown_content_type with `available_types` */
export function typeIn(types: TypesBySlug, slug: string, param = 'type'): TypeRecord {
  const found = types.get(slug);
  if (found !== undefined) return found;
  const available = [...types.keys()];
  throw problem(
    'unknown_content_type',
    { slug },
    { param, did_you_mean: didYouMean(slug, available), available_types: available },
  );
}
