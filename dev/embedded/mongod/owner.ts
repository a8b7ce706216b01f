import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../../src/core/util/process-alive.ts';

/** The process that runs the server of a data folder. It is stored in the folder, so that errors can name it. */
export interface Owner {
  pid: number;
  mongodPid: number;
  port: number;
}

const orphanLimitMs = 10_000;
const namingLimitMs = 2_000;
const pollMs = 100;

/**
 * Waits until a server whose owner was killed has ended too (its guard ends it within about 2 s).
 * @throws Error that names the process if the folder's owner is alive, or if its server doesn't end
 */
export async function waitForFolder(folder: string): Promise<void> {
  const owner = await readOwner(folder);
  if (owner === null) return;
  for (let waitedMs = 0; waitedMs < orphanLimitMs; waitedMs += pollMs) {
    if (!(await holds(owner))) return;
    if (isAlive(owner.pid)) break;
    await wait(pollMs);
  }
  throw new Error(describe(folder, owner));
}

/** Returns the error text for a folder in use. Waits for a server that is starting to write its owner file. */
export async function heldMessage(folder: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < namingLimitMs; waitedMs += pollMs) {
    const owner = await readOwner(folder);
    if (owner !== null && (await holds(owner))) return describe(folder, owner);
    await wait(pollMs);
  }
  return `${folder} is in use by another mongod. Stop it, or use another folder.`;
}

/** Written through a rename, so that readers never see a partial file. */
export async function writeOwner(folder: string, owner: Owner): Promise<void> {
  const written = `${fileIn(folder)}.new`;
  await writeFile(written, JSON.stringify(owner));
  await rename(written, fileIn(folder));
}

export function removeOwner(folder: string): Promise<void> {
  return rm(fileIn(folder), { force: true });
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    const { pid, mongodPid, port } = JSON.parse(await readFile(fileIn(folder), 'utf8')) as Partial<Owner>;
    return pid === undefined || mongodPid === undefined || port === undefined
      ? null
      : { pid, mongodPid, port };
  } catch {
    return null; // missing, or truncated by a kill: the lock of mongod decides
  }
}

function describe(folder: string, { pid, mongodPid, port }: Owner): string {
  return isAlive(pid)
    ? `${folder} is in use by process ${pid} (its MongoDB listens on port ${port}). Stop it, or use another folder.`
    : `${folder} is in use by mongod ${mongodPid} on port ${port}, whose owner is gone. End it with: kill ${mongodPid}`;
}

/** Process IDs are reused, so an owner counts only while its server accepts connections on its port. */
async function holds({ mongodPid, port }: Owner): Promise<boolean> {
  return isAlive(mongodPid) && (await answers(port));
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function fileIn(folder: string): string {
  return join(folder, 'galley-owner.json');
}
