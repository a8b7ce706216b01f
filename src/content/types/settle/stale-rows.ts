import type { ReleaseContext, Tx } from '../../../core/context/index.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { isLocalized, isTranslated, localizedSignature } from '../../fields/locales/own-values.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { findBlocks } from '../blocks/repository.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findTypes, markStaleRows } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';

type TypeTx = Tx<ReleaseContext>;

/**
 * The changed type, marked if its localized fields or its translated texts changed: rows of further locales and
 * translation states are then derived again.
 */
export async function withStaleRows(
  tx: TypeTx,
  before: TypeRecord | null,
  after: TypeRecord,
): Promise<TypeRecord> {
  if (before === null) return after;
  const definitions = [before, after].some(holdsBlocks) ? await findBlocks(whole(tx.db)) : [];
  const blocks = new Map(definitions.map((block) => [block.slug, block]));
  const isChanged =
    translatedKeys(before) !== translatedKeys(after) ||
    isSignatureChanged({ ...before, blocks }, { ...after, blocks });
  if (!isChanged) {
    const { stale_rows: staleRows } = before;
    return staleRows === undefined ? after : { ...after, stale_rows: staleRows, is_settled: false };
  }
  return { ...after, stale_rows: await tx.writeSeq(), is_settled: false };
}

/** The storage keys of the translated fields of a type. A field of a block can't become unique, so it stays translated. */
function translatedKeys({ fields }: TypeRecord): string {
  return fields.filter(isTranslated).map(storageKey).sort().join(' ');
}

/** Marks the types whose localized fields change with a block. @returns their slugs */
export async function markTypesOfBlock(
  tx: TypeTx,
  change: { before: BlockShapes; after: BlockShapes },
): Promise<string[]> {
  const definitions = [...change.before.values(), ...change.after.values()];
  if (!definitions.some(({ fields }) => fields.some(isLocalized))) return [];
  const db = whole(tx.db);
  const slugs = (await findTypes(db))
    .filter((type) =>
      isSignatureChanged({ ...type, blocks: change.before }, { ...type, blocks: change.after }),
    )
    .map(({ slug }) => slug);
  if (slugs.length > 0) await markStaleRows(db, slugs, await tx.writeSeq());
  return slugs;
}

function isSignatureChanged(
  before: Parameters<typeof localizedSignature>[0],
  after: Parameters<typeof localizedSignature>[0],
): boolean {
  return localizedSignature(before) !== localizedSignature(after);
}
