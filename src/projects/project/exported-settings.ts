import { latest } from '../../contract/time.ts';
import { changeModules } from '../../contract/events/events.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findProject, changeProject } from './repository.ts';
import type { ProjectRecord } from './schema.ts';

/** Of a project's own row: what goes with it into another installation. Every key is decided upon here. */
const isCarried = {
  _id: false, // the project that takes it has one
  name: true,
  private_media: true,
  default_release_id: true,
  revision: true,
  write_seq: true,
  changed_at: true,
  forgotten_revision: false, // the event log stays, so that all of it counts as forgotten
  forgotten_tags: false, // as the event log
  told_by_hand: false, // who was told is another installation's business
  forgotten_by_hand: false,
  next_date: true,
  modules: true,
  settings: true,
  created_at: true,
  made_by: false, // a person of one installation
  importing: false,
  reservation: false,
  audit_seq: false, // the log stays, each installation's own
  usage: false, // counted anew
  normalized: false,
  demo_loaded_at: false, // an export may be from before texts were normalized
} as const satisfies Record<keyof ProjectRecord, boolean>;

type CarriedKey = {
  [K in keyof typeof isCarried]: (typeof isCarried)[K] extends true ? K : never;
}[keyof typeof isCarried];

export type CarriedSettings = Pick<ProjectRecord, CarriedKey>;

/** The part of the project's own row that an export carries. */
export async function carriedSettings(db: ProjectDb): Promise<CarriedSettings> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return picked(record);
}

function picked(record: object): CarriedSettings {
  const keys = Object.entries(record).filter(([key]) => isCarried[key as keyof ProjectRecord]);
  const { settings, ...rest } = Object.fromEntries(keys) as CarriedSettings;
  return { ...rest, settings: withCdnOf({}, settings) };
}

/** Settings with the CDN mode of others: which caches stand in front is a matter of the installation. */
function withCdnOf(owner: ProjectRecord['settings'], settings: ProjectRecord['settings']) {
  const { cdn: _cdn, ...rest } = settings;
  return owner.cdn === undefined ? rest : { ...rest, cdn: owner.cdn };
}

/** Notes which export the project is being filled from, so that the same one may go on. */
export function beginImport(db: ProjectDb, exportId: string): Promise<void> {
  return changeProject(db, { $set: { importing: exportId } });
}

/** Takes that back. */
export function forgetImport(db: ProjectDb): Promise<void> {
  return changeProject(db, { $unset: { importing: true } });
}

/** Each module as it was exported, or a step beyond what it has come to here. At version 1 it never showed anything. */
function laterOf(exported: ProjectRecord['modules'], before: ProjectRecord['modules']) {
  const later = changeModules.map((module) => {
    const { version, changed_at } = exported[module];
    const here = before[module];
    if (here.version === 1) return [module, { version, changed_at }] as const;
    const later = {
      version: Math.max(version, here.version + 1),
      changed_at: latest(changed_at, here.changed_at),
    };
    return [module, later] as const;
  });
  return Object.fromEntries(later) as ProjectRecord['modules']; // of every module
}

/**
 * Gives the project the row that it had, in the last step: its releases, settings and versions are the exported ones from
 * here on. @returns its revision from then on
 */
export async function finishImport(db: ProjectDb, settings: CarriedSettings): Promise<number> {
  const before = await findProject(db);
  if (before === null) throw new Error(`project ${db.projectId} is gone`);
  // Never a revision or a version that was there before: answers are kept under them.
  const revision = Math.max(settings.revision, before.revision + 1);
  const modules = laterOf(settings.modules, before.modules);
  const write_seq = Math.max(settings.write_seq, before.write_seq + 1);
  await changeProject(db, {
    $set: {
      ...picked(settings),
      settings: withCdnOf(before.settings, settings.settings),
      revision,
      modules,
      write_seq,
      forgotten_revision: revision,
      forgotten_tags: revision,
    },
    $unset: { importing: true, usage: true, normalized: true },
  });
  return revision;
}
