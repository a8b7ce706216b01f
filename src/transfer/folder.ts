import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { compile } from '../core/http/index.ts';
import { textOfRow } from '../core/mongo/index.ts';
import { transferError } from './transfer-error.ts';
import { formatVersion, Manifest, type PartFile, type Row } from './schema.ts';

const manifestFile = 'galley.json';
/** Present in a folder until its export is complete. */
const unfinishedFile = 'unfinished.json';

const isManifest = compile(Manifest, 'json');

export const partPath = (folder: string, name: string) => join(folder, `${name}.ndjson`);
export const filesFolder = (folder: string) => join(folder, 'files');

/**
 * Prepares a folder for an export.
 * @throws invalid_parameter if it contains anything but an unfinished export of the project
 */
export async function beginFolder(folder: string, projectId: string): Promise<void> {
  const existingFiles = await openFolder(folder);
  if (existingFiles.length > 0) {
    const unfinishedExport = await readJson(join(folder, unfinishedFile));
    if ((unfinishedExport as { project?: string } | undefined)?.project !== projectId) {
      throw transferError(
        `${folder} is not empty. Name a folder that is, or one that is not there yet.`,
        '--out',
      );
    }
  }
  await writeFile(join(folder, unfinishedFile), JSON.stringify({ project: projectId })).catch(
    cannotWrite(folder),
  );
}

/** Creates the folder if it doesn't exist, and lists its files. */
async function openFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true });
    return await readdir(folder);
  } catch (error) {
    return cannotWrite(folder)(error);
  }
}

/** Converts an error of the file system to one about the folder. @throws invalid_parameter */
export function cannotWrite(folder: string): (error: unknown) => never {
  return (error) => {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw transferError(
      `Nothing can be written to ${resolve(folder)} (${code}). Name a folder that this user may write to, for example --out ${join(tmpdir(), basename(resolve(folder)))}.`,
      '--out',
    );
  };
}

/** Writes the manifest, which completes the export. */
export async function finishFolder(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, manifestFile);
  await writeFile(`${path}.partial`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.partial`, path);
  await rm(join(folder, unfinishedFile));
}

/** @throws invalid_parameter if the folder contains no complete export, or one in a newer format */
export async function readManifest(folder: string): Promise<Manifest> {
  const value = await readJson(join(folder, manifestFile));
  if (value === undefined) {
    const isUnfinished = (await readJson(join(folder, unfinishedFile))) !== undefined;
    throw transferError(
      isUnfinished
        ? `The export in ${folder} was not finished. Run galley export again with the same folder.`
        : `${folder} holds no export: there is no ${manifestFile} in it.`,
      '--from',
    );
  }
  const { format } = value as { format?: unknown };
  if (typeof format === 'number' && format > formatVersion) {
    throw transferError(
      `The export in ${folder} has format ${format}, which a newer Galley wrote; this one reads up to ${formatVersion}.`,
      '--from',
    );
  }
  if (!isManifest(value)) throw transferError(`${join(folder, manifestFile)} is damaged.`, '--from');
  return value;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Writes rows as lines at the speed of the disk. The file gets its name once it is complete. */
export async function writePart(
  folder: string,
  name: string,
  rows: AsyncIterable<Row>,
  onRow: (row: Row) => void,
): Promise<PartFile> {
  const path = partPath(folder, name);
  const file = createWriteStream(`${path}.partial`);
  const hash = createHash('sha256');
  let count = 0;
  for await (const row of rows) {
    const line = `${textOfRow(row)}\n`;
    hash.update(line);
    count += 1;
    if (!file.write(line)) await once(file, 'drain');
    onRow(row);
  }
  file.end();
  await finished(file);
  await rename(`${path}.partial`, path);
  return { name, rows: count, sha256: hash.digest('hex') };
}

/** Yields the lines of a part with their numbers, from 1. */
export async function* readLines(
  folder: string,
  name: string,
): AsyncIterable<{ line: string; number: number }> {
  const input = createReadStream(partPath(folder, name), 'utf8');
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    yield { line, number };
  }
}
