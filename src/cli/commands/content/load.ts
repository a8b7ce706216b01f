import { type ItemCounts, loadBundle, type LoadReport } from '../../../transfer/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { projectNamed } from '../../support/installation.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';

interface Options {
  project: string;
  from: string;
  dryRun?: true;
  release?: string;
  overwrite?: true;
  drafts?: true;
  allowPrivateHosts?: true;
  report?: string;
}

export const loadCommand: CommandGroup = (program, run) => {
  program
    .command('load')
    .description(
      'load a bundle into a project; a repeated load stores only what changed; exit code 2 if an item failed',
    )
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--from <folder>', 'the folder of the bundle, for example one that galley convert wrote')
    .option('--dry-run', 'report what would be stored, and store nothing')
    .option('--release <release>', 'the id of a release for content types and entries')
    .option('--overwrite', 'replace items that were edited in Galley, if their line changed')
    .option('--drafts', 'publish nothing')
    .option('--allow-private-hosts', 'download files from private networks too')
    .option('--report <file>', 'write every failure and warning to a file, as NDJSON')
    .action(
      run.action<Options>(async ({ options }) => {
        const installation = await run.installation();
        const { _id: id } = await projectNamed(installation, options.project);
        const contexts = installation.contexts();
        const report = await loadBundle({
          folder: options.from,
          newContext: () => contexts.release(id, options.release),
          dryRun: options.dryRun === true,
          overwrites: options.overwrite === true,
          storesDraftsOnly: options.drafts === true,
          allowsPrivateHosts: options.allowPrivateHosts === true,
          reportFile: options.report ?? null,
          progress: progressBar(process.stderr),
        });
        return outcomeOf(report);
      }),
    );
};

const columns = ['in', 'created', 'updated', 'unchanged', 'failed'] as const;

function outcomeOf(report: LoadReport): CommandOutcome {
  const { dry_run: isDry, total, counts, failed, warnings } = report;
  const cells = (each: ItemCounts) => columns.map((column) => String(each[column]));
  const lines = Object.entries(counts).map(([file, each]) => [file, ...cells(each)]);
  const heading = ['FILE', ...columns.map((column) => column.toUpperCase())];
  const issues = [...failed, ...warnings].map(
    ({ file, line, code, message }) => `${file}, line ${line}: ${code}. ${message}`,
  );
  const sentence = isDry
    ? `Dry run: the load would create ${total.created} and update ${total.updated} items.`
    : `Created ${total.created} and updated ${total.updated} items.`;
  return {
    json: report,
    text: [formatTable(heading, [...lines, ['total', ...cells(total)]]), ...issues, sentence].join('\n'),
    exitCode: total.failed > 0 ? 2 : 0,
  };
}
