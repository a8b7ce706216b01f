import {
  type Assembly,
  contextParts,
  sendingOf,
  type SystemContexts,
  systemContexts,
} from '../../server/index.ts';
import type { Actor } from '../../contract/events/actor.ts';
import {
  backupSettingsOf,
  baseUrlOf,
  boundsOf,
  type Config,
  InvalidSettings,
  readConfig,
  readToolConfig,
  type Variables,
} from '../../core/settings/index.ts';
import { type Bounds, type Clock, SealedBox } from '../../core/util/index.ts';
import type { Sending } from '../../core/outbound/index.ts';
import { connect, DatabaseClock, setUpDatabase, type SystemDb } from '../../core/mongo/index.ts';
import { Archive, type BackupSettings } from '../../core/archive/index.ts';
import { type Storage } from '../../core/storage/index.ts';
import type { BackupParts } from '../../transfer/index.ts';
import { allProjects, type ProjectRecord } from '../../projects/index.ts';
import { commandError } from './command-error.ts';

/** The database of a command, opened without a service. */
export interface Installation {
  readonly system: SystemDb;
  /** Everything that the features declare. */
  readonly assembly: Assembly;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly bounds: Bounds;
  /** The command, and the user who runs it. */
  readonly actor: Actor;
  /** Creates contexts on behalf of the command. @throws InvalidSettings if settings of the service are missing */
  contexts(): SystemContexts;
  /** Sends requests to webhook receivers, with the service's guard and bounds. @throws InvalidSettings as above */
  sending(): Sending;
  /** The storage of files. @throws InvalidSettings as above */
  storage(): Storage;
  /** Where projects are backed up. @throws InvalidSettings as above; invalid_parameter if backups are off */
  backups(): BackupSettings;
  /** The secret for seals of the audit log. @throws InvalidSettings without APP_SECRET */
  secret(): string;
  /** `APP_SECRET_PREVIOUS`. */
  readonly previousSecret: string | undefined;
  /** Encrypts signing secrets and publishable keys. Each method throws InvalidSettings without APP_SECRET. */
  readonly box: Pick<SealedBox, 'seal' | 'renew'>;
}

/** The actor of a command, and the current time. */
export function actingIn({ clock, actor }: Installation) {
  return { now: clock.now(), actor };
}

/** What backups of a command need. @throws as `backups` */
export function backupPartsOf(installation: Installation): BackupParts {
  const { system, assembly } = installation;
  const settings = installation.backups();
  return {
    system,
    settings,
    archive: new Archive(settings.store, settings.prefix),
    storage: installation.storage(),
    source: actingIn(installation),
    collections: assembly.declared.collections,
    parts: assembly.projectParts,
  };
}

/** Connects and migrates the database, so a command can run before the first start of the service. */
export async function openInstallation(
  variables: Variables,
  assembly: Assembly,
  actor: Actor,
): Promise<Installation> {
  const config = readToolConfig(variables);
  const system = await connect(config.MONGODB_URI, config.MONGODB_DB);
  await setUpDatabase(system, assembly.declared, (message) => process.stderr.write(`galley: ${message}\n`));
  const clock = new DatabaseClock(system, config.CLOCK_OFFSET_MS);
  await clock.measure();
  const baseUrl = baseUrlOf(config);
  return {
    system,
    assembly,
    clock,
    actor,
    baseUrl,
    bounds: boundsOf(config),
    contexts: () => systemContexts(contextParts(system, readConfig(variables), assembly), clock, actor),
    storage: () => contextParts(system, readConfig(variables), assembly).storage,
    backups: () => backupsOf(readConfig(variables)),
    sending: () => sendingOf(readConfig(variables), clock),
    secret: () => secretOf(config.APP_SECRET),
    previousSecret: config.APP_SECRET_PREVIOUS,
    box: {
      seal: (text) => new SealedBox(secretOf(config.APP_SECRET)).seal(text),
      renew: (sealed) => new SealedBox(secretOf(config.APP_SECRET), config.APP_SECRET_PREVIOUS).renew(sealed),
    },
  };
}

/** @throws invalid_parameter if backups are off */
function backupsOf(config: Config): BackupSettings {
  const settings = backupSettingsOf(config);
  if (settings !== null) return settings;
  throw commandError('Backups are off. Set BACKUP_S3_BUCKET to a bucket that only backups use.', {
    param: 'BACKUP_S3_BUCKET',
  });
}

/** @throws InvalidSettings if it is missing */
function secretOf(secret: string | undefined): string {
  if (secret !== undefined) return secret;
  const message = 'is missing. It must be the one that the service runs with.';
  throw new InvalidSettings([{ variable: 'APP_SECRET', message }]);
}

/** The project with this id, or with this name if it is unique. @throws invalid_parameter */
export async function projectNamed(
  { system }: Installation,
  reference: string,
  param = '--project',
): Promise<ProjectRecord> {
  const all = await allProjects(system);
  const matches = all.filter(({ _id, name }) => _id === reference || name === reference);
  const [project] = matches;
  if (project !== undefined && matches.length === 1) return project;
  const message =
    project === undefined
      ? `There is no project ${reference}. \`galley project list\` shows them all.`
      : `${matches.length} projects are named ${reference}. Say which by its id: ${matches.map(({ _id }) => _id).join(', ')}.`;
  throw commandError(message, { param });
}
