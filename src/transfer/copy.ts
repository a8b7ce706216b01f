import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '../accounts/index.ts';
import { dayMs } from '../contract/time.ts';
import { jobActor } from '../contract/events/actor.ts';
import type { JobParts } from '../core/context/index.ts';
import { originOf } from '../core/util/index.ts';
import type { Storage } from '../core/storage/index.ts';
import { findUnfinishedCopies, type ProjectRecord, type SystemWriteSource } from '../projects/index.ts';
import { exportProject } from './export.ts';
import { importProject } from './import.ts';
import { type RemovalParts, removeProject } from './remove-project.ts';
import type { Progress, ProjectParts, TransferReport } from './schema.ts';

/** The parts with votes, which templates don't pass on. */
export const votesParts = ['kb_votes', 'kb_vote_totals'];

export interface CopyOptions {
  /** The name of the new project. */
  name: string;
  /** Names of parts that are not copied. */
  without?: readonly string[];
  progress: Progress;
}

export interface CopyParts extends RemovalParts {
  parts: ProjectParts;
  storage: Storage;
  source: SystemWriteSource;
}

/**
 * Copies a project with its files to a new one, as it is at one moment. All ids are new. The copy is not listed until it is
 * complete; if it fails, it is removed.
 */
export async function copyProject(
  original: ProjectRecord,
  copyParts: CopyParts,
  { name, without, progress }: CopyOptions,
): Promise<TransferReport & { project: string }> {
  const { system, storage, parts, source } = copyParts;
  const { now, actor } = source;
  const folder = await mkdtemp(join(tmpdir(), 'galley-copy-'));
  try {
    await exportProject(system.project(original._id), parts, { folder, now, progress, storage: null });
    const input = { name, privateMedia: original.private_media, copyingSince: now };
    const { project } = await createProject(system, input, source);
    const db = system.project(project._id);
    const origin = originOf(actor, actor.id);
    const imported = { folder, now, origin, progress, storage, name, newIds: true } as const;
    const report = await importProject(db, parts, {
      ...imported,
      filesIn: 'storage',
      action: 'project.copied',
      ...(without === undefined ? {} : { without }),
    }).catch(async (error: unknown) => {
      await removeProject(copyParts, project._id);
      throw error;
    });
    return { project: project._id, ...report };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies that are unfinished after this time were interrupted. */
const unfinishedMs = dayMs;

/** Removes copies of projects that were interrupted. */
export async function removeUnfinishedCopies(parts: JobParts): Promise<void> {
  const { system, storage, collections, clock, log } = parts;
  const now = clock.now();
  const source = { now, actor: jobActor('project-copies.sweep') };
  for (const id of await findUnfinishedCopies(system, new Date(now.getTime() - unfinishedMs))) {
    await removeProject({ system, storage, collections, source }, id).catch((error: unknown) =>
      log.error({ project: id, fault: String(error) }, 'an unfinished copy could not be removed'),
    );
  }
}
