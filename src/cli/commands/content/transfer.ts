import type { Command } from 'commander';
import { join } from 'node:path';
import { allProjects, writerOf, writeProject } from '../../../projects/index.ts';
import { originOf } from '../../../core/util/index.ts';
import { exportProject, importProject, type TransferReport } from '../../../transfer/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { commandError, toCommandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import {
  exportTableFile,
  importTableFile,
  type ImportTableOptions,
  tableFileOf,
  type TableOptions,
} from './tables.ts';

interface Options {
  project: string;
  files?: true;
}

interface ExportedParts {
  files?: true | undefined;
  history?: true | undefined;
}

interface ExportOptions extends Partial<Options>, Omit<TableOptions, 'project'> {
  all?: true;
  history?: true;
  out?: string;
}

export const transferCommands: CommandGroup = (program, run) => {
  addExportCommand(program, run);
  addImportCommand(program, run);
};

function addExportCommand(program: Command, run: CommandRun): void {
  program
    .command('export')
    .description(
      'write a project or all projects to a folder, without keys, members and webhooks; or the entries of one content type to a file',
    )
    .option('--project <project>', "the project's id or name")
    .option('--all', 'export every project, each to a folder that is named by its id')
    .option('--out <folder>', 'an empty folder, or one that does not exist yet')
    .option('--files', 'include the files of the assets, not only their records')
    .option('--history', 'include saved versions, the trash and comments')
    .option('--type <slug>', 'the content type whose entries are written to a file')
    .option('--csv <file>', 'the file, as CSV')
    .option('--ndjson <file>', 'the file, as NDJSON')
    .action(
      run.action<ExportOptions>(async ({ options: { project, all, ...options } }) => {
        if ((project === undefined) === (all === undefined))
          throw commandError('Name one project, or say --all.', { param: '--project' });
        const table = tableFileOf(options, { option: '--out', path: options.out });
        const installation = await run.installation();
        const { out = '', files, history } = options;
        if (project === undefined) {
          if (table !== null)
            throw commandError('A file has the entries of one project.', { param: '--all' });
          return exportAll(installation, out, { files, history });
        }
        if (table !== null) return exportTableFile(installation, { ...options, project }, table);
        const { _id: id } = await projectNamed(installation, project);
        const transfer = await openTransfer(installation, id, files);
        const report = await exportOne(transfer, { folder: out, history });
        return outcome(report, { project: id, folder: out }, `Wrote ${id} to ${out}.`);
      }),
    );
}

function addImportCommand(program: Command, run: CommandRun): void {
  program
    .command('import')
    .description(
      'import an export into an empty project, without changing IDs unless --new-ids is set; or a file into one content type; exit code 2 if a row failed',
    )
    .requiredOption('--project <project>', "the project's id or name")
    .option('--from <folder>', 'the folder that galley export wrote')
    .option('--files', 'include the files of the assets, if the export has them')
    .option('--new-ids', 'give all content new ids, to import it beside its original')
    .option('--type <slug>', 'the content type that gets the rows of a file')
    .option('--csv <file>', 'the file, as CSV; its first row names the fields')
    .option('--ndjson <file>', 'the file, as NDJSON')
    .option('--map <column=field>', 'the field of a column; can be repeated', collect, [])
    .option('--skip <column>', 'a column that is not imported; can be repeated', collect, [])
    .option('--key <field>', 'the unique field by which entries are found')
    .option('--publish', 'publish rows that have no status')
    .option('--release <release>', 'the id of a release for the entries')
    .option('--dry-run', 'report what would be stored, and store nothing')
    .option('--delimiter <character>', 'the delimiter of the CSV file, if it is not detected')
    .option('--encoding <name>', 'the encoding of the file, if it is not UTF-8 or UTF-16')
    .action(
      run.action<Options & ImportTableOptions & { from?: string; newIds?: true }>(async ({ options }) => {
        const table = tableFileOf(options, { option: '--from', path: options.from });
        if (table !== null && options.newIds === true)
          throw commandError('--new-ids needs --from. Rows of a file name their entries themselves.', {
            param: '--new-ids',
          });
        if (table !== null) return importTableFile(await run.installation(), options, table);
        rejectTableOptions(options);
        const { from = '', newIds = false, files } = options;
        const installation = await run.installation();
        const { _id: id } = await projectNamed(installation, options.project);
        const { db, parts, shared, source } = await openTransfer(installation, id, files);
        const origin = originOf(source.actor, source.actor.id);
        const report = await importProject(db, parts, { ...shared, origin, folder: from, newIds });
        return outcome(report, { project: id, folder: from }, `${id} holds what ${from} does.`);
      }),
    );
}

function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}

/** @throws invalid_parameter for an option that only files have */
function rejectTableOptions({ map, skip, ...options }: ImportTableOptions): void {
  const lists = { map: map.length > 0 || undefined, skip: skip.length > 0 || undefined };
  const sent: Record<string, unknown> = { ...lists, ...options };
  const names = ['map', 'skip', 'key', 'publish', 'release', 'dryRun', 'delimiter', 'encoding'];
  const name = names.find((each) => sent[each] !== undefined);
  if (name === undefined) return;
  const option = `--${name === 'dryRun' ? 'dry-run' : name}`;
  throw commandError(`${option} needs --type and a file. With --from, the whole export is imported.`, {
    param: option,
  });
}

async function openTransfer(installation: Installation, id: string, files: true | undefined) {
  const storage = files === true ? (await installation.contexts().project(id)).storage : null;
  const shared = { now: installation.clock.now(), progress: progressBar(process.stderr), storage };
  const source = actingIn(installation);
  return { db: installation.system.project(id), parts: installation.assembly.projectParts, shared, source };
}

async function exportOne(
  { db, parts, shared, source }: Awaited<ReturnType<typeof openTransfer>>,
  { folder, history = false }: { folder: string; history: boolean | undefined },
): Promise<TransferReport> {
  const report = await exportProject(db, parts, { ...shared, folder, history });
  await writeProject(writerOf(db, source), async (tx) =>
    tx.stored({ action: 'project.exported', subject: { kind: 'project', id: db.projectId } }),
  );
  return report;
}

/** Exports each project to its own folder. One that fails is reported, and the others are exported. */
async function exportAll(
  installation: Installation,
  out: string,
  { files, history }: ExportedParts,
): Promise<CommandOutcome> {
  const exported: { project: string; name: string; rows: number; files: number; missing: string[] }[] = [];
  const failed: { project: string; name: string; message: string }[] = [];
  for (const { _id: project, name } of await allProjects(installation.system)) {
    try {
      const transfer = await openTransfer(installation, project, files);
      const report = await exportOne(transfer, { folder: join(out, project), history });
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

function outcome(
  { rows, files, history }: TransferReport,
  subject: object,
  sentence: string,
): CommandOutcome {
  const lines = Object.entries(rows).map(([name, count]) => [name, String(count)]);
  if (files !== null) lines.push(['files', String(files.copied + files.kept)]);
  const missing = files?.missing ?? [];
  const missingLines =
    missing.length === 0 ? [] : [`${missing.length} files are missing: ${missing.join(', ')}`];
  return {
    json: { ...subject, rows, files, history },
    text: [formatTable(['PART', 'ROWS'], lines), ...missingLines, sentence].join('\n'),
    failed: missing.length > 0,
  };
}
