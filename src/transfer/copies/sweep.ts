import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobActor } from '../../contract/events/actor.ts';
import { dayMs } from '../../contract/time.ts';
import type { JobParts } from '../../core/context/index.ts';
import { findUnfinishedCopies } from '../../projects/index.ts';
import { folderPrefixes } from '../temporary-folder.ts';
import { removeUnfinished } from './copy.ts';

/** Copies that are unfinished after this time were interrupted. */
const unfinishedMs = dayMs;

/** Removes copies of projects that were interrupted. */
export async function removeUnfinishedCopies(parts: JobParts): Promise<void> {
  const { system, storage, collections, clock, log } = parts;
  const now = clock.now();
  const source = { now, actor: jobActor('project-copies.sweep') };
  for (const id of await findUnfinishedCopies(system, new Date(now.getTime() - unfinishedMs))) {
    await removeUnfinished({ system, storage, collections, source }, id).catch((error: unknown) =>
      log.error({ project: id, fault: String(error) }, 'an unfinished copy could not be removed'),
    );
  }
}

/** Removes folders of killed copies, backups and restores from the temporary folder of this machine. */
export async function removeOldFolders(now: Date, parent = tmpdir()): Promise<void> {
  const prefixes = Object.values(folderPrefixes);
  for (const name of await readdir(parent)) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    const folder = join(parent, name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0, // its own process has removed it
    );
    if (age > unfinishedMs) await rm(folder, { recursive: true, force: true });
  }
}
