import { join } from 'node:path';
import { allProjects, writerOf, writeProject } from '../../../projects/index.ts';
import { originOf } from '../../../core/util/index.ts';
import { exportProject, importProject, type TransferReport } from '../../../transfer/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { commandError, toCommandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';
import { formatTable } from '../../support/terminal/format-table.ts';

interface Options {
  project: string;
  files?: true;
}

interface ExportOptions extends Partial<Options> {
  all?: true;
  out: string;
}

export const transferCommands: CommandGroup = (program, run) => {
  program
    .command('export')
    .description('write a project to a folder, without keys, members and webhooks')
    .option('--project <project>', "the project's id or name")
    .option('--all', 'export every project, each to a folder that is named by its id')
    .requiredOption('--out <folder>', 'an empty folder, or one that does not exist yet')
    .option('--files', 'include the files of the assets, not only their records')
    .action(
      run.action<ExportOptions>(async ({ options: { project, all, out, files } }) => {
        if ((project === undefined) === (all === undefined))
          throw commandError('Name one project, or say --all.', { param: '--project' });
        const installation = await run.installation();
        if (project === undefined) return exportAll(installation, out, files);
        const { _id: id } = await projectNamed(installation, project);
        const report = await exportOne(await openTransfer(installation, id, files), out);
        return outcome(report, { project: id, folder: out }, `Wrote ${id} to ${out}.`);
      }),
    );

  program
    .command('import')
    .description('import an export into an empty project; ids do not change without --new-ids')
    .requiredOption('--project <project>', "the empty project's id or name")
    .requiredOption('--from <folder>', 'the folder that galley export wrote')
    .option('--files', 'include the files of the assets, if the export has them')
    .option('--new-ids', 'give all content new ids, to import it beside its original')
    .action(
      run.action<Options & { from: string; newIds?: true }>(async ({ options }) => {
        const { newIds = false, from } = options;
        const installation = await run.installation();
        const { _id: id } = await projectNamed(installation, options.project);
        const { db, parts, shared, source } = await openTransfer(installation, id, options.files);
        const origin = originOf(source.actor, source.actor.id);
        const report = await importProject(db, parts, { ...shared, origin, folder: from, newIds });
        return outcome(report, { project: id, folder: from }, `${id} holds what ${from} does.`);
      }),
    );
};

async function openTransfer(installation: Installation, id: string, files: true | undefined) {
  const storage = files === true ? (await installation.contexts().project(id)).storage : null;
  const shared = { now: installation.clock.now(), progress: progressBar(process.stderr), storage };
  const source = actingIn(installation);
  return { db: installation.system.project(id), parts: installation.assembly.projectParts, shared, source };
}

async function exportOne(
  { db, parts, shared, source }: Awaited<ReturnType<typeof openTransfer>>,
  folder: string,
): Promise<TransferReport> {
  const report = await exportProject(db, parts, { ...shared, folder });
  await writeProject(writerOf(db, source), async (tx) =>
    tx.stored({ action: 'project.exported', subject: { kind: 'project', id: db.projectId } }),
  );
  return report;
}

/** Exports each project to its own folder. One that fails is reported, and the others are exported. */
async function exportAll(
  installation: Installation,
  out: string,
  files: true | undefined,
): Promise<CommandOutcome> {
  const exported: { project: string; name: string; rows: number; files: number; missing: string[] }[] = [];
  const failed: { project: string; name: string; message: string }[] = [];
  for (const { _id: project, name } of await allProjects(installation.system)) {
    try {
      const report = await exportOne(await openTransfer(installation, project, files), join(out, project));
      const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
      const { copied = 0, kept = 0, missing = [] } = report.files ?? {};
      exported.push({ project, name, rows, files: copied + kept, missing });
    } catch (error) {
      failed.push({ project, name, message: toCommandError(error).message });
    }
  }
  const lines = exported.map(({ project, name, rows, files: count }) => {
    return [project, String(rows), String(count), name];
  });
  const failures = failed.map(({ project, message }) => `${project} was not exported: ${message}`);
  const missing = exported.flatMap((one) => one.missing);
  if (missing.length > 0) failures.push(`${missing.length} files are missing: ${missing.join(', ')}`);
  return {
    json: { folder: out, exported, failed },
    text: [formatTable(['PROJECT', 'ROWS', 'FILES', 'NAME'], lines), ...failures].join('\n'),
    failed: failures.length > 0,
  };
}

function outcome({ rows, files }: TransferReport, subject: object, sentence: string): CommandOutcome {
  const lines = Object.entries(rows).map(([name, count]) => [name, String(count)]);
  if (files !== null) lines.push(['files', String(files.copied + files.kept)]);
  const missing = files?.missing ?? [];
  const missingLines =
    missing.length === 0 ? [] : [`${missing.length} files are missing: ${missing.join(', ')}`];
  return {
    json: { ...subject, rows, files },
    text: [formatTable(['PART', 'ROWS'], lines), ...missingLines, sentence].join('\n'),
    failed: missing.length > 0,
  };
}
