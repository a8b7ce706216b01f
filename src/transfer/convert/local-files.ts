import { lstatSync, realpathSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { transferError } from '../transfer-error.ts';

/** @throws invalid_parameter if Galley can't read the folder that an option or argument names */
export async function checkFolder(folder: string, option: '--assets' | '--static' | 'SOURCE'): Promise<void> {
  const info = await lstat(resolve(folder)).catch(() => null);
  if (info === null || !(info.isDirectory() || info.isSymbolicLink()))
    throw transferError(`${folder} is not a folder.`, option);
  await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw transferError(`The folder ${folder} can't be read (${error.code ?? 'unknown reason'}).`, option);
  });
}

/** Whether a folder contains a file at a relative path, and no part of the path is a link. */
export function isFileInside(root: string, relative: string): boolean {
  try {
    const realRoot = realpathSync(root);
    const path = join(realRoot, relative);
    return path.startsWith(realRoot + sep) && lstatSync(path).isFile() && realpathSync(path) === path;
  } catch {
    return false;
  }
}
