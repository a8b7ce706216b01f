import { limits } from '../../contract/limits.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import {
  changedFields,
  type ComparedRelease,
  loadAllBlocks,
  loadComparedRelease,
} from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { entryItem, findLastAuthor, listChanges, type ReleaseChange } from '../../lifecycle/index.ts';
import type { ChangeList, ChangesQuery, ListedChange } from './schema.ts';

/** Entries of a page that are read at the same time; each can be large. */
const entriesAtOnce = 4;

/**
 * Lists what promoting a release would change, newest change first, with the person and the changed fields.
 * @throws unknown_release, release_not_ready, invalid_cursor
 */
export async function listReleaseChanges(
  context: ProjectContext,
  releaseId: string,
  { limit = limits.page_size_default, cursor, conflict }: ChangesQuery,
): Promise<ChangeList> {
  const list = [context.db.projectId, releaseId, 'changes', conflict ?? null];
  const [ms, key] = cursor === undefined ? [] : context.cursors.decode(list, cursor);
  const after = cursor === undefined ? null : { ms: Number(ms), key: String(key) };
  return context.withConcurrencyLimit(async () => {
    const { changes, next, revision } = await listChanges(context, releaseId, {
      limit,
      after,
      onlyConflicts: conflict === true,
    });
    const sides = await loadSides(context, releaseId);
    const data: ListedChange[] = [];
    for (let i = 0; i < changes.length; i += entriesAtOnce) {
      const page = changes.slice(i, i + entriesAtOnce);
      data.push(...(await Promise.all(page.map((change) => withDetails(sides, change)))));
    }
    const nextCursor = next === null ? null : context.cursors.encode(list, [next.ms, next.key]);
    const paging = { limit, has_more: next !== null, next_cursor: nextCursor, next_offset: null };
    return { data, meta: { ...paging, revision } };
  });
}

/** The definitions of a release. */
interface Side extends ComparedRelease {
  blocks: ReadonlyMap<string, { fields: readonly { key: string }[] }>;
}

interface Sides {
  ours: Side;
  theirs: Side;
}

async function loadSides(context: ProjectContext, releaseId: string): Promise<Sides> {
  const load = async (id: string): Promise<Side> => {
    const release = await loadComparedRelease(context, id);
    return { ...release, blocks: await loadAllBlocks({ db: release.db, project: context.project }) };
  };
  return { ours: await load(releaseId), theirs: await load(context.project.defaultReleaseId) };
}

async function withDetails(sides: Sides, change: ReleaseChange): Promise<ListedChange> {
  const { db } = sides.ours;
  const isSavedHere = change.kind === 'entry' && change.change !== 'removed';
  return {
    ...change,
    fields: change.change === 'changed' ? await fieldsOf(sides, change) : [],
    by: isSavedHere ? await findLastAuthor(db, entryItem(db.releaseId, change.id)) : null,
    at: change.at?.toISOString() ?? null,
  };
}

async function fieldsOf({ ours, theirs }: Sides, { kind, id }: ReleaseChange): Promise<string[]> {
  if (kind === 'entry') return changedFields(ours, theirs, id);
  const fieldsIn = ({ types, blocks }: Side) =>
    new Map((kind === 'type' ? types : blocks).get(id)?.fields.map((field) => [field.key, field]));
  const [after, before] = [fieldsIn(ours), fieldsIn(theirs)];
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.filter((key) => !isSameJson(after.get(key), before.get(key)));
}
