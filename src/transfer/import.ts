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
import type { Origin } from '../core/util/index.ts';
import type { Storage } from '../core/storage/index.ts';
import { FileCopy, assetFileOf } from './files.ts';
import { readManifest } from './folder.ts';
import { checkPart, readPart } from './lines.ts';
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
  const { folder, progress, storage } = options;
  const manifest = await readManifest(folder);
  const settings = rowOfText(JSON.stringify(manifest.project)) as ExportedSettings;
  const firstRelease = await checkTarget(db, parts, { manifest, settings });
  const total = manifest.parts.reduce((sum, { rows }) => sum + rows, 0) * 2; // checked, then stored
  let doneCount = 0;
  const step = (part: ExportPart) => () => progress({ done: (doneCount += 1), total, name: part.name });
  for (const part of parts.carried) {
    const partFile = manifest.parts.find(({ name }) => name === part.name);
    await checkPart(folder, { part, partFile, onRow: step(part) });
  }
  const includedParts = parts.carried.filter(({ name }) => manifest.parts.some((part) => part.name === name));
  await beginImport(db, manifest.export_id);
  for (const part of includedParts) await storePart(db, part, { folder, onRow: step(part) });
  await parts.renew(db, { locales: localesOf(settings), now: options.now });
  const files = storage === null || manifest.files === null ? null : new FileCopy(folder, storage);
  const media = includedParts.find(({ name }) => name === 'media');
  if (files !== null && media !== undefined)
    await sendFiles(files, media, { options, total: manifest.files ?? 0 });
  const reservation = new Reservation(db);
  const { waitAfterLoss } = reservation;
  const transaction = { dryRun: false, waitAfterLoss, lostBecause: 'other_writes' } as const;
  await inTransaction(db.system, transaction, async (session) => {
    const tx = db.within(session);
    await reservation.lock(tx);
    const revision = await finishImport(tx, settings);
    await storeInvalidation(tx, { tags: new Set([groups.all]), revision, now: options.now });
    const releases = includedParts.find(({ name }) => name === 'releases');
    if (releases !== undefined && firstRelease !== null) await dropRow(tx, releases, firstRelease);
    const actor: Actor = { kind: 'import', id: manifest.export_id, name: '' };
    const { now, origin } = options;
    const subject = { kind: 'project', id: db.projectId } as const;
    await storeProjectAudit(tx, [{ action: 'project.imported', subject }], { now, actor, origin });
  });
  return {
    rows: Object.fromEntries(manifest.parts.map(({ name, rows }) => [name, rows])),
    files: files?.counts ?? null,
  };
}

/**
 * @returns the release that the project was created with; null if an earlier run of this import removed it
 */
async function checkTarget(
  db: ProjectDb,
  { carried }: ProjectParts,
  { manifest, settings }: { manifest: Manifest; settings: ExportedSettings },
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
  if (project.importing === manifest.export_id) return firstReleaseId;
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
  { folder, onRow }: { folder: string; onRow: () => void },
): Promise<void> {
  let batch: Row[] = [];
  const flush = async () => {
    await insertWithRetry(db, part, batch).catch((error: unknown) => rejectDuplicate(db, part, error));
    batch = [];
  };
  for await (const row of readPart(folder, part)) {
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
    `Another project of this installation has the same ${part.name}: ids are kept, so that an export cannot stand beside its original.`,
    '--project',
  );
}

async function sendFiles(
  files: FileCopy,
  media: ExportPart,
  { options, total }: { options: ImportOptions; total: number },
): Promise<void> {
  let doneCount = 0;
  for await (const row of readPart(options.folder, media)) {
    const file = assetFileOf(row);
    if (file === null) continue;
    await files.send(file, options.now);
    options.progress({ done: Math.min((doneCount += 1), total), total, name: 'files' });
  }
}
