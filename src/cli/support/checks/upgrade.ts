import { readToolConfig } from '../../../core/settings/index.ts';
import {
  connect,
  type DatabaseDeclaration,
  planUpgrade,
  type SystemDb,
  type UpgradePlan,
} from '../../../core/mongo/index.ts';
import type { CommandRun } from '../../command.ts';
import { advice, type Finding, good } from './finding.ts';

/** Names of collections and indexes in one line of text. */
const namedMax = 10;

/** Connects without migrating the database, and plans the upgrade to this version. */
export async function withDatabase<T>(
  run: CommandRun,
  work: (system: SystemDb, plan: UpgradePlan) => Promise<T>,
): Promise<T> {
  const config = readToolConfig((await run.variables()).values);
  const system = await connect(config.MONGODB_URI, config.MONGODB_DB);
  try {
    return await work(system, await planUpgrade(system, run.assembly.declared));
  } finally {
    await system.close();
  }
}

/** Describes what the first start of this version will change. */
export async function upgradeFinding(system: SystemDb, declared: DatabaseDeclaration): Promise<Finding> {
  const plan = await planUpgrade(system, declared);
  const text = planText(plan).replaceAll('\n', ' ');
  if (!plan.isPending) return good('upgrade', text);
  return advice('upgrade', text, 'Make a backup, then start one process of this version.');
}

/** The changes of an upgrade, one sentence per line. */
export function planText(plan: UpgradePlan): string {
  const { from, to, newerBuild, missing, migrations, seconds } = plan;
  if (newerBuild !== null) return newerBuild;
  const versions = from === null || from === to ? `Galley ${to}` : `Galley ${from} to ${to}`;
  if (!plan.isPending) return `${versions}: the database is up to date.`;
  const names = missing.slice(0, namedMax).join('; ') + (missing.length > namedMax ? '; …' : '');
  return [
    `${versions}: the database needs changes.`,
    ...(missing.length === 0 ? [] : [`Collections and indexes to create: ${missing.length} (${names}).`]),
    ...migrations.map(
      ({ number, name, documents }) => `Migration ${number}, ${name}: reads about ${documents} documents.`,
    ),
    ...(migrations.length === 0 ? [] : [`The migrations take about ${durationText(seconds)}.`]),
  ].join('\n');
}

function durationText(seconds: number): string {
  if (seconds < 90) return seconds <= 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
