import { writeProject } from '../../../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags } from '../../../../contract/events/cache-tags.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import { derive, snapshotsOf } from '../../../entries/store/derive.ts';
import { findBlockBatch } from '../../../entries/store/queries/batch-repository.ts';
import { replaceEntries } from '../../../entries/store/repository.ts';
import type { EntryRecord, EntryValues } from '../../../entries/store/schema.ts';
import type { BlockShapes } from '../../../fields/walk.ts';
import type { NotInTransaction, ReleaseWriter, Tx, WriteResult } from '../../../../core/context/index.ts';
import { isReleaseReady } from '../../../../lifecycle/index.ts';
import { findTypes } from '../../repository.ts';
import { mapOwnValues, replaceRowsInLocales } from '../../settle/locale-values.ts';
import { afterPass, clearedKeys, isPassDone, passName, giveUpExpired } from '../../settle/removed-state.ts';
import { findBlock, findBlocks, replaceBlock } from '../repository.ts';
import type { BlockRecord } from '../schema.ts';

/** Maximum entries updated in one transaction. Batches of large entries are smaller. */
const batchSize = 20;

interface Pass {
  name: string;
  /** The id of the last updated entry. */
  after: string;
}

/**
 * Updates every entry with the block, drafts and removed fields included: takes removed fields out of indexes, clears
 * their values after `kept_until`, and puts restored fields back. Each step is one transaction and can be repeated or
 * run twice at once.
 * @param endsAt - the time to stop, on the clock of `performance.now()`
 */
export async function settleBlock(
  writer: ReleaseWriter & NotInTransaction,
  slug: string,
  endsAt = Infinity,
): Promise<void> {
  let pass: Pass | null = { name: '', after: '' };
  while (pass !== null && performance.now() < endsAt) {
    const from: Pass = pass;
    pass = await writeProject(writer, (tx) => settleBatch(tx, slug, from));
  }
}

async function settleBatch(
  tx: Tx<ReleaseWriter>,
  slug: string,
  pass: Pass,
): Promise<WriteResult<Pass | null>> {
  const { db } = tx;
  if (!(await isReleaseReady(db, db.releaseId))) return tx.unchanged(null); // the release is being deleted
  const storedBlock = await findBlock(db, slug);
  if (storedBlock === null) return tx.unchanged(null);
  const block = giveUpExpired(storedBlock, tx.now);
  if (isPassDone(block)) return tx.unchanged(null);
  if (block !== storedBlock) await replaceBlock(db, { ...block, is_settled: false });
  const name = passName(block);
  const after = pass.name === name ? pass.after : '';
  const { entries: batch, isLast } = await findBlockBatch(db, slug, after, batchSize);
  const types = new Map((await findTypes(db)).map((type) => [type.slug, type]));
  const blocks = new Map((await findBlocks(db)).map((each) => [each.slug, each]));
  const settled = batch.flatMap((entry) => {
    const type = types.get(entry.type);
    if (type === undefined) return [];
    const cleared = clearedEntry(entry, block, blocks);
    const updated = { ...cleared, ...derive({ ...type, blocks }, cleared) };
    return isDeepStrictEqual(entry, updated) ? [] : [updated];
  });
  await replaceEntries(db, settled);
  for (const type of types.values()) {
    const ofType = settled.filter((entry) => entry.type === type.slug);
    await replaceRowsInLocales(tx, { ...type, blocks }, ofType);
  }
  const last = batch.at(-1);
  if (last !== undefined && !isLast) return tx.continued({ name, after: last.id });
  await replaceBlock(db, { ...afterPass(block), is_settled: true });
  tx.invalidate('schema', definitionChangeTags([], db.releaseId)); // responses no longer list the removed fields
  return tx.continued(null);
}

/** The entry without values of the removed fields, in every snapshot. */
function clearedEntry(entry: EntryRecord, block: BlockRecord, blocks: BlockShapes): EntryRecord {
  const keys = clearedKeys(block);
  const cleared = (values: EntryValues) => clearedValues(values, { slug: block.slug, keys, blocks });
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, ...rest } = entry;
  const [draft = {}] = snapshotsOf(entry);
  const { pending, live, shared_live: sharedLive } = entry;
  return {
    ...rest,
    ...clearedLocales(entry, { slug: block.slug, keys, blocks }),
    draft: cleared(draft),
    live: live === null ? null : cleared(live),
    ...(pending === undefined ? {} : { pending: { ...pending, values: cleared(pending.values) } }),
    ...(sharedLive === undefined ? {} : { shared_live: cleared(sharedLive) }),
  };
}

/**
 * The own values of further locales without those of removed fields: in their own lists, and in shared lists, where
 * values have addresses by the ids of the blocks.
 */
function clearedLocales(entry: EntryRecord, clearing: Clearing): Pick<EntryRecord, 'locales'> {
  const { slug, keys } = clearing;
  if (entry.locales === undefined || keys.length === 0) return {};
  const { shared_live: sharedLive = {} } = entry;
  const ids = new Set([...snapshotsOf(entry), sharedLive].flatMap((values) => [...idsOf(values, slug)]));
  const isPresent = ([address]: readonly [string, unknown]) => {
    const [, id = '', key = ''] = address.split('/');
    return !ids.has(id) || !keys.includes(key);
  };
  const { locales = {} } = mapOwnValues({ locales: entry.locales }, (own) =>
    clearedValues(Object.fromEntries(Object.entries(own).filter(isPresent)), clearing),
  );
  return { locales };
}

/** The ids of the blocks of a definition, at any depth. */
function* idsOf(values: EntryValues, slug: string): Generator<string, void, undefined> {
  for (const value of Object.values(values)) {
    if (!isListOfBlocks(value)) continue;
    for (const block of value) {
      if (block.block === slug) yield block.id;
      yield* idsOf(block.values, slug);
    }
  }
}

interface Clearing {
  slug: string;
  keys: readonly string[];
  blocks: BlockShapes;
}

function clearedValues(values: EntryValues, clearing: Clearing): EntryValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isListOfBlocks(value) ? value.map((block) => clearedBlock(block, clearing)) : value,
    ]),
  );
}

function clearedBlock(block: Block, clearing: Clearing): Block {
  const values = clearedValues(block.values, clearing);
  if (block.block !== clearing.slug) return { ...block, values };
  const rest = Object.entries(values).filter(([key]) => !clearing.keys.includes(key));
  return { ...block, values: Object.fromEntries(rest) };
}

/** No other stored value is a list of objects. */
function isListOfBlocks(value: unknown): value is Block[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);
}
