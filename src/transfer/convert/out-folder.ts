import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { bundleFiles, fileNameOf, lossesFile, manifestFile } from '../bundle/schema.ts';
import { cannotWrite } from '../folder.ts';
import { transferError } from '../transfer-error.ts';

/** The names of all files and folders that a conversion writes. */
const conversionNames = [...bundleFiles.map(fileNameOf), manifestFile, lossesFile, 'files'];

/** @throws invalid_parameter if the folder is neither empty nor an earlier conversion */
export async function checkOut(out: string): Promise<void> {
  const existingNames = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw transferError(`The folder ${out} can't be read (${error.code ?? 'unknown reason'}).`, '--out');
  });
  if (existingNames.length === 0 || (await isConversion(out, existingNames))) return;
  throw transferError(
    `${out} is not empty. Name an empty folder, one that does not exist yet, or one with an earlier conversion.`,
    '--out',
  );
}

async function isConversion(out: string, existingNames: readonly string[]): Promise<boolean> {
  if (!existingNames.includes(lossesFile) || !existingNames.every((name) => conversionNames.includes(name)))
    return false;
  const manifest = await readFile(join(out, manifestFile), 'utf8').catch(() => '');
  return manifest.includes('"galley_bundle"');
}

/**
 * Creates a folder beside `out`, on the same file system.
 * @throws invalid_parameter if it can't be created
 */
export async function createTemporaryFolder(out: string): Promise<string> {
  const parent = dirname(resolve(out));
  try {
    await mkdir(parent, { recursive: true });
    return await mkdtemp(join(parent, `.${basename(resolve(out))}-`));
  } catch (error) {
    return cannotWrite(out)(error);
  }
}

/** Moves a complete conversion into `out`, in place of an earlier one. */
export async function moveInto(out: string, folder: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const name of conversionNames) await rm(join(out, name), { recursive: true, force: true });
  for (const name of await readdir(folder)) await rename(join(folder, name), join(out, name));
  await rm(folder, { recursive: true });
}
