import { constants } from 'node:fs';
import { access, lstat, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import type { Machine } from './machine.ts';

/**
 * Opens the folder in which downloaded programs are cached for this user: `$XDG_CACHE_HOME/galley`, `~/.cache/galley`,
 * or a folder in the temporary folder if the home folder is read-only.
 * @throws Error if none of them is writable
 */
export async function openCacheFolder(machine: Machine): Promise<string> {
  const base = machine.env['XDG_CACHE_HOME'];
  const folders = [
    ...(base !== undefined && isAbsolute(base) ? [join(base, 'galley')] : []),
    join(machine.home, '.cache', 'galley'),
    join(machine.tmp, `galley-cache-${machine.uid ?? 'user'}`),
  ];
  for (const folder of folders) {
    if (await isOurs(folder, machine.uid)) return folder;
  }
  throw new Error(`no folder for fetched programs can be written (tried ${folders.join(', ')})`);
}

/** Programs are started from here, so a folder that another user created in the shared /tmp must not be used. */
async function isOurs(folder: string, uid: number | null): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    if (!found.isDirectory() || (uid !== null && found.uid !== uid)) return false;
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
