import type { ReleaseContext, Tx } from '../../../core/context/index.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { localizedSignature } from '../../fields/locales/own-values.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { findBlocks } from '../blocks/repository.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findTypes, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';

type TypeTx = Tx<ReleaseContext>;

/** The changed type, marked if its localized fields changed: rows of further locales are then derived again. */
export async function withStaleRows(
  tx: TypeTx,
  before: TypeRecord | null,
  after: TypeRecord,
): Promise<TypeRecord> {
  if (before === null) return after;
  const definitions = [before, after].some(holdsBlocks) ? await findBlocks(whole(tx.db)) : [];
  const blocks = new Map(definitions.map((block) => [block.slug, block]));
  if (!isSignatureChanged({ ...before, blocks }, { ...after, blocks })) {
    const { stale_rows: staleRows } = before;
    return staleRows === undefined ? after : { ...after, stale_rows: staleRows, is_settled: false };
  }
  return { ...after, stale_rows: await tx.writeSeq(), is_settled: false };
}

/** Marks the types whose localized fields change with a block. @returns their slugs */
export async function markTypesOfBlock(
  tx: TypeTx,
  change: { before: BlockShapes; after: BlockShapes },
): Promise<string[]> {
  const isLocalized = [...change.before.values(), ...change.after.values()].some(({ fields }) =>
    fields.some(({ options }) => options.localized === true),
  );
  if (!isLocalized) return [];
  const db = whole(tx.db);
  const changed = (await findTypes(db)).filter((type) =>
    isSignatureChanged({ ...type, blocks: change.before }, { ...type, blocks: change.after }),
  );
  for (const type of changed)
    await replaceType(db, { ...type, stale_rows: await tx.writeSeq(), is_settled: false });
  return changed.map(({ slug }) => slug);
}

function isSignatureChanged(
  before: Parameters<typeof localizedSignature>[0],
  after: Parameters<typeof localizedSignature>[0],
): boolean {
  return localizedSignature(before) !== localizedSignature(after);
}
