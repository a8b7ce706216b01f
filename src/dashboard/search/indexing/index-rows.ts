import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadTypes, type TypesBySlug, withBlocks } from '../../../content/index.ts';
import type { JobParts } from '../../../core/context/index.ts';
import { type ProjectLoop } from '../../../core/jobs/index.ts';
import type { RowChange } from '../../../core/mongo/index.ts';
import type { SearchRecord } from '../schema.ts';
import { sourceOfCollection } from '../sources/index.ts';
import type { SearchSource } from '../sources/source.ts';
import {
  findSourceRows,
  type OwnedRow,
  putRetries,
  putSearchRows,
  removeRetries,
  removeSearchRows,
} from './index-repository.ts';
import { searchRecord, searchRowIdOf } from './search-record.ts';

/** Wait before the rows of a project whose indexing failed are tried again, in milliseconds. */
const retryMs = 30_000;
/** Characters of texts after which the event loop runs. Indexing them takes about 10 ms. */
const yieldChars = 100_000;

export interface IndexParts extends Pick<JobParts, 'system' | 'clock' | 'openProject'> {
  loop: ProjectLoop;
}

/** A row and the source that searches it. */
export interface ChangedRow {
  source: SearchSource;
  row: OwnedRow;
}

/**
 * Brings the index to the current state of some rows. Rows of a project that fails are tried again later; other projects
 * go on.
 */
export async function indexChanges(
  parts: IndexParts,
  changes: readonly RowChange[],
  version: number,
): Promise<void> {
  const { system } = parts;
  const changedRows: ChangedRow[] = [];
  for (const collection of new Set(changes.map((change) => change.collection))) {
    const source = sourceOfCollection(collection);
    if (source === undefined) continue;
    const ids = new Set(changes.filter((change) => change.collection === collection).map(({ id }) => id));
    const rows = await findSourceRows(system, source, [...ids]);
    for (const { _id } of rows) ids.delete(_id);
    const deleted = [...ids].map((id) => searchRowIdOf(source, id));
    if (deleted.length > 0) await removeSearchRows(system, deleted);
    changedRows.push(...rows.map((row) => ({ source, row })));
  }
  await removeRetries(
    system,
    changes.map(({ collection, id }) => `${collection}/${id}`),
  );
  await indexRows(parts, changedRows, version);
}

/** Indexes rows, project by project. */
export async function indexRows(
  parts: IndexParts,
  changed: readonly ChangedRow[],
  version: number,
): Promise<void> {
  const ownerOf = ({ row }: ChangedRow) => row.project_id;
  const undone = await parts.loop.runEach(changed, ownerOf, (own, projectId) =>
    indexProject(parts, projectId, { own, version }),
  );
  for (const projectId of new Set(undone.map(ownerOf)))
    await tryLater(
      parts,
      projectId,
      undone.filter(({ row }) => row.project_id === projectId),
    );
}

async function tryLater(
  { system, clock }: IndexParts,
  projectId: string,
  changed: readonly ChangedRow[],
): Promise<void> {
  const ids = changed.map(({ source, row }) => searchRowIdOf(source, row._id));
  await putRetries(system.project(projectId), ids, new Date(clock.now().getTime() + retryMs));
}

/** Indexes rows of one project. A row whose texts can't be read is tried again later and delays no other row. */
async function indexProject(
  parts: IndexParts,
  projectId: string,
  { own, version }: { own: readonly ChangedRow[]; version: number },
): Promise<void> {
  const { system, loop } = parts;
  const types = await loadTypesOf(parts, projectId, own);
  const records: SearchRecord[] = [];
  const hidden: string[] = [];
  const failedRows: ChangedRow[] = [];
  let chars = 0;
  for (const { source, row } of own) {
    const id = searchRowIdOf(source, row._id);
    const read = async () => {
      const item = source.searched(row, types.get(row.release_id ?? '') ?? noTypes);
      if (item === null) hidden.push(id);
      else records.push(searchRecord(source, row, item));
      chars += item?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0;
    };
    if (!(await loop.run(projectId, read, id))) failedRows.push({ source, row });
    if (chars <= yieldChars) continue;
    chars = 0;
    await nextTurn();
  }
  const db = system.project(projectId);
  await putSearchRows(db, records, version);
  if (hidden.length > 0) await removeSearchRows(system, hidden);
  if (failedRows.length > 0) await tryLater(parts, projectId, failedRows);
}

/** The types of each release that the rows belong to. */
async function loadTypesOf(
  { system, openProject }: IndexParts,
  projectId: string,
  own: readonly ChangedRow[],
): Promise<Map<string, TypesBySlug>> {
  const types = new Map<string, TypesBySlug>();
  const releases = new Set(own.flatMap(({ row }) => row.release_id ?? []));
  if (releases.size === 0) return types;
  const { project } = await openProject(projectId);
  const db = system.project(projectId);
  for (const id of releases) types.set(id, await loadTypes({ db: db.release(id), project }));
  return types;
}

const noTypes = withBlocks([], []);
