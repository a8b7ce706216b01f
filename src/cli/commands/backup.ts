import type { Command } from 'commander';
import { isId } from '../../contract/ids.ts';
import { allProjects } from '../../projects/index.ts';
import {
  type Backup,
  type BackupParts,
  type BackupTest,
  backUpProject,
  readBackups,
  restoreBackup,
  testBackup,
} from '../../transfer/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../command.ts';
import { commandError, toCommandError } from '../support/command-error.ts';
import { actingIn, backupPartsOf, type Installation, projectNamed } from '../support/installation.ts';
import { formatTable } from '../support/terminal/format-table.ts';
import { progressBar } from '../support/terminal/progress-bar.ts';

interface RestoreOptions {
  project: string;
  backup?: string;
  name: string;
  newIds?: true;
}

const projectOption = ['--project <project>', "the project's id or name; the id of a deleted one"] as const;
const backupOption = ['--backup <backup>', 'the id of the backup; the newest one without it'] as const;

export const backupCommands: CommandGroup = (program, run) => {
  const backup = program
    .command('backup')
    .description('back up projects to another bucket, and restore them');
  addRunCommand(backup, run);
  addListCommand(backup, run);
  addTestCommand(backup, run);
  addRestoreCommand(backup, run);
};

function addRunCommand(backup: Command, run: CommandRun): void {
  backup
    .command('run')
    .description('back up one project or all projects now, with their history and files')
    .option('--project <project>', "the project's id or name")
    .option('--all', 'back up every project; one that fails does not stop the others')
    .action(
      run.action<{ project?: string; all?: true }>(async ({ options: { project, all } }) => {
        if ((project === undefined) === (all === undefined))
          throw commandError('Name one project, or say --all.', { param: '--project' });
        const installation = await run.installation();
        const parts = backupPartsOf(installation);
        const projects =
          project === undefined
            ? await allProjects(installation.system)
            : [await projectNamed(installation, project)];
        const backups: Backup[] = [];
        const failed: { project: string; message: string }[] = [];
        const missing: string[] = [];
        for (const one of projects) {
          try {
            const source = actingIn(installation); // backups are named by their time
            const progress = progressBar(process.stderr);
            const result = await backUpProject(one, { ...parts, source }, { progress });
            if (result !== null) backups.push(result.backup);
            missing.push(...(result?.missing ?? []));
          } catch (error) {
            if (project !== undefined) throw error;
            failed.push({ project: one._id, message: toCommandError(error).message });
          }
        }
        const failures = failed.map((one) => `${one.project} was not backed up: ${one.message}`);
        if (missing.length > 0) failures.push(`${missing.length} files are missing: ${missing.join(', ')}`);
        return {
          json: { backups, failed, missing },
          text: [tableOf(backups), ...failures].join('\n'),
          failed: failures.length > 0,
        };
      }),
    );
}

function addListCommand(backup: Command, run: CommandRun): void {
  backup
    .command('list')
    .description('list the backups of a project, newest first')
    .requiredOption(...projectOption)
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const { archive } = backupPartsOf(installation);
        const backups = await readBackups(archive, await projectIdOf(installation, options.project));
        return { json: { backups }, text: tableOf(backups) };
      }),
    );
}

function addTestCommand(backup: Command, run: CommandRun): void {
  backup
    .command('test')
    .description(
      'restore a backup into a hidden project, compare both, and delete the project; exit code 2 if they differ',
    )
    .requiredOption(...projectOption)
    .option(...backupOption)
    .action(
      run.action<{ project: string; backup?: string }>(async ({ options }) => {
        const installation = await run.installation();
        const parts = backupPartsOf(installation);
        const projectId = await projectIdOf(installation, options.project);
        const choice = { projectId, backupId: options.backup };
        const report: BackupTest = await testBackup(choice, parts, progressBar(process.stderr));
        const { backup: id, passed, differences } = report;
        const text = passed
          ? `${id} can be restored.`
          : [`${id} failed its test:`, ...differences].join('\n');
        return { json: report, text, ...(passed ? {} : { exitCode: 2 }) };
      }),
    );
}

function addRestoreCommand(backup: Command, run: CommandRun): void {
  backup
    .command('restore')
    .description('restore a backup into a new project, which is not listed until it is complete')
    .requiredOption(...projectOption)
    .option(...backupOption)
    .requiredOption('--name <name>', 'the name of the new project')
    .option('--new-ids', 'give all content new ids, to restore it beside its original')
    .action(
      run.action<RestoreOptions>(async ({ options }) => {
        const installation = await run.installation();
        const parts = backupPartsOf(installation);
        return restore(installation, parts, options);
      }),
    );
}

async function restore(
  installation: Installation,
  parts: BackupParts,
  { project, backup: backupId, name, newIds }: RestoreOptions,
): Promise<CommandOutcome> {
  const choice = { projectId: await projectIdOf(installation, project), backupId };
  const progress = progressBar(process.stderr);
  const report = await restoreBackup(choice, parts, { name, newIds: newIds === true, progress });
  const { project: id, backup, rows, files } = report;
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const missing = files?.missing ?? [];
  const note =
    missing.length === 0
      ? ''
      : ` ${missing.length} files were missing when it was created: ${missing.join(', ')}.`;
  return {
    json: { project: id, backup, rows, files },
    text: `Restored ${backup} to ${id} "${name}": ${count} rows, ${(files?.copied ?? 0) + (files?.kept ?? 0)} files.${note}\nNext: galley key create --project ${id} --purpose secret`,
  };
}

/** The id of a project, which may be deleted or of another installation. @throws invalid_parameter */
async function projectIdOf(installation: Installation, reference: string): Promise<string> {
  return isId('project', reference) ? reference : (await projectNamed(installation, reference))._id;
}

function tableOf(backups: readonly Backup[]): string {
  const lines = backups.map(({ id, at, rows, files, bytes, encrypted, test }) => [
    ...[id, at, String(rows), String(files), String(bytes)],
    ...[encrypted ? 'yes' : 'no', test ?? 'not tested'],
  ]);
  return formatTable(['BACKUP', 'AT', 'ROWS', 'FILES', 'BYTES', 'ENCRYPTED', 'RESTORE'], lines);
}
