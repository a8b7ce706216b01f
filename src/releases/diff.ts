import type { ProjectDb } from '../platform/mongo/handle.ts';
import { readingIn } from '../platform/mongo/snapshot.ts';
import { removedSince } from './repository.ts';
import type { DiffCounts, ReleaseDiff, ReleaseRecord } from './schema.ts';

/** Items listed under each heading; the counts are whole. */
const listedMax = 1_000;

/** What is compared of a type or an entry: the item is the same when revision and date are. */
interface Row {
  key: string;
  revision: number;
  base_revision?: number;
  created_at: Date;
  updated_at: Date;
  label: { name?: string; type?: string };
}

type Listed = Row & { conflict: boolean };

/** One heading: all of it counted, the first of it listed, so that memory does not grow with the releases. */
class Heading {
  readonly listed: Listed[] = [];
  count = 0;
  conflicts = 0;

  add(row: Row, conflict: boolean): void {
    this.count += 1;
    if (conflict) this.conflicts += 1;
    if (this.listed.length < listedMax) this.listed.push({ ...row, conflict });
  }
}

interface Differences {
  added: Heading;
  changed: Heading;
  removed: Heading;
}

/** The release that is looked at, the default one, and the moment since which changes count as conflicts. */
export interface Compared {
  release: ReleaseRecord;
  defaultId: string;
}

/**
 * Says what promoting a release would change, and where the default release changed too (contract, section 10).
 * Both releases are read in the order of their ids side by side, so that memory does not grow with their size.
 */
export async function compareReleases(db: ProjectDb, compared: Compared): Promise<ReleaseDiff> {
  const types = await differencesOf(db, compared, {
    collection: 'content_types',
    key: 'slug',
    label: 'name',
  });
  const entries = await differencesOf(db, compared, { collection: 'entries', key: 'id', label: 'type' });
  const titles = await titlesOf(db, compared, entries);
  const asType = ({ key, label, conflict }: Listed) => ({ slug: key, name: label.name ?? key, conflict });
  const asEntry = ({ key, label, conflict }: Listed) => ({
    id: key,
    type: label.type ?? '',
    title: titles.get(key) ?? key,
    conflict,
  });
  return {
    release: compared.release._id,
    default: compared.defaultId,
    summary: { types: countsOf(types), entries: countsOf(entries) },
    types: mapLists(types, asType),
    entries: mapLists(entries, asEntry),
    truncated: Object.values(entries).some(({ count }: Heading) => count > listedMax),
  };
}

interface Part {
  collection: string;
  key: string;
  label: 'name' | 'type';
}

async function differencesOf(
  db: ProjectDb,
  { release, defaultId }: Compared,
  part: Part,
): Promise<Differences> {
  const result: Differences = { added: new Heading(), changed: new Heading(), removed: new Heading() };
  const gone = await removedSince(db.release(defaultId), release.base_at);
  const ours = rowsOf(db, release._id, part);
  const theirs = rowsOf(db, defaultId, part);
  const isFresh = release.base_at.getTime() === release.created_at.getTime(); // it never was the default since
  const movedSince = (row: Row, base: number | undefined) =>
    isFresh && release.cloned_from === defaultId && base !== undefined
      ? row.revision !== base
      : row.updated_at > release.base_at;
  let our = await next(ours);
  let their = await next(theirs);
  while (our !== null || their !== null) {
    if (their === null || (our !== null && our.key < their.key)) {
      // Only ours: made here, or removed from the default release since.
      if (our !== null) result.added.add(our, gone.has(our.key));
      our = await next(ours);
    } else if (our === null || their.key < our.key) {
      // Only theirs: removed here, or made in the default release since.
      const conflict = their.created_at > release.base_at || their.updated_at > release.base_at;
      result.removed.add(their, conflict);
      their = await next(theirs);
    } else {
      const same = our.revision === their.revision && our.updated_at.getTime() === their.updated_at.getTime();
      if (!same) result.changed.add(our, movedSince(their, our.base_revision));
      [our, their] = [await next(ours), await next(theirs)];
    }
  }
  return result;
}

function rowsOf(db: ProjectDb, releaseId: string, { collection, key, label }: Part): AsyncIterator<Row> {
  const projection = {
    _id: 0,
    key: `$${key}`,
    revision: 1,
    base_revision: 1,
    created_at: 1,
    updated_at: 1,
    label: { [label]: `$${label}` },
  };
  const scope = { project_id: db.projectId, release_id: releaseId };
  return db.system.db
    .collection(collection)
    .find(scope, { projection, sort: { [key]: 1 }, batchSize: 1_000, ...readingIn(db.session) })
    .map((row) => row as unknown as Row) // the projection above is its shape
    [Symbol.asyncIterator]();
}

async function next(iterator: AsyncIterator<Row>): Promise<Row | null> {
  const step = await iterator.next();
  return step.done === true ? null : step.value;
}

function countsOf({ added, changed, removed }: Differences): DiffCounts {
  const conflicts = added.conflicts + changed.conflicts + removed.conflicts;
  return { added: added.count, changed: changed.count, removed: removed.count, conflicts };
}

function mapLists<T>({ added, changed, removed }: Differences, map: (row: Listed) => T) {
  return { added: added.listed.map(map), changed: changed.listed.map(map), removed: removed.listed.map(map) };
}

/** Titles of the listed entries, by the display fields of their types. */
async function titlesOf(
  db: ProjectDb,
  { release, defaultId }: Compared,
  differences: Differences,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const ofRelease = ({ listed }: Heading) => listed.map(({ key }) => key);
  await addTitles(
    db,
    release._id,
    [...ofRelease(differences.added), ...ofRelease(differences.changed)],
    titles,
  );
  await addTitles(db, defaultId, ofRelease(differences.removed), titles);
  return titles;
}

async function addTitles(
  db: ProjectDb,
  releaseId: string,
  ids: readonly string[],
  titles: Map<string, string>,
): Promise<void> {
  if (ids.length === 0) return;
  const scope = { project_id: db.projectId, release_id: releaseId };
  const types = await db.system.db
    .collection(`content_types`)
    .find(scope, { projection: { slug: 1, display_field: 1 } })
    .toArray();
  const displayed = new Map(
    types.map((type) => [type['slug'] as string, type['display_field'] as string | null]),
  );
  const keys = [...new Set([...displayed.values()].filter((key) => key !== null))];
  const projection = Object.fromEntries(
    ['id', 'type', ...keys.map((key) => `draft.${key}`)].map((path) => [path, 1]),
  );
  const found = db.system.db.collection('entries').find({ ...scope, id: { $in: [...ids] } }, { projection });
  for await (const entry of found) {
    const key = displayed.get(entry['type'] as string);
    const value: unknown =
      key == null ? undefined : (entry['draft'] as Record<string, unknown> | undefined)?.[key];
    if (typeof value === 'string' && value !== '') titles.set(entry['id'] as string, value);
  }
}
