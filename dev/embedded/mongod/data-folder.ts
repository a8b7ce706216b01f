import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { systemClock } from '../../../src/core/util/clock.ts';
import { isAlive } from '../../../src/core/util/process-alive.ts';

/** The data folder of a server, and its cleanup after the server has stopped. */
export interface DataFolder {
  path: string;
  release(): Promise<void>;
}

const memoryDisk = '/dev/shm';
const memoryNeededBytes = 2 * 1024 ** 3;
const prefix = 'galley-mongod-';
const abandonedAfterMs = 5 * 60_000;

/** Opens a folder that outlives the server. Creates it if it doesn't exist. */
export async function keptFolder(path: string): Promise<DataFolder> {
  const whole = resolve(path);
  await mkdir(whole, { recursive: true, mode: 0o700 });
  return { path: whole, release: () => Promise.resolve() };
}

/** Creates a folder that is deleted with the server: in memory if there is room, else on the temporary disk. */
export async function temporaryFolder(): Promise<DataFolder> {
  const parent = (await hasRoom(memoryDisk)) ? memoryDisk : tmpdir();
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  return { path, release: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

async function hasRoom(disk: string): Promise<boolean> {
  try {
    await access(disk, constants.W_OK);
    const { bavail, bsize } = await statfs(disk);
    return bavail * bsize >= memoryNeededBytes;
  } catch {
    return false;
  }
}

/**
 * Removes the folders of killed processes. A running server writes to its folder at least once a minute, so the folder
 * of a container, whose process ID is unknown here, is not mistaken for an abandoned one.
 */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    const path = join(parent, name);
    const changed = await stat(path).catch(() => null);
    if (changed === null || systemClock().now().getTime() - changed.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => null);
  }
}
