import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import { changeModules } from '../../contract/events/events.ts';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { newLocales } from '../locales/list.ts';
import { listProjects } from './repository.ts';
import type { ModuleVersion, ProjectRecord } from './schema.ts';

/** The input for a new project, from the command line, set-up or the dashboard. */
export interface NewProject {
  name: string;
  privateMedia: boolean;
  /** Codes of the locales, the default first; English alone without them. */
  locales?: readonly string[];
  /** When a copy of another project begins. The project is not listed until the copy is complete. */
  copyingSince?: Date;
  /** The backup that is restored into the project to test it. The project is never listed. */
  restoreTest?: string;
  /** The person who creates it in the dashboard. */
  madeBy?: ProjectRecord['made_by'];
}

/**
 * The row of a new project, which is not stored yet.
 * @throws invalid_field_value if the name is empty or longer than 200 characters, invalid_locale, locale_taken
 */
export function newProject(
  { name, privateMedia, locales, copyingSince, restoreTest, madeBy }: NewProject,
  now: Date,
): ProjectRecord {
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
    ...(locales === undefined ? {} : { locales: newLocales(locales, now) }),
    ...(copyingSince === undefined ? {} : { copying_since: copyingSince }),
    ...(restoreTest === undefined ? {} : { restore_test: restoreTest }),
    ...(madeBy === undefined ? {} : { made_by: madeBy }),
    settings: {},
    normalized: { left: [] },
    created_at: now,
  };
}

/** @throws invalid_field_value if the name is empty or longer than 200 characters */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= limits.name_chars_max) return;
  const why = `it takes 1 to ${limits.name_chars_max} characters`;
  throw apiError('invalid_field_value', { name: 'name', why }, { param: 'name' });
}

/** The audit entry of a new project. */
export function projectCreatedEntry({ _id: id }: ProjectRecord): AuditEntry {
  return { action: 'project.created', subject: { kind: 'project', id } };
}

/** All projects of the installation, oldest first. */
export function allProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return listProjects(system);
}
