import { writerOf, writeProject } from '../../../projects/index.ts';
import { originOf } from '../../../core/util/index.ts';
import { exportProject, importProject, type TransferReport } from '../../../transfer/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { actingIn, projectNamed } from '../../support/installation.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';
import { formatTable } from '../../support/terminal/format-table.ts';

interface Options {
  project: string;
  files?: true;
}

export const transferCommands: CommandGroup = (program, run) => {
  const openTransfer = async ({ project, files }: Options) => {
    const installation = await run.installation();
    const { _id: id } = await projectNamed(installation, project);
    const storage = files === true ? (await installation.contexts().project(id)).storage : null;
    const shared = { now: installation.clock.now(), progress: progressBar(process.stderr), storage };
    const source = actingIn(installation);
    return {
      id,
      db: installation.system.project(id),
      parts: installation.assembly.projectParts,
      shared,
      source,
    };
  };

  program
    .command('export')
    .description('write a project to a folder, without keys, members and webhooks')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--out <folder>', 'an empty folder, or one that does not exist yet')
    .option('--files', 'include the files of the assets, not only their records')
    .action(
      run.action<Options & { out: string }>(async ({ options }) => {
        const { id, db, parts, shared, source } = await openTransfer(options);
        const report = await exportProject(db, parts, { ...shared, folder: options.out });
        await writeProject(writerOf(db, source), async (tx) =>
          tx.stored({ action: 'project.exported', subject: { kind: 'project', id } }),
        );
        return outcome(report, { project: id, folder: options.out }, `Wrote ${id} to ${options.out}.`);
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
        const { id, db, parts, shared, source } = await openTransfer(options);
        const origin = originOf(source.actor, source.actor.id);
        const report = await importProject(db, parts, { ...shared, origin, folder: from, newIds });
        return outcome(report, { project: id, folder: from }, `${id} holds what ${from} does.`);
      }),
    );
};

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
