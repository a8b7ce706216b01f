import { latest } from '../../contract/time.ts';
import { changeModules } from '../../contract/events/events.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findProject, changeProject } from './repository.ts';
import type { LocaleListRecord } from '../../core/context/index.ts';
import type { ProjectRecord } from './schema.ts';

/** Whether a field of the project's row is exported. A new field doesn't compile until this is decided. */
const isExported = {
  _id: false, // the importing project has its own
  name: true,
  private_media: true,
  default_release_id: true,
  revision: true,
  write_seq: true,
  changed_at: true,
  forgotten_revision: false, // events are not exported, so all of them count as pruned
  forgotten_tags: false, // like events
  told_by_hand: false, // receivers belong to one installation
  forgotten_by_hand: false,
  next_date: true,
  modules: true,
  layout_version: false, // only caches of this installation compare it
  locales: true,
  settings: true,
  created_at: true,
  made_by: false, // a person of this installation
  importing: false,
  copying_since: false,
  restore_test: false,
  is_template: false, // what an installation offers
  reservation: false,
  audit_seq: false, // the audit log belongs to this installation
  usage: false, // counted again by the import
  normalized: false,
  demo_loaded_at: false, // an export may be older than the normalization of texts
} as const satisfies Record<keyof ProjectRecord, boolean>;

type ExportedKey = {
  [K in keyof typeof isExported]: (typeof isExported)[K] extends true ? K : never;
}[keyof typeof isExported];

export type ExportedSettings = Pick<ProjectRecord, ExportedKey>;

/** The exported part of the project's row. */
export async function readExportedSettings(db: ProjectDb): Promise<ExportedSettings> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return pickExported(record);
}

function pickExported(record: object): ExportedSettings {
  const keys = Object.entries(record).filter(([key]) => isExported[key as keyof ProjectRecord]);
  const { settings, locales, ...rest } = Object.fromEntries(keys) as ExportedSettings;
  const exportedLocales = locales === undefined ? {} : { locales: withoutSweep(locales) };
  return { ...rest, ...exportedLocales, settings: withLocalSettingsOf({}, settings) };
}

/** The list alone: an import derives all rows. */
function withoutSweep({ version, list }: LocaleListRecord): LocaleListRecord {
  return { version, list };
}

/** Settings with the CDN mode, sign-in rules and usage limits of another project, which belong to an installation. */
function withLocalSettingsOf(
  { cdn, sign_in, usage_limits }: ProjectRecord['settings'],
  settings: ProjectRecord['settings'],
): ProjectRecord['settings'] {
  const { cdn: _cdn, sign_in: _signIn, usage_limits: _limits, ...rest } = settings;
  return {
    ...rest,
    ...(cdn === undefined ? {} : { cdn }),
    ...(sign_in === undefined ? {} : { sign_in }),
    ...(usage_limits === undefined ? {} : { usage_limits }),
  };
}

/** Offers a project as a template for new ones, or no longer; runs inside a transaction. */
export function setTemplate(db: ProjectDb, isTemplate: boolean): Promise<void> {
  return changeProject(db, isTemplate ? { $set: { is_template: true } } : { $unset: { is_template: true } });
}

/** Stores which export is imported into the project, so that the same import can continue. */
export function beginImport(db: ProjectDb, exportId: string): Promise<void> {
  return changeProject(db, { $set: { importing: exportId } });
}

/** Removes that note. */
export function cancelImport(db: ProjectDb): Promise<void> {
  return changeProject(db, { $unset: { importing: true } });
}

/** The exported version of each module, or the one after the current if that is later. At version 1 nothing was read yet. */
function latestModules(exported: ProjectRecord['modules'], before: ProjectRecord['modules']) {
  const entries = changeModules.map((module) => {
    const { version, changed_at } = exported[module];
    const currentVersion = before[module];
    if (currentVersion.version === 1) return [module, { version, changed_at }] as const;
    const later = {
      version: Math.max(version, currentVersion.version + 1),
      changed_at: latest(changed_at, currentVersion.changed_at),
    };
    return [module, later] as const;
  });
  return Object.fromEntries(entries) as ProjectRecord['modules']; // contains every module
}

/**
 * Replaces the project's row by the exported one, as the last step of an import: releases, settings and versions.
 * @returns the project's new revision
 */
export async function finishImport(db: ProjectDb, settings: ExportedSettings): Promise<number> {
  const before = await findProject(db);
  if (before === null) throw new Error(`project ${db.projectId} is gone`);
  // Cached responses have the previous revisions and versions as keys, so none is used again.
  const revision = Math.max(settings.revision, before.revision + 1);
  const modules = latestModules(settings.modules, before.modules);
  const write_seq = Math.max(settings.write_seq, before.write_seq + 1);
  await changeProject(db, {
    $set: {
      ...pickExported(settings),
      settings: withLocalSettingsOf(before.settings, settings.settings),
      revision,
      modules,
      write_seq,
      forgotten_revision: revision,
      forgotten_tags: revision,
    },
    $unset: { importing: true, copying_since: true, usage: true, normalized: true },
  });
  return revision;
}
