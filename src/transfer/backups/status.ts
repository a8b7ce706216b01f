import { dayMs } from '../../contract/time.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { BackupSettings } from '../../core/archive/index.ts';
import { allProjects } from '../../projects/index.ts';
import { findBackupStates } from './repository.ts';

/** How old a backup can be: a day and two hours, as a share of the day. */
const allowedDays = 26 / 24;

/** How well the projects of an installation are backed up. */
export interface BackupStatus {
  /** Projects older than 26 hours without a backup of the last 26 hours. */
  late: string[];
  /** Projects whose last test failed. */
  failed: string[];
  /** The age of the oldest newest backup of a project, in milliseconds. A project without one counts from its creation. */
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
  const oldest = now.getTime() - (intervalMs ?? dayMs) * allowedDays;
  const backedUp = projects.map(({ _id, created_at }) => ({
    id: _id,
    createdAt: created_at.getTime(),
    lastAt: states.get(_id)?.last_at?.getTime() ?? 0,
  }));
  const ages = backedUp.map(({ createdAt, lastAt }) => now.getTime() - (lastAt || createdAt));
  const tests = projects.map(({ _id }) => states.get(_id)?.tested_at?.getTime() ?? 0);
  const lastTest = Math.max(0, ...tests) || Math.min(now.getTime(), ...backedUp.map((one) => one.createdAt));
  return {
    late: backedUp
      .filter(({ createdAt, lastAt }) => createdAt < oldest && lastAt < oldest)
      .map(({ id }) => id),
    failed: projects.filter(({ _id }) => states.get(_id)?.test === 'failed').map(({ _id }) => _id),
    ageMs: Math.max(0, ...ages),
    testAgeMs: isTested ? Math.max(0, now.getTime() - lastTest) : 0,
  };
}

/** What is wrong, in sentences; null if every project has a recent backup that its last test restored. */
export function backupProblem({ late, failed }: BackupStatus): string | null {
  const sentences = [
    ...(late.length === 0 ? [] : [`No backup of the last 26 hours: ${named(late)}.`]),
    ...(failed.length === 0 ? [] : [`The last test of a restore failed: ${named(failed)}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function named(ids: readonly string[]): string {
  const [first = ''] = ids;
  return ids.length === 1 ? first : `${first} and ${ids.length - 1} more`;
}
