import { storageKey } from '../../../contract/fields/storage-key.ts';
import { entriesOf, groups, definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { countEntriesOf } from '../../entries/store/queries/batch-repository.ts';
import { countFilled } from '../../entries/store/queries/draft-repository.ts';
import { writerOf, writeProject } from '../../../projects/index.ts';
import { runInBackground } from '../../../core/util/index.ts';
import { type ReleaseContext } from '../../../core/context/index.ts';
import { withoutGrantFilter } from '../../../core/mongo/scope/whole.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { contextAfterWrite, noteTypeRemoval, putInTrash } from '../../../lifecycle/index.ts';
import { fieldsWhere } from '../blocks/naming.ts';
import { findBlocks } from '../blocks/repository.ts';
import type { BlockRecord } from '../blocks/schema.ts';
import { loadTypes, typeIn } from '../lookup.ts';
import type { TypesBySlug } from '../types-by-slug.ts';
import { replaceType } from '../repository.ts';
import type { TypeImpact } from '../schema.ts';
import { settleType } from '../settle/settle.ts';

/** Reads what deleting a type, or each of its fields, would delete. @throws unknown_content_type */
export async function readImpact(context: ReleaseContext, slug: string): Promise<TypeImpact> {
  const types = await loadTypes(withoutGrantFilter(context));
  const type = typeIn(types, slug);
  const keys = type.fields.map(storageKey);
  const { entries, live, filled } = await context.withConcurrencyLimit(() =>
    countFilled(context.db, { type: slug, keys, now: context.now }),
  );
  return {
    slug,
    entries,
    live_entries: live,
    fields: type.fields.map((field) => ({
      key: field.key,
      label: field.label,
      drafts: filled.get(storageKey(field))?.drafts ?? 0,
      live: filled.get(storageKey(field))?.live ?? 0,
    })),
    referenced_by: referrersOf(types, await findBlocks(context.db), slug),
  };
}

/**
 * Moves a type with its entries to the trash; only the dashboard can (specification: dashboard). It is gone for callers
 * at once, and the entries move afterwards (settle.ts). One event reports all of it.
 * @throws invalid_field_value if `confirm` is not the slug, unknown_content_type, content_type_referenced
 */
export async function deleteContentType(
  context: ReleaseContext,
  slug: string,
  confirm: string,
): Promise<RouteResponse<null>> {
  const release = await writeProject(context, async (tx) => {
    const types = await loadTypes(withoutGrantFilter(tx));
    const type = typeIn(types, slug);
    if (confirm !== slug) {
      const why = `type "${slug}" to confirm`;
      throw apiError('invalid_field_value', { name: 'confirm', why }, { param: 'confirm' });
    }
    const referrers = referrersOf(types, await findBlocks(tx.db), slug);
    if (referrers.length > 0)
      throw apiError('content_type_referenced', { slug }, { referenced_by: referrers });
    const revision = type.revision + 1;
    const entries = await countEntriesOf(tx.db, slug, tx.bounds.perProject.entries_per_project_max);
    const trashId = await putInTrash(tx, {
      ...{ kind: 'type', itemId: slug, releaseId: tx.db.releaseId, type: null, title: type.name },
      ...{ wasLive: tx.release.default, record: type, entries },
    });
    const trash = trashId === null ? {} : { trash_id: trashId };
    await replaceType(tx.db, { ...type, ...trash, revision, is_settled: false, deleted_at: tx.now });
    await noteTypeRemoval(tx, slug, tx.now);
    const tags = definitionChangeTags([slug], tx.db.releaseId);
    tx.invalidate('schema', tags);
    tx.invalidate('content', { ...tags, tags: [entriesOf(slug), groups.content] });
    const { name, kind } = type;
    const subject = { kind: 'type', id: slug, title: name } as const;
    const audit = { action: 'type.deleted', subject, releaseId: tx.db.releaseId } as const;
    if (!tx.release.default) return tx.stored(audit, tx.release); // other releases are silent (specification: silent-releases)
    const data = { slug, name, kind, changes: [], url: `/v1/schema/content-types/${slug}` };
    tx.emit({ name: 'content.type.deleted', subject: slug, revision, data, isPublic: true });
    return tx.stored(audit, tx.release);
  });
  const writer = writerOf(contextAfterWrite(context, release).db, { now: context.now, actor: context.actor });
  runInBackground('remove the entries of a type', async () => void (await settleType(writer, slug)));
  return respond(null, { status: 204 });
}

/** Reference fields of other types and of blocks. References of the type to itself do not count. */
function referrersOf(
  types: TypesBySlug,
  blocks: readonly BlockRecord[],
  slug: string,
): TypeImpact['referenced_by'] {
  return fieldsWhere(
    { types: [...types.values()].filter((type) => type.slug !== slug), blocks },
    ({ fields }) => fields.filter(({ options }) => options.content_type === slug),
  );
}
