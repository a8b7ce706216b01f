import { writeProject } from '../../../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags } from '../../../../contract/events/cache-tags.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import { derive, snapshotsOf } from '../../../entries/store/derive.ts';
import { findBlockBatch } from '../../../entries/store/queries/batch-repository.ts';
import { replaceEntries } from '../../../entries/store/repository.ts';
import type { EntryRecord, EntryValues } from '../../../entries/store/schema.ts';
import type { BlockShapes } from '../../../fields/walk.ts';
import { type Tx, type WriteResult, type NotInTransaction } from '../../../../core/context/index.ts';
import { isReleaseReady } from '../../../../lifecycle/index.ts';
import { findTypes } from '../../repository.ts';
import type { TypeWriter } from '../../settle/settle.ts';
import { findBlock, findBlocks, replaceBlock } from '../repository.ts';
import type { BlockRecord } from '../schema.ts';

/** Entries brought up to date in one transaction, fewer where they are large. */
const batchSize = 20;

interface Pass {
  revision: number;
  /** The last entry that is done. */
  after: string;
}

/**
 * Clears the values of fields that a definition lost, in every entry that has the block, drafts too. Each step meets
 * other writes of the project in one transaction; running it again, or twice at a time, is harmless.
 *
 * @param endsAt - when it gives up, on the clock of `performance.now()`.
 */
export async function settleBlock(
  writer: TypeWriter & NotInTransaction,
  slug: string,
  endsAt = Infinity,
): Promise<void> {
  let pass: Pass | null = { revision: 0, after: '' };
  while (pass !== null && performance.now() < endsAt) {
    const from: Pass = pass;
    pass = await writeProject(writer, (tx) => settleBatch(tx, slug, from));
  }
}

async function settleBatch(tx: Tx<TypeWriter>, slug: string, pass: Pass): Promise<WriteResult<Pass | null>> {
  const { db } = tx;
  if (!(await isReleaseReady(db, db.releaseId))) return tx.unchanged(null); // all of it is being removed
  const block = await findBlock(db, slug);
  if (block === null || block.removed.length === 0) return tx.unchanged(null);
  if (block.removed.some(({ is_begun: isBegun }) => isBegun !== true)) await replaceBlock(db, begun(block));
  const after = pass.revision === block.revision ? pass.after : '';
  const { found: batch, isLast } = await findBlockBatch(db, slug, after, batchSize);
  const types = new Map((await findTypes(db)).map((type) => [type.slug, type]));
  const blocks = new Map((await findBlocks(db)).map((one) => [one.slug, one]));
  const settled = batch.flatMap((entry) => {
    const type = types.get(entry.type);
    if (type === undefined) return [];
    const cleared = clearedEntry(entry, block, blocks);
    const now = { ...cleared, ...derive({ ...type, blocks }, cleared) };
    return isDeepStrictEqual(entry, now) ? [] : [now];
  });
  await replaceEntries(db, settled);
  const last = batch.at(-1);
  if (last !== undefined && !isLast) return tx.continued({ revision: block.revision, after: last.id });
  await replaceBlock(db, { ...block, removed: [], is_settled: true });
  tx.invalidate('schema', definitionChangeTags([], db.releaseId)); // no field shows what was cleared
  return tx.continued(null);
}

/** From the first batch on no removed field gives its values back: those of some entries are gone. */
function begun(block: BlockRecord): BlockRecord {
  return { ...block, removed: block.removed.map((field) => ({ ...field, is_begun: true })) };
}

/** The entry without what it has of the removed fields, in every snapshot. */
function clearedEntry(entry: EntryRecord, block: BlockRecord, blocks: BlockShapes): EntryRecord {
  const keys = block.removed.map(({ key }) => key);
  const cleared = (values: EntryValues) => clearedValues(values, { slug: block.slug, keys, blocks });
  const { uniques: _uniques, block_uses: _uses, ...kept } = entry;
  const [draft = {}] = snapshotsOf(entry);
  const { pending, live } = entry;
  return {
    ...kept,
    draft: cleared(draft),
    live: live === null ? null : cleared(live),
    ...(pending === undefined ? {} : { pending: { ...pending, values: cleared(pending.values) } }),
  };
}

interface Cleared {
  slug: string;
  keys: readonly string[];
  blocks: BlockShapes;
}

function clearedValues(values: EntryValues, what: Cleared): EntryValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isListOfBlocks(value) ? value.map((block) => clearedBlock(block, what)) : value,
    ]),
  );
}

function clearedBlock(block: Block, what: Cleared): Block {
  const values = clearedValues(block.values, what);
  if (block.block !== what.slug) return { ...block, values };
  const kept = Object.entries(values).filter(([key]) => !what.keys.includes(key));
  return { ...block, values: Object.fromEntries(kept) };
}

/** No other stored value is a list of objects. */
function isListOfBlocks(value: unknown): value is Block[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}
