import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '../contract/events/actor.ts';
import { inTransaction, isDuplicateKey, type ProjectDb, rowOfText } from '../core/mongo/index.ts';
import { groups } from '../contract/events/cache-tags.ts';
import {
  beginImport,
  type ExportedSettings,
  findProject,
  finishImport,
  localesOf,
  cancelImport,
  Reservation,
  storeProjectAudit,
  storeInvalidation,
} from '../projects/index.ts';
import { reviewIntervalOf } from '../lifecycle/index.ts';
import type { Origin } from '../core/util/index.ts';
import type { ObjectRef, Storage } from '../core/storage/index.ts';
import { assetFileOf, FileCopy, type FileSender } from './files.ts';
import { readManifest } from './folder.ts';
import { checkPart, readPart } from './lines.ts';
import { NewIds, ProjectIds } from './copies/new-ids.ts';
import { StoredFileCopy } from './copies/stored-file-copy.ts';
import { transferError } from './transfer-error.ts';
import { dropRow, isEmpty, replaceRows } from './repository.ts';
import type { ExportPart, Manifest, Progress, ProjectParts, Row, TransferReport } from './schema.ts';

/** Maximum rows of one command, and their approximate maximum characters. */
const batchRows = 500;
/** How often a batch is retried when a row was stored concurrently, and the wait before each retry. */
const [insertTriesMax, retryWaitMs] = [5, 200];

export interface ImportOptions {
  folder: string;
  now: Date;
  /** The actor of the import; the audit row contains the export's id. */
  origin: Origin;
  progress: Progress;
  /** The storage for the assets' files; null omits the files. */
  storage: Storage | null;
  /** Where the files are: by default in the folder of the export. */
  filesIn?: 'folder' | 'storage';
  /** Stores the files, in place of a sender for `storage`. */
  sender?: FileSender;
  /** Leaves the project hidden from readers, because it is only compared with the export. */
  staysHidden?: true;
  /** Gives all content new ids, so that it can stand beside its original. */
  newIds?: boolean;
  /** Names of parts that are not imported. */
  without?: readonly string[];
  /** The action in the audit log; by default project.imported. */
  action?: 'project.imported' | 'project.copied' | 'backup.restored';
  /** The project keeps this name, in place of the exported one. */
  name?: string;
  /** More work of the transaction that shows the content, and the project whose other writes it conflicts with. */
  completion?: { contended: ProjectDb; store: (tx: ProjectDb) => Promise<void> };
}

/**
 * Stores an export in an empty project, which keeps its own id and keys. Everything is checked before
 * anything is stored, and an interrupted import can be repeated. Readers see the content after the last
 * step.
 * @throws invalid_parameter if the project is not empty or the export is invalid, Error if the storage
 * rejects a file
 */
export async function importProject(
  db: ProjectDb,
  parts: ProjectParts,
  options: ImportOptions,
): Promise<TransferReport> {
  const { folder, progress, without = [] } = options;
  const manifest = await readManifest(folder);
  const exported = rowOfText(JSON.stringify(manifest.project)) as ExportedSettings;
  const mark = markOf(manifest, options);
  const firstRelease = await checkTarget(db, parts, { settings: exported, mark });
  const total = manifest.parts.reduce((sum, { rows }) => sum + rows, 0) * 2; // checked, then stored
  let doneCount = 0;
  const step = (part: ExportPart) => progress({ done: (doneCount += 1), total, name: part.name });
  const ids = options.newIds === true ? new ProjectIds() : null;
  ids?.addItem(exported);
  for (const part of parts.carried) {
    const partFile = manifest.parts.find(({ name }) => name === part.name);
    const onRow = (row: Row) => {
      ids?.addRow(row);
      step(part);
    };
    await checkPart(folder, { part, partFile, onRow });
  }
  const files = manifest.parts.filter(({ name }) => !without.includes(name));
  const included = parts.carried.filter((part) => files.some(({ name }) => name === part.name));
  const renewal = ids === null ? null : await newIdsFor(db, included, { folder, ids });
  const { name = exported.name } = options;
  const settings = { ...((renewal?.valueOf(exported) ?? exported) as ExportedSettings), name };
  await beginImport(db, mark);
  for (const part of included) await storePart(db, part, { folder, renewal, onRow: () => step(part) });
  const reviewIntervalDays = reviewIntervalOf(settings);
  await parts.renew(db, { locales: localesOf(settings), reviewIntervalDays, now: options.now });
  const sender = options.sender ?? fileSender(options, manifest);
  const media = included.find((part) => part.name === 'media');
  if (sender !== null && media !== undefined)
    await sendFiles(sender, media, { options, renewal, total: manifest.files ?? 0 });
  const releases = included.find((part) => part.name === 'releases');
  if (options.staysHidden !== true) {
    await complete(db, { exportId: manifest.export_id, settings, options }, async (tx) => {
      if (releases !== undefined && firstRelease !== null) await dropRow(tx, releases, firstRelease);
    });
  }
  return {
    rows: Object.fromEntries(files.map((part) => [part.name, part.rows])),
    files: sender?.counts ?? null,
    history: manifest.history === true,
  };
}

/** What the project stores while it is imported. An import that keeps ids can't be continued with new ones, or vice versa. */
function markOf({ export_id }: Manifest, { newIds = false }: ImportOptions): string {
  return newIds ? `${export_id}/new-ids` : export_id;
}

interface Completion {
  exportId: string;
  settings: ExportedSettings;
  options: ImportOptions;
}

/** Shows the content to readers, in one transaction. */
async function complete(
  db: ProjectDb,
  { exportId, settings, options: { now, origin, action = 'project.imported', completion } }: Completion,
  dropFirstRelease: (tx: ProjectDb) => Promise<void>,
): Promise<void> {
  const contended = completion?.contended ?? db;
  const reservation = new Reservation(contended);
  const { waitAfterLoss } = reservation;
  const transaction = { dryRun: false, waitAfterLoss, lostBecause: 'other_writes' } as const;
  await inTransaction(db.system, transaction, async (session) => {
    const tx = db.within(session);
    await reservation.lock(contended.within(session));
    const revision = await finishImport(tx, settings);
    await storeInvalidation(tx, { tags: new Set([groups.all]), revision, now });
    await dropFirstRelease(tx);
    const actor: Actor = { kind: 'import', id: exportId, name: '' };
    const subject = { kind: 'project', id: db.projectId } as const;
    await storeProjectAudit(tx, [{ action, subject }], { now, actor, origin });
    await completion?.store(tx);
  });
}

/**
 * @returns the release that the project was created with; null if an earlier run of this import removed it
 */
async function checkTarget(
  db: ProjectDb,
  { carried }: ProjectParts,
  { mark, settings }: { mark: string; settings: ExportedSettings },
): Promise<string | null> {
  const project = await findProject(db);
  if (project === null) throw transferError(`There is no project ${db.projectId}.`, '--project');
  if (project.private_media !== settings.private_media) {
    const kind = settings.private_media ? 'private' : 'public';
    throw transferError(
      `The export is of a project with ${kind} media; the project ${project._id} must be one too.`,
      '--project',
    );
  }
  const firstReleaseId = project.default_release_id;
  if (project.importing === mark) return firstReleaseId;
  for (const part of carried) {
    if (await isEmpty(db, part, [firstReleaseId])) continue;
    throw transferError(
      `The project ${project._id} is not empty: it has ${part.name}. Import into one that was just made.`,
      '--project',
    );
  }
  return firstReleaseId;
}

async function storePart(
  db: ProjectDb,
  part: ExportPart,
  { folder, renewal, onRow }: { folder: string; renewal: NewIds | null; onRow: () => void },
): Promise<void> {
  let batch: Row[] = [];
  const flush = async () => {
    await insertWithRetry(db, part, batch).catch((error: unknown) => rejectDuplicate(db, part, error));
    batch = [];
  };
  for await (const stored of readPart(folder, part)) {
    const row = renewal?.rowOf(stored) ?? stored;
    if (batch.length === batchRows || batch[0]?.['release_id'] !== row['release_id']) await flush();
    batch.push(row);
    onRow();
  }
  await flush();
}

/**
 * Stores a batch. The last rows of a killed run can still arrive: a row that is stored between the lookup
 * and the insert is a duplicate, and the next attempt replaces it.
 */
async function insertWithRetry(db: ProjectDb, part: ExportPart, batch: readonly Row[]): Promise<void> {
  for (let tries = 1; tries < insertTriesMax; tries += 1) {
    try {
      return await replaceRows(db, part, batch);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await wait(retryWaitMs);
    }
  }
  return replaceRows(db, part, batch);
}

/** Ids are kept, and they are unique in an installation. */
async function rejectDuplicate(db: ProjectDb, part: ExportPart, error: unknown): Promise<never> {
  if (!isDuplicateKey(error)) throw error;
  if (part.name === 'releases') await cancelImport(db); // the first part: nothing is stored yet
  throw transferError(
    `Another project of this installation has the same ${part.name}, because an import keeps ids. Add --new-ids to import it beside its original.`,
    '--project',
  );
}

/** The ids of a copy. Only the keys of files contain the id of the original project. */
export async function newIdsFor(
  db: ProjectDb,
  included: readonly ExportPart[],
  { folder, ids }: { folder: string; ids: ProjectIds },
): Promise<NewIds> {
  const media = included.find(({ name }) => name === 'media');
  let originalId: string | null = null;
  if (media !== undefined) {
    for await (const row of readPart(folder, media)) {
      originalId = (row['object'] as ObjectRef | undefined)?.key.split('/')[0] ?? null;
      break;
    }
  }
  return new NewIds(db.projectId, { originalId, ids });
}

function fileSender({ folder, storage, filesIn }: ImportOptions, manifest: Manifest): FileSender | null {
  if (storage === null) return null;
  if (filesIn === 'storage') return new StoredFileCopy(storage);
  return manifest.files === null ? null : new FileCopy(folder, storage);
}

async function sendFiles(
  files: FileSender,
  media: ExportPart,
  { options, renewal, total }: { options: ImportOptions; renewal: NewIds | null; total: number },
): Promise<void> {
  let doneCount = 0;
  for await (const row of readPart(options.folder, media)) {
    const from = assetFileOf(row);
    const file = assetFileOf(renewal?.rowOf(row) ?? row);
    if (from === null || file === null) continue;
    await files.send(file, from, options.now);
    options.progress({ done: Math.min((doneCount += 1), total), total, name: 'files' });
  }
}
