import type { LocaleListRecord } from '../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { changeProject, openProjects } from '../project/repository.ts';

/** Stores the list of locales. */
export function updateLocales(db: ProjectDb, locales: LocaleListRecord): Promise<void> {
  return changeProject(db, { $set: { locales } });
}

/** The ids of projects whose stored items don't match their list of locales. */
export async function findSweptProjects(system: SystemDb): Promise<string[]> {
  const projects = await openProjects(system)
    .find({ 'locales.sweep.version': { $exists: true } }, { projection: { _id: 1 } })
    .toArray();
  return projects.map(({ _id }) => _id);
}

/** The ids of projects with several locales. */
export async function findProjectsInLocales(system: SystemDb, limit: number): Promise<string[]> {
  const projects = await openProjects(system)
    .find({ 'locales.list.1': { $exists: true } }, { projection: { _id: 1 }, limit })
    .toArray();
  return projects.map(({ _id }) => _id);
}

/** Stores how much of a sweep is done, unless the list has changed since it began. */
export async function noteSweepProgress(
  { system, projectId }: ProjectDb,
  { version, progress }: { version: number; progress: number },
): Promise<void> {
  await openProjects(system).updateOne(
    { _id: projectId, 'locales.sweep.version': version },
    { $set: { 'locales.sweep.progress': progress } },
  );
}
