import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transferError } from '../transfer-error.ts';
import { LineTooLong, NotUtf8, readTextLines } from './lines.ts';
import {
  type BundleFile,
  bundleFiles,
  type BundleLine,
  type BundleManifest,
  bundleVersion,
  fileNameOf,
  idKeyOf,
  lossesFile,
  manifestFile,
  sourceIdCharsMax,
} from './schema.ts';

/** @throws invalid_parameter if the folder has no bundle, a damaged one, or one of a newer version */
export async function readBundleManifest(folder: string): Promise<BundleManifest> {
  const path = join(folder, manifestFile);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw transferError(
      `${folder} contains no bundle: it has no ${manifestFile}. To create a bundle, run galley convert.`,
      '--from',
    );
  const manifest = parseObject(text);
  const { galley_bundle: version, source } = manifest ?? {};
  if (manifest === null || typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw transferError(`${path} must be a JSON object with "galley_bundle": ${bundleVersion}.`, '--from');
  if (version > bundleVersion)
    throw transferError(
      `${path} has bundle version ${version}, which needs a newer Galley. This one reads versions up to ${bundleVersion}.`,
      '--from',
    );
  if (typeof source !== 'string' || source === '' || source.length > sourceIdCharsMax)
    throw transferError(
      `${path} must name where the content comes from: "source", a text of 1 to ${sourceIdCharsMax} characters.`,
      '--from',
    );
  return { galley_bundle: version, source };
}

/** The files of the bundle in the order of loading. @throws invalid_parameter for an unknown `.ndjson` file */
export async function listBundleFiles(folder: string): Promise<BundleFile[]> {
  const names = await readdir(folder);
  const knownNames = bundleFiles.map(fileNameOf);
  const unknown = names.find(
    (name) => name.endsWith('.ndjson') && name !== lossesFile && !knownNames.includes(name),
  );
  if (unknown !== undefined)
    throw transferError(
      `${join(folder, unknown)} is not a file of a bundle. A bundle has ${knownNames.join(', ')}.`,
      '--from',
    );
  return bundleFiles.filter((file) => names.includes(fileNameOf(file)));
}

/** Reads the lines of a file one after another. @throws invalid_parameter with file and line of an invalid one */
export async function* readBundleLines(folder: string, file: BundleFile): AsyncGenerator<BundleLine> {
  const path = join(folder, fileNameOf(file));
  try {
    for await (const { text, line } of readTextLines(path)) {
      const body = parseObject(text);
      if (body === null) throw lineError(path, line, 'it is not a JSON object');
      const key = idKeyOf(file);
      const { [key]: sourceId, ...rest } = body;
      if (typeof sourceId !== 'string' || sourceId === '') throw lineError(path, line, `it has no "${key}"`);
      if (sourceId.length > sourceIdCharsMax)
        throw lineError(path, line, `its "${key}" has more than ${sourceIdCharsMax} characters`);
      yield { file, line, sourceId, body: rest };
    }
  } catch (error) {
    if (error instanceof LineTooLong || error instanceof NotUtf8)
      throw transferError(`${path}: ${error.message}.`, '--from');
    throw error;
  }
}

/** @throws invalid_parameter that names file and line */
export function lineError(path: string, line: number, why: string): Error {
  return transferError(`${path}, line ${line}: ${why}.`, '--from');
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
