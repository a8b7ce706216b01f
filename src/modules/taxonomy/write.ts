import { latest } from '../../contract/time.ts';
import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, changedKeys, itemAction } from '../../contract/events/audit-actions.ts';
import { foldText } from '../../contract/text/fold.ts';
import { newId } from '../../contract/ids.ts';
import { joinProblems, type Problem, problem } from '../../contract/errors/problem.ts';
import { freeSlug, slugOf, slugOfId } from '../../contract/text/slugs.ts';
import { checkRoom } from '../../projects/index.ts';
import { checkWrittenIds, type WrittenId } from '../../content/index.ts';
import { type ProjectCall, transact } from '../../core/context/index.ts';
import { checkIfMatch, putInTrash } from '../../lifecycle/index.ts';
import { deleteTerm, findTerm as findRecord, insertTerm, replaceTerm, takenSlugs } from './repository.ts';
import type { TermRecord, TermValues } from './schema.ts';
import { type Taxonomy, toldTerm } from './taxonomy.ts';

/** Finds one by its slug or id. @throws the kind's own 404 */
export async function readTerm<R extends TermRecord>(
  call: ProjectCall,
  kind: Taxonomy<R>,
  slugOrId: string,
): Promise<R> {
  const record = await findRecord(call.db, kind.collection, slugOrId);
  if (record === null) {
    call.seen?.missing(kind.kind, slugOrId);
    throw kind.unknown(slugOrId);
  }
  call.seen?.item(kind.kind, record._id);
  return record;
}

/**
 * Creates one. `values` runs inside the transaction, so that what it checks is still so when it is stored.
 * A slug that is left out is made from the name, with a number when that is taken.
 * @throws slug_taken for a given slug, limit_reached, and what `values` throws
 */
export function createTerm<R extends TermRecord>(
  call: ProjectCall,
  kind: Taxonomy<R>,
  slug: string | null,
  values: (inside: ProjectCall) => Promise<TermValues<R>>,
): Promise<R> {
  const id = newId(kind.kind, call.now);
  return transact(call, async (inside) => {
    await checkRoom(inside.bounds.perProject, kind.limit, (most) => kind.count(inside.db, most));
    const written = await values(inside);
    const common: TermRecord = {
      _id: id,
      slug: await chooseSlug(inside.db, kind, { slug, name: kind.nameOf(written), id }),
      sort_name: sortName(kind.nameOf(written)),
      revision: 1,
      created_at: inside.now,
      updated_at: inside.now,
    };
    const record = { ...written, ...common } as R; // the two halves of R
    await insertTerm(inside.db, kind.collection, record);
    inside.touch(kind.module, toldTerm(kind, null, record));
    return inside.stored(audited(kind, record, 'created'), record);
  });
}

/** The changes of a PATCH: `slug` is undefined when it was not sent, null to make it from the name again. */
export interface TermChange<R extends TermRecord> {
  slug: string | null | undefined;
  values(before: R, inside: ProjectCall): Promise<TermValues<R>>;
}

/**
 * Changes one; a change that changes nothing is not stored.
 * @throws the kind's own 404, revision_conflict, slug_taken, and what `values` throws
 */
export function changeTerm<R extends TermRecord>(
  call: ProjectCall,
  kind: Taxonomy<R>,
  slugOrId: string,
  change: TermChange<R>,
): Promise<R> {
  return transact(call, async (inside) => {
    const before = await readTerm(inside, kind, slugOrId);
    checkIfMatch(inside.ifMatch, before);
    const written = await change.values(before, inside);
    const name = kind.nameOf(written);
    const slug =
      change.slug === undefined || change.slug === before.slug
        ? before.slug
        : await chooseSlug(inside.db, kind, { slug: change.slug, name, id: before._id, own: before.slug });
    const same: R = { ...before, ...written, slug, sort_name: sortName(name) };
    if (isDeepStrictEqual(same, before)) return inside.unchanged(before);
    const after: R = {
      ...same,
      revision: before.revision + 1,
      updated_at: latest(before.updated_at, inside.now),
    };
    await replaceTerm(inside.db, kind.collection, { before, after });
    inside.touch(kind.module, toldTerm(kind, before, after));
    const changed = changedKeys(before, after).filter((key) => !ownKeys.includes(key));
    return inside.stored({ ...audited(kind, after, 'changed'), changed }, after);
  });
}

/**
 * Deletes one that nothing needs, into the trash when a member deletes it; `protect` throws `entry_referenced` when something does.
 * @throws the kind's own 404, revision_conflict, and what `protect` throws
 */
export function removeTerm<R extends TermRecord>(
  call: ProjectCall,
  kind: Taxonomy<R>,
  slugOrId: string,
  protect: (record: R, inside: ProjectCall) => Promise<void>,
): Promise<void> {
  return transact(call, async (inside) => {
    const record = await readTerm(inside, kind, slugOrId);
    checkIfMatch(inside.ifMatch, record);
    await protect(record, inside);
    await deleteTerm(inside.db, kind.collection, record._id);
    const [itemId, title] = [record._id, kind.nameOf(record)];
    await putInTrash(inside, { kind: kind.kind, itemId, releaseId: null, type: null, title, record });
    inside.touch(kind.module, toldTerm(kind, record, null));
    return inside.stored(audited(kind, record, 'deleted'));
  });
}

/** Keys of a row that no writer names. */
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
  db: ProjectCall['db'],
  kind: Taxonomy<R>,
  { slug, name, id, own }: { slug: string | null; name: string; id: string; own?: string },
): Promise<string> {
  const base = slug ?? slugOf(name, slugOfId(id));
  const taken = await takenSlugs(db, kind.collection, base);
  if (own !== undefined) taken.delete(own);
  if (slug === null) return freeSlug(base, taken);
  if (taken.has(slug)) throw problem('slug_taken', { slug }, { param: 'slug' });
  return slug;
}

/** The name as lists are ordered by it. */
export function sortName(name: string): string {
  return foldText(name).trim();
}

/** Lays a written name over the stored one; a name is required, and a fault is what it is refused for. */
export function writtenName(
  key: 'name' | 'title',
  before: string,
  sent: string | null | undefined,
): { name: string; faults: Problem[] } {
  const name = sent === undefined ? before : (sent ?? '');
  const isMissing = name.trim() === '';
  return {
    name,
    faults: isMissing ? [problem('missing_required_field', { name: key }, { param: key })] : [],
  };
}

/** A text as it stands after a write: left out it stays, null clears it. */
export function writtenText(before: string, sent: string | null | undefined): string {
  return sent === undefined ? before : (sent ?? '');
}

/** Looks for the ids that a write names, and refuses the write with all its faults at once. @throws unknown_link and the faults */
export async function checkTerm(
  inside: ProjectCall,
  faults: readonly Problem[],
  written: readonly WrittenId[],
): Promise<void> {
  const checked = await checkWrittenIds(inside, written);
  const refused = joinProblems([...faults, ...checked.faults]);
  if (refused !== null) throw refused;
}
