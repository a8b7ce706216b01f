import { writeProject, type UnnormalizedValue } from '../../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags, groups } from '../../../contract/events/cache-tags.ts';
import { withNormalizedTexts } from '../../fields/item-texts.ts';
import type { NotInTransaction, ReleaseWriter, Tx, WriteResult } from '../../../core/context/index.ts';
import { isReleaseReady } from '../../../lifecycle/index.ts';
import { findBatch } from '../../entries/store/queries/batch-repository.ts';
import { normalizedField } from '../../fields/definition.ts';
import { findBlocks, replaceBlock } from '../blocks/repository.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findKinds, findType, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import { normalizeEntries } from './normalize-entries.ts';

/** Maximum entries of one transaction. Batches of large entries are smaller. */
const batchSize = 100;

/**
 * Normalizes the texts of a release to NFC: definitions first, then the entries of each type. Revisions, dates and
 * events do not change. Each step is one transaction and can be repeated or run twice at once.
 * @returns unique values that could not be normalized
 */
export async function normalizeRelease(
  writer: ReleaseWriter & NotInTransaction,
): Promise<UnnormalizedValue[]> {
  await writeProject(writer, normalizeBlocks);
  const unnormalized: UnnormalizedValue[] = [];
  for (const { slug } of await findKinds(writer.db)) {
    await writeProject(writer, (tx) => normalizeType(tx, slug));
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const step = await writeProject(writer, (tx) => normalizeBatch(tx, slug, from));
      unnormalized.push(...step.unnormalized);
      after = step.after;
    }
  }
  return [...new Map(unnormalized.map((value) => [`${value.id}/${value.field}`, value])).values()];
}

async function normalizeBlocks(tx: Tx<ReleaseWriter>): Promise<WriteResult<void>> {
  const changedSlugs: string[] = [];
  for (const block of await findBlocks(tx.db)) {
    const normalized = normalizedDefinition(block);
    if (isDeepStrictEqual(block, normalized)) continue;
    await replaceBlock(tx.db, normalized);
    changedSlugs.push(block.slug);
  }
  return changedSlugs.length === 0 ? tx.unchanged() : definitionsChanged(tx, changedSlugs);
}

async function normalizeType(tx: Tx<ReleaseWriter>, slug: string): Promise<WriteResult<void>> {
  const type = await findWritableType(tx, slug);
  const normalized = type === null ? null : normalizedDefinition(type);
  if (normalized === null || isDeepStrictEqual(type, normalized)) return tx.unchanged();
  await replaceType(tx.db, normalized);
  return definitionsChanged(tx, [slug]);
}

function normalizedDefinition<D extends Pick<TypeRecord, 'fields'>>(definition: D): D {
  return { ...withNormalizedTexts(definition), fields: definition.fields.map(normalizedField) };
}

/** Processes cache definitions until the definitions version of the project changes. */
function definitionsChanged(tx: Tx<ReleaseWriter>, slugs: readonly string[]): WriteResult<void> {
  tx.invalidate('schema', definitionChangeTags(slugs, tx.db.releaseId));
  return tx.continued();
}

/** The type; null if it or its release is being deleted or was replaced. */
async function findWritableType(tx: Tx<ReleaseWriter>, slug: string): Promise<TypeRecord | null> {
  if (!(await isReleaseReady(tx.db, tx.db.releaseId))) return null;
  const type = await findType(tx.db, slug);
  return type === null || type.deleted_at !== undefined ? null : type;
}

interface Step {
  /** The id of the last normalized entry; null after the last batch. */
  after: string | null;
  unnormalized: UnnormalizedValue[];
}

async function normalizeBatch(
  tx: Tx<ReleaseWriter>,
  slug: string,
  after: string,
): Promise<WriteResult<Step>> {
  const type = await findWritableType(tx, slug);
  if (type === null) return tx.unchanged({ after: null, unnormalized: [] });
  const { entries: batch, isLast } = await findBatch(tx.db, slug, after, batchSize);
  const definitions = holdsBlocks(type) ? await findBlocks(tx.db) : [];
  const blocks = new Map(definitions.map((block) => [block.slug, block]));
  const { unnormalized, isChanged } = await normalizeEntries(tx.db, { ...type, blocks }, batch);
  const step: Step = { after: isLast ? null : (batch.at(-1)?.id ?? null), unnormalized };
  if (!isChanged) return tx.unchanged(step);
  tx.invalidate('content', { tags: [groups.content], releaseId: tx.db.releaseId }); // or cached filters would miss them
  return tx.continued(step);
}
