import { newId } from '../contract/ids.ts';
import { inSnapshot, type ProjectDb, textOfRow } from '../core/mongo/index.ts';
import { serviceVersion } from '../core/util/index.ts';
import type { Storage } from '../core/storage/index.ts';
import { readExportedSettings } from '../projects/index.ts';
import { FileCopy, assetFileOf, type FileFetcher } from './files.ts';
import { beginFolder, finishFolder, writePart } from './folder.ts';
import { readPart } from './lines.ts';
import { countPart, streamPart, findReadyReleases } from './repository.ts';
import {
  type ExportPart,
  formatVersion,
  localesFormat,
  newerRowsFormat,
  optionalPartsFormat,
  type PartFile,
  type Progress,
  type ProjectParts,
  type Row,
  type TransferReport,
} from './schema.ts';

export interface ExportOptions {
  folder: string;
  now: Date;
  progress: Progress;
  /** The storage of the assets' files; null omits the files. */
  storage: Storage | null;
  /** Copies the files elsewhere than to the folder. */
  filesTo?: FileFetcher;
  /** Includes saved versions, the trash and comments. */
  history?: boolean;
}

/**
 * Writes a whole project into a folder, as it is at one moment, while others continue to write. An
 * unfinished export in the folder is restarted; its files are reused.
 * @throws invalid_parameter if the folder contains anything else, Error if the storage rejects a file
 */
export async function exportProject(
  db: ProjectDb,
  parts: ProjectParts,
  options: ExportOptions,
): Promise<TransferReport> {
  const { folder, now, progress, storage, history = false } = options;
  const included = parts.carried.filter(({ isHistory }) => history || isHistory !== true);
  await beginFolder(folder, db.projectId);
  const { project, written: writtenParts } = await inSnapshot(db.system, null, async (session) => {
    const tx = db.within(session);
    return {
      project: await readExportedSettings(tx),
      written: await writeParts(tx, { ...parts, carried: included }, { folder, progress }),
    };
  });
  const media = parts.carried.find(({ name }) => name === 'media');
  const toFolder = storage === null || media === undefined ? null : new FileCopy(folder, storage);
  const files = options.filesTo ?? toFolder;
  if (files !== null && media !== undefined) await fetchFiles(files, media, options);
  await finishFolder(folder, {
    format: history ? formatVersion : formatOf(parts, writtenParts, project.locales?.list.length ?? 1),
    service_version: serviceVersion,
    export_id: newId('request', now),
    exported_at: now.toISOString(),
    project: JSON.parse(textOfRow(project)) as Record<string, unknown>,
    parts: writtenParts.files,
    files: files === null ? null : files.counts.copied + files.counts.kept,
    ...(history ? { history: true as const } : {}),
  });
  return {
    rows: Object.fromEntries(writtenParts.files.map(({ name, rows }) => [name, rows])),
    files: files?.counts ?? null,
    history,
  };
}

interface WrittenParts {
  files: PartFile[];
  /** Whether a row can't be read by older versions. */
  needsNewest: boolean;
}

function formatOf(parts: ProjectParts, { files, needsNewest }: WrittenParts, locales: number): number {
  if (needsNewest) return newerRowsFormat;
  if (locales > 1) return localesFormat;
  return files.some(({ name }) => isOptional(parts, name)) ? optionalPartsFormat : 1;
}

function isOptional({ carried }: ProjectParts, name: string): boolean {
  return carried.some((part) => part.name === name && part.isOptional === true);
}

async function writeParts(
  db: ProjectDb,
  { carried, historyForms }: ProjectParts,
  { folder, progress }: { folder: string; progress: Progress },
): Promise<WrittenParts> {
  const releases = carried.find(({ name }) => name === 'releases');
  const releaseIds = releases === undefined ? [] : await findReadyReleases(db, releases);
  const counts: number[] = [];
  for (const part of carried) counts.push(await countPart(db, part, releaseIds));
  const forms = historyForms(db, releaseIds);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const writtenParts: WrittenParts = { files: [], needsNewest: false };
  let doneCount = 0;
  for (const [i, part] of carried.entries()) {
    if (part.isOptional === true && counts[i] === 0) continue;
    const onRow = (row: Row) => {
      writtenParts.needsNewest ||= part.needsNewest?.(row) === true;
      progress({ done: (doneCount += 1), total, name: part.name });
    };
    const rows = streamPart(db, part, { releaseIds, historyForm: forms[part.name] });
    writtenParts.files.push(await writePart(folder, part.name, rows, onRow));
  }
  return writtenParts;
}

async function fetchFiles(
  files: FileFetcher,
  media: ExportPart,
  { folder, now, progress }: ExportOptions,
): Promise<void> {
  let total = 0;
  for await (const row of readPart(folder, media)) if (assetFileOf(row) !== null) total += 1;
  let doneCount = 0;
  for await (const row of readPart(folder, media)) {
    const file = assetFileOf(row);
    if (file === null) continue;
    await files.fetch(file, now);
    progress({ done: (doneCount += 1), total, name: 'files' });
  }
}
