import {
  type Assembly,
  contextParts,
  sendingOf,
  type SystemContexts,
  systemContexts,
} from '../../server/index.ts';
import type { Actor } from '../../contract/events/actor.ts';
import {
  baseUrlOf,
  boundsOf,
  InvalidSettings,
  readConfig,
  readToolConfig,
  type Variables,
} from '../../core/settings/index.ts';
import { type Bounds, type Clock, SealedBox } from '../../core/util/index.ts';
import type { Sending } from '../../core/outbound/index.ts';
import { connect, DatabaseClock, setUpDatabase, type SystemDb } from '../../core/mongo/index.ts';
import type { Storage } from '../../core/storage/index.ts';
import { allProjects, type ProjectRecord } from '../../projects/index.ts';
import { refusal } from './refusal.ts';

/** The database that a command works on, opened without a service around it. */
export interface Installation {
  readonly system: SystemDb;
  /** What the features bring. */
  readonly assembly: Assembly;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly bounds: Bounds;
  /** The command that is run, and who runs it. */
  readonly actor: Actor;
  /** Calls by the command's own hands. @throws InvalidSettings when the service's settings are not all there */
  calls(): SystemContexts;
  /** What sends to webhook receivers, with the service's guard and bounds. @throws InvalidSettings likewise */
  sending(): Sending;
  /** Where files are. @throws BadVariable likewise */
  storage(): Storage;
  /** What seals of the audit log are made with. @throws InvalidSettings without APP_SECRET */
  secret(): string;
  /** Seals signing secrets and publishable keys. @throws InvalidSettings when that is tried without APP_SECRET */
  readonly box: Pick<SealedBox, 'seal'>;
}

/** The actor of a command, and its time. */
export function actingIn({ clock, actor }: Installation) {
  return { now: clock.now(), actor };
}

/** Connects and brings the database up to date, so that a command may come before the first start of the service. */
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
    calls: () => systemContexts(contextParts(system, readConfig(variables), assembly), clock, actor),
    storage: () => contextParts(system, readConfig(variables), assembly).storage,
    sending: () => sendingOf(readConfig(variables), clock),
    secret: () => secretOf(config.APP_SECRET),
    box: { seal: (text) => new SealedBox(secretOf(config.APP_SECRET)).seal(text) },
  };
}

/** @throws InvalidSettings */
function secretOf(secret: string | undefined): string {
  if (secret !== undefined) return secret;
  const message = 'is missing. It must be the one that the service runs with.';
  throw new InvalidSettings([{ variable: 'APP_SECRET', message }]);
}

/** The project with this id, or with this name when only one has it. @throws invalid_parameter */
export async function projectNamed({ system }: Installation, reference: string): Promise<ProjectRecord> {
  const all = await allProjects(system);
  const found = all.filter(({ _id, name }) => _id === reference || name === reference);
  const [project] = found;
  if (project !== undefined && found.length === 1) return project;
  const message =
    project === undefined
      ? `There is no project ${reference}. \`galley project list\` shows them all.`
      : `${found.length} projects are named ${reference}. Say which by its id: ${found.map(({ _id }) => _id).join(', ')}.`;
  throw refusal(message, { param: '--project' });
}
