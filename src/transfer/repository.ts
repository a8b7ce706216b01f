import type { ProjectDb, ReleaseDb } from '../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../core/mongo/scope/scoped.ts';
import type { ExportPart, HistoryForm, Row } from './schema.ts';

/** Opens the collection of a part, in one release if `releaseId` is set. */
function openPart(db: ProjectDb, { collection }: ExportPart, releaseId: string): ScopedCollection<Row> {
  return rows<Row, ReleaseDb>(db.release(releaseId), collection);
}

/** Opens the collection of a part over all releases. */
function openInAllReleases(db: ProjectDb, { collection }: ExportPart): ScopedCollection<Row> {
  return rows<Row, ProjectDb>(db, { ...collection, scope: 'project' });
}

/** Returns the ids of the releases that are ready. */
export async function findReadyReleases(db: ProjectDb, part: ExportPart): Promise<string[]> {
  const releases = await openInAllReleases(db, part).find(part.only ?? {}, {
    sort: { _id: 1 },
    projection: { _id: 1 },
  });
  return releases.map(({ _id }) => _id);
}

export function countPart(db: ProjectDb, part: ExportPart, releaseIds: readonly string[]): Promise<number> {
  const releaseFilter = part.collection.scope === 'release' ? { release_id: { $in: [...releaseIds] } } : {};
  return openInAllReleases(db, part).count(
    { ...part.only, ...releaseFilter } as object,
    Number.MAX_SAFE_INTEGER,
  );
}

/** Streams all rows of a part by id, grouped by release. */
export async function* streamPart(
  db: ProjectDb,
  part: ExportPart,
  { releaseIds, historyForm }: { releaseIds: readonly string[]; historyForm?: HistoryForm | undefined },
): AsyncIterable<Row> {
  const options = { sort: { [part.orderBy ?? '_id']: 1 } as const, projection: { project_id: 0 } };
  const filter = part.only ?? {};
  if (part.collection.scope !== 'release') {
    const { rowForm } = part;
    for await (const row of openInAllReleases(db, part).stream(filter, options)) {
      const exported = rowForm === undefined ? row : rowForm(row);
      const form = historyForm === undefined ? exported : await historyForm(exported as Row);
      if (form !== null) yield form as Row;
    }
    return;
  }
  for (const releaseId of releaseIds) {
    const rowForm = await part.rowFormIn?.(db.release(releaseId));
    for await (const row of openPart(db, part, releaseId).stream(filter, options))
      yield rowForm === undefined ? row : (rowForm(row) as Row);
  }
}

/** Stores rows of one project or release; each replaces the row with its id. */
export async function replaceRows(db: ProjectDb, part: ExportPart, batch: readonly Row[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const records = batch.map((row) => storedRow(db, part, row));
  await (part.collection.scope === 'release'
    ? openPart(db, part, String(first['release_id'])).putMany(records)
    : openInAllReleases(db, part).putMany(records));
}

/** A row as the project stores it: some ids contain that of the project. */
export function storedRow({ projectId }: ProjectDb, { idIn }: ExportPart, row: Row): Row {
  return idIn === undefined ? row : { ...row, _id: idIn(projectId, row) };
}

/** Whether the project has no row of this part, except `except`. */
export async function isEmpty(
  db: ProjectDb,
  part: ExportPart,
  except: readonly string[] = [],
): Promise<boolean> {
  return (await openInAllReleases(db, part).count({ _id: { $nin: [...except] } }, 1)) === 0;
}

export async function dropRow(db: ProjectDb, part: ExportPart, id: string): Promise<void> {
  await openInAllReleases(db, part).deleteOne({ _id: id });
}
