import { type Clock, type Metrics, systemClock } from '../../core/util/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { BackupSettings } from '../../core/archive/index.ts';
import { backupProblem, type BackupStatus, readBackupStatus } from '../../transfer/index.ts';
import type { HealthCheck } from './health.ts';

/** How long a status is used, in milliseconds: it covers all projects, and changes once a day. */
const freshMs = 15_000;

interface Parts {
  system: SystemDb;
  clock: Clock;
  settings: BackupSettings | null;
}

/** The state of backups in `/readyz` and in the metrics; nothing if backups are off. */
export function exposeBackups(metrics: Metrics, { system, clock, settings }: Parts): HealthCheck[] {
  if (settings === null) return [];
  const machine = systemClock();
  const freshFor = settings.intervalMs === null ? freshMs : 0;
  let last: { status: BackupStatus; goodUntil: number } | null = null;
  const readStatus = async () => {
    const now = machine.now().getTime();
    if (last !== null && now < last.goodUntil) return last.status;
    const status = await readBackupStatus(system, settings, clock.now());
    last = { status, goodUntil: now + freshFor };
    return status;
  };
  metrics.gauge(
    'galley_backup_age_seconds',
    'Age of the newest backup of the project whose newest backup is the oldest.',
    async () => (await readStatus()).ageMs / 1000,
  );
  metrics.gauge(
    'galley_backup_test_age_seconds',
    'Time since the restore of a backup was last tested; 0 if BACKUP_TEST is off.',
    async () => (await readStatus()).testAgeMs / 1000,
  );
  return [
    {
      name: 'backups',
      async run() {
        const problem = backupProblem(await readStatus());
        return problem === null ? null : { problem, fatal: false };
      },
    },
  ];
}
