import { Archive } from '../../../core/archive/index.ts';
import { backupSettingsOf, type Config } from '../../../core/settings/index.ts';
import { DatabaseClock, type SystemDb } from '../../../core/mongo/index.ts';
import { backupProblem, readBackupStatus } from '../../../transfer/index.ts';
import { bad, type Finding, good } from './finding.ts';

const name = 'backups';

/** Checks that the bucket of backups works and is private, and that every project has a recent backup. */
export async function backupFinding(system: SystemDb, config: Config): Promise<Finding> {
  const settings = backupSettingsOf(config);
  if (settings === null) {
    const fix =
      'Set BACKUP_S3_BUCKET to back up all projects daily, or back up the database and the buckets yourself.';
    return { ...good(name, 'Off.'), fix };
  }
  const archive = new Archive(settings.store, settings.prefix);
  try {
    if (await archive.isPublic()) {
      const why = `Everyone can read the backup bucket "${archive.bucket}", so no backups are written.`;
      return bad(name, why, 'Remove its public policy.');
    }
  } catch (error) {
    return bad(name, error instanceof Error ? error.message : String(error));
  }
  const clock = new DatabaseClock(system, config.CLOCK_OFFSET_MS);
  await clock.measure();
  const problem = backupProblem(await readBackupStatus(system, settings, clock.now()));
  if (problem !== null) return bad(name, problem, 'The log names the reason. Run: galley backup run --all');
  return good(name, `Writes, reads and removals work in "${archive.bucket}", and all backups are recent.`);
}
