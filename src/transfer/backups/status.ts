import { dayMs } from '../../contract/time.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { BackupSettings } from '../../core/archive/index.ts';
import { allProjects } from '../../projects/index.ts';
import { findBackupStates } from './repository.ts';

/** Maximum age of the newest backup of a project, in days: a day and two hours. */
const allowedDays = 26 / 24;

/** Whether the projects of an installation have recent, tested backups. */
export interface BackupStatus {
  /** Projects older than 26 hours without a backup of the last 26 hours. */
  late: string[];
  /** Projects whose last test failed. */
  failed: string[];
  /** The highest age of a project's newest backup, in milliseconds. A project without a backup counts from its creation. */
  ageMs: number;
  /** Time since the last test of any backup, in milliseconds, or since the first project was created. */
  testAgeMs: number;
}

export async function readBackupStatus(
  system: SystemDb,
  { intervalMs, isTested }: BackupSettings,
  now: Date,
): Promise<BackupStatus> {
  const projects = await allProjects(system);
  const states = new Map((await findBackupStates(system)).map((state) => [state._id, state]));
  const lateBefore = now.getTime() - (intervalMs ?? dayMs) * allowedDays;
  const backupTimes = projects.map(({ _id, created_at }) => ({
    id: _id,
    createdAt: created_at.getTime(),
    lastAt: states.get(_id)?.last_at?.getTime() ?? 0,
  }));
  const ages = backupTimes.map(({ createdAt, lastAt }) => now.getTime() - (lastAt || createdAt));
  const tests = projects.map(({ _id }) => states.get(_id)?.tested_at?.getTime() ?? 0);
  const lastTest =
    Math.max(0, ...tests) || Math.min(now.getTime(), ...backupTimes.map((one) => one.createdAt));
  return {
    late: backupTimes
      .filter(({ createdAt, lastAt }) => createdAt < lateBefore && lastAt < lateBefore)
      .map(({ id }) => id),
    failed: projects.filter(({ _id }) => states.get(_id)?.test === 'failed').map(({ _id }) => _id),
    ageMs: Math.max(0, ...ages),
    testAgeMs: isTested ? Math.max(0, now.getTime() - lastTest) : 0,
  };
}

/** What is wrong, in sentences; null if every project has a recent backup that its last test restored. */
export function backupProblem({ late, failed }: BackupStatus): string | null {
  const sentences = [
    ...(late.length === 0 ? [] : [`No backup of the last 26 hours: ${firstAndCount(late)}.`]),
    ...(failed.length === 0 ? [] : [`The last test of a restore failed: ${firstAndCount(failed)}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The first id and the number of others: `prj_1 and 2 more`. */
function firstAndCount(ids: readonly string[]): string {
  const [first = ''] = ids;
  return ids.length === 1 ? first : `${first} and ${ids.length - 1} more`;
}
