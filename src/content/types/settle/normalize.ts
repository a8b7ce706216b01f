import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags, groups } from '../../../contract/events/cache-tags.ts';
import { withNormalizedTexts } from '../../../contract/text/item-texts.ts';
import type { UnnormalizedValue } from '../../../contract/unnormalized.ts';
import { type Inside, type Outcome, type Outside, transact } from '../../../core/context/index.ts';
import { isReleaseReady } from '../../../lifecycle/index.ts';
import { findBatch } from '../../entries/store/queries/batch-repository.ts';
import { normalizedField } from '../../fields/definition.ts';
import { findBlocks, replaceBlock } from '../blocks/repository.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { findKinds, findType, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import { normalizeEntries } from './normalize-entries.ts';
import type { TypeWriter } from './settle.ts';

/** Entries of one transaction, fewer where they are large. */
const batchSize = 100;

/**
 * Brings the texts of a release to NFC: definitions first, then the entries of each type. Revisions, times and events
 * stay as they are. Each step is one transaction, and running it again, or twice at a time, is harmless.
 *
 * @returns the unique values that could not be normalized.
 */
export async function normalizeRelease(writer: TypeWriter & Outside): Promise<UnnormalizedValue[]> {
  await transact(writer, normalizeBlocks);
  const left: UnnormalizedValue[] = [];
  for (const { slug } of await findKinds(writer.db)) {
    await transact(writer, (inside) => normalizeType(inside, slug));
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const step = await transact(writer, (inside) => normalizeBatch(inside, slug, from));
      left.push(...step.left);
      after = step.after;
    }
  }
  return [...new Map(left.map((value) => [`${value.id}/${value.field}`, value])).values()];
}

async function normalizeBlocks(inside: Inside<TypeWriter>): Promise<Outcome<void>> {
  const changed: string[] = [];
  for (const block of await findBlocks(inside.db)) {
    const normalized = normalizedDefinition(block);
    if (isDeepStrictEqual(block, normalized)) continue;
    await replaceBlock(inside.db, normalized);
    changed.push(block.slug);
  }
  return changed.length === 0 ? inside.unchanged() : definitionsChanged(inside, changed);
}

async function normalizeType(inside: Inside<TypeWriter>, slug: string): Promise<Outcome<void>> {
  const type = await findWritableType(inside, slug);
  const normalized = type === null ? null : normalizedDefinition(type);
  if (normalized === null || isDeepStrictEqual(type, normalized)) return inside.unchanged();
  await replaceType(inside.db, normalized);
  return definitionsChanged(inside, [slug]);
}

function normalizedDefinition<D extends Pick<TypeRecord, 'fields'>>(definition: D): D {
  return { ...withNormalizedTexts(definition), fields: definition.fields.map(normalizedField) };
}

/** Processes keep definitions in memory until the version of the project's schema moves. */
function definitionsChanged(inside: Inside<TypeWriter>, slugs: readonly string[]): Outcome<void> {
  inside.touch('schema', definitionChangeTags(slugs, inside.db.releaseId));
  return inside.continued();
}

/** The type, or null where it or its release is being removed or was replaced. */
async function findWritableType(inside: Inside<TypeWriter>, slug: string): Promise<TypeRecord | null> {
  if (!(await isReleaseReady(inside.db, inside.db.releaseId))) return null;
  const type = await findType(inside.db, slug);
  return type === null || type.deleted_at !== undefined ? null : type;
}

interface Step {
  /** The last entry that is done; null after the last batch. */
  after: string | null;
  left: UnnormalizedValue[];
}

async function normalizeBatch(
  inside: Inside<TypeWriter>,
  slug: string,
  after: string,
): Promise<Outcome<Step>> {
  const type = await findWritableType(inside, slug);
  if (type === null) return inside.unchanged({ after: null, left: [] });
  const { found, isLast } = await findBatch(inside.db, slug, after, batchSize);
  const defined = holdsBlocks(type) ? await findBlocks(inside.db) : [];
  const blocks = new Map(defined.map((block) => [block.slug, block]));
  const { left, isChanged } = await normalizeEntries(inside.db, { ...type, blocks }, found);
  const step: Step = { after: isLast ? null : (found.at(-1)?.id ?? null), left };
  if (!isChanged) return inside.unchanged(step);
  inside.touch('content', { tags: [groups.content], releaseId: inside.db.releaseId }); // or cached filters would miss them
  return inside.continued(step);
}
