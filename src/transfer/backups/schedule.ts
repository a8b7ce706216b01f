import { jobActor } from '../../contract/events/actor.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import type { JobParts, ExportParts } from '../../core/context/index.ts';
import type { Job } from '../../core/jobs/index.ts';
import { Archive, type BackupSettings } from '../../core/archive/index.ts';
import { allProjects, type ProjectRecord } from '../../projects/index.ts';
import type { BackupParts } from './backup-parts.ts';
import { findBackupStates } from './repository.ts';
import { testBackup } from './restore-test.ts';
import { backUpProject, BackupRunning } from './run.ts';
import type { BackupState } from './schema.ts';

/** How often the job looks for projects without today's backup, such as new ones and those that failed, in seconds. */
const everySeconds = 600;
const everySecondsInTests = 2;

type Parts = JobParts & ExportParts;

/** The process is shutting down. The next run starts over. */
class Stopped extends Error {}

/** The job that backs up all projects daily and tests one backup. No job if backups are off. */
export function backupJobs(parts: Parts): Job[] {
  const { backups: settings } = parts;
  if (settings === null) return [];
  const job = new BackupJob(parts, settings);
  const seconds = settings.intervalMs === null ? everySeconds : everySecondsInTests;
  return [{ name: 'backups.run', everySeconds: seconds, run: () => job.run() }];
}

/** The most recent scheduled time, in UTC. Projects without a backup since then need one. */
export function lastBackupTime({ hour, intervalMs }: BackupSettings, now: Date): Date {
  const ms = now.getTime();
  if (intervalMs !== null) return new Date(ms - (ms % intervalMs));
  const atHour = ms - hour * hourMs;
  return new Date(atHour - (atHour % dayMs) + hour * hourMs);
}

type State = Pick<BackupState, '_id' | 'last_at' | 'tested_at'>;

/** The project whose newest backup is tested next: the one tested longest ago. Null if a backup was tested since then. */
export function chooseProjectToTest(states: readonly State[], since: Date): string | null {
  if (states.some(({ tested_at }) => tested_at !== null && tested_at >= since)) return null;
  const timeOf = ({ tested_at }: State) => tested_at?.getTime() ?? 0;
  const withBackups = states.filter(({ last_at }) => last_at !== null);
  const inOrder = withBackups.toSorted((a, b) => timeOf(a) - timeOf(b) || (a._id < b._id ? -1 : 1));
  return inOrder[0]?._id ?? null;
}

class BackupJob {
  readonly #parts: Parts;
  readonly #settings: BackupSettings;
  readonly #archive: Archive;

  constructor(parts: Parts, settings: BackupSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#archive = new Archive(settings.store, settings.prefix);
  }

  async run(): Promise<void> {
    const { system, clock } = this.#parts;
    const since = lastBackupTime(this.#settings, clock.now());
    const states = new Map((await findBackupStates(system)).map((state) => [state._id, state]));
    for (const project of await allProjects(system)) {
      if ((states.get(project._id)?.last_at ?? 0) >= since) continue;
      await this.#attempt(project._id, () => this.#backUp(project, since));
    }
    if (this.#settings.isTested) await this.#testOne(since);
  }

  async #backUp(project: ProjectRecord, since: Date): Promise<void> {
    const options = { progress: this.#progress, unlessBackedUpSince: since };
    const result = await backUpProject(project, this.#backupParts(), options);
    const missing = result?.missing ?? [];
    if (missing.length === 0) return;
    const fields = { project: project._id, files: missing.length, first: missing[0] };
    this.#parts.log.warn(fields, 'the storage lacks files of a project, so its backup lacks them too');
  }

  async #testOne(since: Date): Promise<void> {
    const { system } = this.#parts;
    const projectIds = new Set((await allProjects(system)).map(({ _id }) => _id));
    const states = (await findBackupStates(system)).filter(({ _id }) => projectIds.has(_id));
    const projectId = chooseProjectToTest(states, since);
    if (projectId === null) return;
    await this.#attempt(projectId, async () => {
      const choice = { projectId, backupId: undefined };
      const { passed, backup, differences } = await testBackup(choice, this.#backupParts(), this.#progress);
      if (!passed) throw new Error(`the restore of ${backup} failed its test: ${differences.join(' ')}`);
    });
  }

  /** Does work of one project. A failure is counted and logged, and does not stop the others. */
  async #attempt(projectId: string, work: () => Promise<void>): Promise<void> {
    const { stopping, log, onBackupFailure } = this.#parts;
    if (stopping?.aborted === true) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof Stopped || error instanceof BackupRunning) return;
      onBackupFailure();
      log.error({ project: projectId, fault: String(error) }, 'a backup or its test failed');
    }
  }

  #backupParts(): BackupParts {
    const { system, clock, storage, collections, projectParts } = this.#parts;
    const source = { now: clock.now(), actor: jobActor('backups.run') };
    const [settings, archive] = [this.#settings, this.#archive];
    return { system, storage, collections, source, parts: projectParts, settings, archive };
  }

  readonly #progress = (): void => {
    if (this.#parts.stopping?.aborted === true) throw new Stopped();
  };
}
