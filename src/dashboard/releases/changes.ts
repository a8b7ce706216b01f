import { limits } from '../../contract/limits.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import {
  compareEntries,
  type ComparedRelease,
  editorTargets,
  type EntryChange,
  LinkBatch,
  loadAllBlocks,
  loadComparedRelease,
} from '../../content/index.ts';
import type { LocaleRecord, ProjectContext } from '../../core/context/index.ts';
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
    const { changes, next, revision, summary } = await listChanges(context, releaseId, {
      limit,
      after,
      onlyConflicts: conflict === true,
    });
    const sides = await loadSides(context, releaseId);
    const rows: DetailedChange[] = [];
    for (let i = 0; i < changes.length; i += entriesAtOnce) {
      const page = changes.slice(i, i + entriesAtOnce);
      rows.push(...(await Promise.all(page.map((change) => withDetails(sides, change)))));
    }
    const nextCursor = next === null ? null : context.cursors.encode(list, [next.ms, next.key]);
    const paging = { limit, has_more: next !== null, next_cursor: nextCursor, next_offset: null };
    return { data: await withImages(context, rows), meta: { ...paging, revision, summary } };
  });
}

/** The definitions of a release. */
interface Side extends ComparedRelease {
  blocks: ReadonlyMap<string, { fields: readonly { key: string }[] }>;
}

interface Sides {
  ours: Side;
  theirs: Side;
  locales: readonly LocaleRecord[];
}

async function loadSides(context: ProjectContext, releaseId: string): Promise<Sides> {
  const load = async (id: string): Promise<Side> => {
    const release = await loadComparedRelease(context, id);
    return { ...release, blocks: await loadAllBlocks({ db: release.db, project: context.project }) };
  };
  const { defaultReleaseId, locales } = context.project;
  return { ours: await load(releaseId), theirs: await load(defaultReleaseId), locales: locales.list };
}

type DetailedChange = Omit<ListedChange, 'image'> & { imageId: string | null };

/** Replaces the ids of images by their URLs, read at once. */
async function withImages(context: ProjectContext, rows: readonly DetailedChange[]): Promise<ListedChange[]> {
  const links = new LinkBatch();
  links.addAll(
    'media',
    rows.flatMap(({ imageId }) => imageId ?? []),
  );
  const targets = await editorTargets(context, links);
  return rows.map(({ imageId, ...row }) => ({ ...row, image: targets[imageId ?? '']?.image?.url ?? null }));
}

async function withDetails(sides: Sides, change: ReleaseChange): Promise<DetailedChange> {
  const { db } = sides.ours;
  const { fields, imageId } = await compareSides(sides, change);
  const isSavedHere = change.kind === 'entry' && change.change !== 'removed';
  return {
    ...change,
    fields: change.change === 'changed' ? fields : [],
    imageId,
    by: isSavedHere ? await findLastAuthor(db, itemsOf(sides, change.id)) : null,
    at: change.at?.toISOString() ?? null,
  };
}

/** The entry and its further locales in the version history. */
function itemsOf({ ours, locales }: Sides, entryId: string): string[] {
  const ids = [null, ...locales.slice(1).map(({ id }) => id)];
  return ids.map((locale) => entryItem(ours.db.releaseId, entryId, locale));
}

async function compareSides(
  { ours, theirs, locales }: Sides,
  { kind, id }: ReleaseChange,
): Promise<EntryChange> {
  if (kind === 'entry') return compareEntries(ours, theirs, id, locales);
  const fieldsIn = ({ types, blocks }: Side) =>
    new Map((kind === 'type' ? types : blocks).get(id)?.fields.map((field) => [field.key, field]));
  const [after, before] = [fieldsIn(ours), fieldsIn(theirs)];
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return { fields: keys.filter((key) => !isSameJson(after.get(key), before.get(key))), imageId: null };
}
