import { changeModules } from '../../contract/events/events.ts';
import { defaultReviewIntervalDays } from '../../contract/limits.ts';
import type { ModuleVersions, ProjectInfo } from '../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import {
  cdnModeOf,
  definitionsVersionOf,
  findProject,
  findProjectAndRelease,
  localesOf,
  publishApprovalOf,
  type ProjectRecord,
} from '../../projects/index.ts';
import { releaseName } from './resolve-release.ts';

/** Returns the project at the moment of a snapshot, which can be later than the lookup of the key. */
export async function projectAsOf(db: ProjectDb, info: ProjectInfo): Promise<ProjectInfo> {
  const record = await findProject(db);
  if (record === null) return info;
  const definitionsVersion = definitionsVersionOf(record);
  if (record.revision === info.revision && definitionsVersion === info.definitionsVersion) return info;
  const { default_release_id: defaultReleaseId, revision, name } = record;
  const defaultReleaseName = await releaseName(db, defaultReleaseId);
  const reviewIntervalDays = reviewIntervalOf(record);
  const linkPatterns = linkPatternsOf(record);
  const cdn = cdnModeOf(record);
  const moduleVersions = moduleVersionsOf(record);
  return {
    ...info,
    name,
    revision,
    moduleVersions,
    definitionsVersion,
    defaultReleaseId,
    defaultReleaseName,
    reviewIntervalDays,
    linkPatterns,
    cdn,
    locales: localesOf(record),
  };
}

/**
 * Returns the project for request contexts.
 * @throws Error with a text for the command line if it doesn't exist
 */
export async function projectInfo(system: SystemDb, projectId: string): Promise<ProjectInfo> {
  const project = await findProjectInfo(system.project(projectId));
  if (project === null)
    throw new Error(`There is no project ${projectId}. \`galley project list\` shows them all.`);
  return project;
}

/** Returns the handle's project for request contexts, or null. */
export async function findProjectInfo(db: ProjectDb): Promise<ProjectInfo | null> {
  const row = await findProjectAndRelease(db);
  return row === null ? null : infoOf(row.project, row.defaultReleaseName);
}

/** Returns the project of a row for request contexts. */
export async function projectInfoOf(db: ProjectDb, record: ProjectRecord): Promise<ProjectInfo> {
  return infoOf(record, await releaseName(db, record.default_release_id));
}

function infoOf(record: ProjectRecord, defaultReleaseName: string): ProjectInfo {
  return {
    id: record._id,
    name: record.name,
    ...(record.copying_since === undefined ? {} : { isHidden: true }),
    privateMedia: record.private_media,
    defaultReleaseId: record.default_release_id,
    defaultReleaseName,
    revision: record.revision,
    changedAt: record.changed_at,
    moduleVersions: moduleVersionsOf(record),
    definitionsVersion: definitionsVersionOf(record),
    writeSeq: record.write_seq,
    nextDate: record.next_date ?? null,
    locales: localesOf(record),
    publishApproval: publishApprovalOf(record),
    reviewIntervalDays: reviewIntervalOf(record),
    linkPatterns: linkPatternsOf(record),
    cdn: cdnModeOf(record),
  };
}

function moduleVersionsOf({ modules }: ProjectRecord): ModuleVersions {
  return Object.fromEntries(
    changeModules.map((module) => [module, modules[module].version]),
  ) as ModuleVersions; // has every module
}

function linkPatternsOf({ settings }: ProjectRecord): ProjectInfo['linkPatterns'] {
  return settings.link_patterns ?? {};
}

export function reviewIntervalOf({ settings }: Pick<ProjectRecord, 'settings'>): number {
  return settings.review_interval_days ?? defaultReviewIntervalDays;
}
