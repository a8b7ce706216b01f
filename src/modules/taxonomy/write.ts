import { latest } from '../../contract/time.ts';
import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, changedKeys, itemAction } from '../../contract/events/audit-actions.ts';
import { foldText } from '../../contract/text/fold.ts';
import { newId } from '../../contract/ids.ts';
import { combineErrors, type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { freeSlug, slugOf, slugOfId } from '../../contract/text/slugs.ts';
import { checkProjectLimit, writeProject } from '../../projects/index.ts';
import { checkWrittenIds, type WrittenId } from '../../content/index.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import { checkIfMatch, putInTrash } from '../../lifecycle/index.ts';
import { deleteTerm, findTerm as findRecord, insertTerm, replaceTerm, takenSlugs } from './repository.ts';
import type { TermRecord, TermValues } from './schema.ts';
import { type Taxonomy, termChangeTags } from './taxonomy.ts';

/** Finds a term by slug or id. @throws the kind's own 404 */
export async function readTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
): Promise<R> {
  const record = await findRecord(context.db, kind.collection, slugOrId);
  if (record === null) {
    context.cacheTags?.missing(kind.kind, slugOrId);
    throw kind.unknown(slugOrId);
  }
  context.cacheTags?.item(kind.kind, record._id);
  return record;
}

/**
 * Creates a term. `values` runs inside the transaction, so its checks are still valid at the commit. An
 * omitted slug is made from the name, with a number if that is in use.
 * @throws slug_taken for a given slug, limit_reached, and errors of `values`
 */
export function createTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slug: string | null,
  values: (tx: ProjectContext) => Promise<TermValues<R>>,
): Promise<R> {
  const id = newId(kind.kind, context.now);
  return writeProject(context, async (tx) => {
    await checkProjectLimit(tx.bounds.perProject, kind.limit, (max) => kind.count(tx.db, max));
    const newValues = await values(tx);
    const common: TermRecord = {
      _id: id,
      slug: await chooseSlug(tx.db, kind, { slug, name: kind.nameOf(newValues), id }),
      sort_name: sortName(kind.nameOf(newValues)),
      revision: 1,
      created_at: tx.now,
      updated_at: tx.now,
    };
    const record = { ...newValues, ...common } as R; // the two halves of R
    await insertTerm(tx.db, kind.collection, record);
    tx.invalidate(kind.module, termChangeTags(kind, null, record));
    return tx.stored(audited(kind, record, 'created'), record);
  });
}

/** The changes of a PATCH. `slug` is undefined if not sent; null makes it from the name again. */
export interface TermChange<R extends TermRecord> {
  slug: string | null | undefined;
  values(before: R, tx: ProjectContext): Promise<TermValues<R>>;
}

/**
 * Changes a term; without a difference nothing is stored.
 * @throws the kind's own 404, revision_conflict, slug_taken, and errors of `values`
 */
export function changeTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
  change: TermChange<R>,
): Promise<R> {
  return writeProject(context, async (tx) => {
    const before = await readTerm(tx, kind, slugOrId);
    checkIfMatch(tx.ifMatch, before);
    const newValues = await change.values(before, tx);
    const name = kind.nameOf(newValues);
    const slug =
      change.slug === undefined || change.slug === before.slug
        ? before.slug
        : await chooseSlug(tx.db, kind, { slug: change.slug, name, id: before._id, ownSlug: before.slug });
    const merged: R = { ...before, ...newValues, slug, sort_name: sortName(name) };
    if (isDeepStrictEqual(merged, before)) return tx.unchanged(before);
    const after: R = {
      ...merged,
      revision: before.revision + 1,
      updated_at: latest(before.updated_at, tx.now),
    };
    await replaceTerm(tx.db, kind.collection, { before, after });
    tx.invalidate(kind.module, termChangeTags(kind, before, after));
    const changed = changedKeys(before, after).filter((key) => !ownKeys.includes(key));
    return tx.stored({ ...audited(kind, after, 'changed'), changed }, after);
  });
}

/**
 * Deletes a term; a member's deletion moves it to the trash.
 * @throws the kind's own 404, revision_conflict, and errors of `protect`, which throws `entry_referenced`
 * while something refers to the term
 */
export function removeTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
  protect: (record: R, tx: ProjectContext) => Promise<void>,
): Promise<void> {
  return writeProject(context, async (tx) => {
    const record = await readTerm(tx, kind, slugOrId);
    checkIfMatch(tx.ifMatch, record);
    await protect(record, tx);
    await deleteTerm(tx.db, kind.collection, record._id);
    const [itemId, title] = [record._id, kind.nameOf(record)];
    await putInTrash(tx, { kind: kind.kind, itemId, releaseId: null, type: null, title, record });
    tx.invalidate(kind.module, termChangeTags(kind, record, null));
    return tx.stored(audited(kind, record, 'deleted'));
  });
}

/** Keys of a row that are never listed as changed. */
const ownKeys = ['sort_name', 'revision', 'updated_at'];

function audited<R extends TermRecord>(
  kind: Taxonomy<R>,
  record: R,
  verb: 'created' | 'changed' | 'deleted',
): AuditEntry {
  const subject = { kind: kind.kind, id: record._id, title: kind.nameOf(record) };
  return { action: itemAction(kind.kind, verb), subject, revision: record.revision };
}

async function chooseSlug<R extends TermRecord>(
  db: ProjectContext['db'],
  kind: Taxonomy<R>,
  { slug, name, id, ownSlug }: { slug: string | null; name: string; id: string; ownSlug?: string },
): Promise<string> {
  const base = slug ?? slugOf(name, slugOfId(id));
  const usedSlugs = await takenSlugs(db, kind.collection, base);
  if (ownSlug !== undefined) usedSlugs.delete(ownSlug);
  if (slug === null) return freeSlug(base, usedSlugs);
  if (usedSlugs.has(slug)) throw apiError('slug_taken', { slug }, { param: 'slug' });
  return slug;
}

/** Returns the name as lists are sorted by it. */
export function sortName(name: string): string {
  return foldText(name).trim();
}

/** Merges a written name into the stored one. A name is required; errors are collected. */
export function nameAfterWrite(
  key: 'name' | 'title',
  before: string,
  sent: string | null | undefined,
): { name: string; errors: ApiError[] } {
  const name = sent === undefined ? before : (sent ?? '');
  const isMissing = name.trim() === '';
  return {
    name,
    errors: isMissing ? [apiError('missing_required_field', { name: key }, { param: key })] : [],
  };
}

/** Returns a text after a write: omitted keeps it, null clears it. */
export function textAfterWrite(before: string, sent: string | null | undefined): string {
  return sent === undefined ? before : (sent ?? '');
}

/**
 * Checks the ids of a write and throws all of its errors at once.
 * @throws unknown_link and the collected errors
 */
export async function checkTerm(
  tx: ProjectContext,
  errors: readonly ApiError[],
  writtenIds: readonly WrittenId[],
): Promise<void> {
  const checked = await checkWrittenIds(tx, writtenIds);
  const rejection = combineErrors([...errors, ...checked.errors]);
  if (rejection !== null) throw rejection;
}
