import { isDeepStrictEqual } from 'node:util';
import { derive } from '../../entries/store/derive.ts';
import {
  type DerivedRow,
  findDerivedRows,
  storeDerived,
} from '../../entries/store/queries/derived-repository.ts';
import { entries } from '../../entries/store/repository.ts';
import type { DerivedFields } from '../../entries/store/schema.ts';
import type { Migration, SystemDb } from '../../../core/mongo/index.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findBlocks } from '../blocks/repository.ts';
import { findTypesBySlug } from '../repository.ts';
import type { TypeShape } from '../lookup.ts';

/** Before this migration, entries had unique values, choices and blocks reserved that they no longer contained. */
export const repairDerivedKeys: Migration = {
  number: 4,
  name: 'derive the keys of entries again',
  reads: [entries.name],
  run: (system) => deriveAgain(system),
};

/** Maximum attempts for a batch whose rows change meanwhile. Rows that still change have keys that their writer derived. */
const attemptsMax = 5;

/**
 * Derives the keys of entries again, of all projects or of one, and stores changed keys in batches. A row that changes
 * meanwhile is read again. It can be repeated or run twice at once.
 */
export async function deriveAgain(system: SystemDb, projectId?: string): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const range = { after, projectId };
    let batch = await findDerivedRows(system, range);
    for (let attempt = 1; !(await deriveBatch(system, batch)) && attempt < attemptsMax; attempt += 1)
      batch = await findDerivedRows(system, range);
    after = batch.at(-1)?._id;
  }
}

/** @returns whether no row changed since it was read */
async function deriveBatch(system: SystemDb, batch: readonly DerivedRow[]): Promise<boolean> {
  const types = await typesOf(system, batch);
  const changes = batch.flatMap((row) => {
    const type = types.get(typeName(row));
    // Types without sort slots are of an earlier version. The settle job derives their entries.
    if (type === undefined || !('sort_slots' in type)) return [];
    const derived = repairedKeys(row, derive(type, row));
    return isDeepStrictEqual(storedKeys(row), derived) ? [] : [{ row, derived }];
  });
  return storeDerived(system, changes);
}

/** A repair reserves no unique value: another entry may have it by now, and the index would reject the batch. */
function repairedKeys({ uniques: stored = [] }: DerivedRow, derived: DerivedFields): DerivedFields {
  const { uniques = [], ...rest } = derived;
  const reserved = stored.filter((unique) => uniques.includes(unique));
  return { ...rest, ...(reserved.length > 0 ? { uniques: reserved } : {}) };
}

function storedKeys({
  facets,
  sorts,
  refs,
  live_refs,
  uniques,
  block_uses,
  equals_live,
}: DerivedRow): DerivedFields {
  return {
    ...{ facets, sorts, refs, live_refs },
    ...(uniques === undefined ? {} : { uniques }),
    ...(block_uses === undefined ? {} : { block_uses }),
    ...(equals_live === undefined ? {} : { equals_live }),
  };
}

function typeName({ release_id: releaseId, type }: Pick<DerivedRow, 'release_id' | 'type'>): string {
  return `${releaseId}/${type}`;
}

/** The types of these rows by `typeName`. They are read after the rows: a write that changes a type later updates its rows itself. */
async function typesOf(system: SystemDb, batch: readonly DerivedRow[]): Promise<Map<string, TypeShape>> {
  const shapes = new Map<string, TypeShape>();
  const projects = new Map(batch.map(({ release_id: releaseId, project_id: id }) => [releaseId, id]));
  for (const [releaseId, projectId] of projects) {
    const db = system.project(projectId).release(releaseId);
    const slugs = new Set(batch.flatMap((row) => (row.release_id === releaseId ? [row.type] : [])));
    const types = await findTypesBySlug(db, [...slugs]);
    const definitions = types.some(holdsBlocks) ? await findBlocks(db) : [];
    const blocks = new Map(definitions.map((block) => [block.slug, block]));
    for (const type of types)
      shapes.set(typeName({ release_id: releaseId, type: type.slug }), { ...type, blocks });
  }
  return shapes;
}
