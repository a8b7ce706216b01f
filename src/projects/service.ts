import { type ActingOutside, transactSystem } from '../audit/service.ts';
import type { AuditEntry } from '../contract/audit-actions.ts';
import { changeModules } from '../contract/events.ts';
import { newId } from '../contract/ids.ts';
import { defaultReviewIntervalDays, limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import type { ModuleVersions, ProjectInfo, ReleaseInfo } from '../platform/call.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { createFirstRelease, releaseName } from '../releases/service.ts';
import { noteInProject } from './audit.ts';
import { cdnModeOf } from './cdn.ts';
import { definitionsVersionOf, findProject, insertProject, listProjects } from './repository.ts';
import type { ModuleVersion, ProjectRecord } from './schema.ts';

export { noteInProject } from './audit.ts';
export { cdnModeOf, cdnOf, laidOverCdn } from './cdn.ts';
export { beginImport, carriedSettings, type CarriedSettings, finishImport, forgetImport } from './carried.ts';
export { auditSequences } from './audit-repository.ts';
export {
  claimProject,
  countByHand,
  countProjectsMadeBy,
  countWrite,
  deleteProject,
  findProject,
  findProjectMadeBy,
  findProjects,
  forgetAllTags,
  placesOf,
  projectState,
  setNextDate,
  type StoredCount,
  updateProject,
} from './repository.ts';
export { noteForgotten, noteForgottenTags } from './forgotten.ts';

/** What a project is made of; the command line, set-up and the dashboard bring it. */
export interface NewProject {
  name: string;
  privateMedia: boolean;
}

/**
 * The row of a new project, stored nowhere yet.
 * @throws invalid_field_value when the name is empty or longer than 200 characters.
 */
export function newProject({ name, privateMedia }: NewProject, now: Date): ProjectRecord {
  checkName(name);
  const version: ModuleVersion = { version: 1, changed_at: now };
  return {
    _id: newId('project', now),
    name,
    private_media: privateMedia,
    default_release_id: newId('release', now),
    revision: 1,
    write_seq: 1,
    changed_at: now,
    modules: Object.fromEntries(changeModules.map((module) => [module, version])) as ProjectRecord['modules'],
    settings: {},
    created_at: now,
  };
}

/** @throws invalid_field_value when the name is empty or longer than 200 characters. */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= limits.name_chars_max) return;
  const why = `it takes 1 to ${limits.name_chars_max} characters`;
  throw problem('invalid_field_value', { name: 'name', why }, { param: 'name' });
}

/** Stores a new project with its first release, which is the default one; inside a transaction. */
export async function storeProject(inside: SystemDb, project: ProjectRecord): Promise<void> {
  const db = inside.project(project._id);
  await insertProject(db, project);
  await createFirstRelease(db, project.default_release_id, project.created_at);
}

/** Makes a project with its first release. @throws invalid_field_value as `newProject` does */
export async function createProject(
  system: SystemDb,
  input: NewProject,
  by: ActingOutside,
): Promise<{ project: ProjectRecord; release: ReleaseInfo }> {
  const project = newProject(input, by.now);
  await transactSystem(system, by, async (inside) => {
    await storeProject(inside.system, project);
    await noteInProject(inside.system.project(project._id), [createdProject(project)], inside.writer);
    return inside.continued(); // the project's own log records it
  });
  return { project, release: { id: project.default_release_id, name: 'Main', default: true } };
}

/** A project that is being made, in the words of the audit log. */
export function createdProject({ _id: id }: ProjectRecord): AuditEntry {
  return { action: 'project.created', subject: { kind: 'project', id } };
}

/** All projects of the installation, oldest first. */
export function allProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return listProjects(system);
}

/** The project as a snapshot sees it, which may be later than when its key was looked up. */
export async function projectAsOf(db: ProjectDb, known: ProjectInfo): Promise<ProjectInfo> {
  const record = await findProject(db);
  if (record === null || record.revision === known.revision) return known;
  const { default_release_id: defaultReleaseId, revision, name } = record;
  const defaultReleaseName = await releaseName(db, defaultReleaseId);
  const reviewIntervalDays = reviewIntervalOf(record);
  const linkPatterns = linkPatternsOf(record);
  const cdn = cdnModeOf(record);
  const moduleVersions = moduleVersionsOf(record);
  const definitionsVersion = definitionsVersionOf(record.modules);
  return {
    ...known,
    name,
    revision,
    moduleVersions,
    definitionsVersion,
    defaultReleaseId,
    defaultReleaseName,
    reviewIntervalDays,
    linkPatterns,
    cdn,
  };
}

/** The project as calls see it. @throws Error when there is none, in words for the command line. */
export async function projectInfo(system: SystemDb, projectId: string): Promise<ProjectInfo> {
  const found = await findProjectInfo(system.project(projectId));
  if (found === null)
    throw new Error(`There is no project ${projectId}. \`galley project list\` shows them all.`);
  return found;
}

/** The handle's project as calls see it, or null. */
export async function findProjectInfo(db: ProjectDb): Promise<ProjectInfo | null> {
  const record = await findProject(db);
  if (record === null) return null;
  return {
    id: record._id,
    name: record.name,
    privateMedia: record.private_media,
    defaultReleaseId: record.default_release_id,
    defaultReleaseName: await releaseName(db, record.default_release_id),
    revision: record.revision,
    changedAt: record.changed_at,
    moduleVersions: moduleVersionsOf(record),
    definitionsVersion: definitionsVersionOf(record.modules),
    writeSeq: record.write_seq,
    nextDate: record.next_date ?? null,
    reviewIntervalDays: reviewIntervalOf(record),
    linkPatterns: linkPatternsOf(record),
    cdn: cdnModeOf(record),
  };
}

function moduleVersionsOf({ modules }: ProjectRecord): ModuleVersions {
  return Object.fromEntries(
    changeModules.map((module) => [module, modules[module].version]),
  ) as ModuleVersions; // of every module
}

function linkPatternsOf({ settings }: ProjectRecord): ProjectInfo['linkPatterns'] {
  return settings.link_patterns ?? {};
}

function reviewIntervalOf({ settings }: ProjectRecord): number {
  return settings.review_interval_days ?? defaultReviewIntervalDays;
}
