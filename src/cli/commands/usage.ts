import {
  changeUsageLimits,
  measureProject,
  type ProjectUsage,
  readProjectUsage,
  type UsageWarning,
} from '../../dashboard/index.ts';
import { allProjects, type ProjectRecord, writerOf } from '../../projects/index.ts';
import type { CommandGroup, CommandOutcome } from '../command.ts';
import { commandError } from '../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../support/installation.ts';
import { formatTable } from '../support/terminal/format-table.ts';

interface UsageOptions {
  project?: string;
  measure?: true;
}

interface LimitOptions {
  project: string;
  storageBytes?: string;
  requestsPerMonth?: string;
}

export const usageCommands: CommandGroup = (program, run) => {
  const usage = program
    .command('usage')
    .description('show what projects use, and set the limits from which Galley warns');

  usage
    .command('show', { isDefault: true })
    .description(
      'show requests, streams and webhooks of this month and the storage of all projects, or all figures of one',
    )
    .option('--project <project>', "all figures of one project: the project's id or name")
    .option('--measure', 'measure the storage now instead of showing the last measurement')
    .action(
      run.action<UsageOptions>(async ({ options: { project, measure = false } }) => {
        const installation = await run.installation();
        if (project === undefined) return showAll(installation, measure);
        return showOne(installation, await projectNamed(installation, project), measure);
      }),
    );

  usage
    .command('limit')
    .description('warn from 80 % of a limit on; nothing is rejected. Without options, show the limits')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--storage-bytes <bytes>', 'bytes in the database and of files; "none" removes the limit')
    .option('--requests-per-month <count>', 'requests with API keys a month; "none" removes the limit')
    .action(
      run.action<LimitOptions>(async ({ options }) => {
        const installation = await run.installation();
        const { _id: id, name } = await projectNamed(installation, options.project);
        const writer = writerOf(installation.system.project(id), actingIn(installation));
        const limits = await changeUsageLimits(writer, {
          ...limitChange('storage_bytes', '--storage-bytes', options.storageBytes),
          ...limitChange('requests_per_month', '--requests-per-month', options.requestsPerMonth),
        });
        const { storage_bytes = null, requests_per_month = null } = limits;
        return {
          json: { limits: { storage_bytes, requests_per_month } },
          text: `Limits of project "${name}": ${storage_bytes ?? 'no'} bytes of storage, ${requests_per_month ?? 'no'} requests a month.`,
        };
      }),
    );
};

/** @throws invalid_parameter */
function limitChange(limit: UsageWarning['limit'], param: string, text: string | undefined) {
  if (text === undefined) return {};
  if (text === 'none') return { [limit]: null };
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw commandError(`${param} takes a whole number from 1 to 999999999999999, or none.`, { param });
  return { [limit]: Number(text) };
}

async function readUsage(
  { system, assembly, clock }: Installation,
  { _id: id }: ProjectRecord,
  measures: boolean,
): Promise<ProjectUsage> {
  const db = system.project(id);
  const now = clock.now();
  if (measures) await measureProject(db, { collections: assembly.declared.collections, now });
  return readProjectUsage({ db, now });
}

async function showAll(installation: Installation, measures: boolean): Promise<CommandOutcome> {
  const projects = [];
  for (const project of await allProjects(installation.system)) {
    const { days: _, storage, ...usage } = await readUsage(installation, project, measures);
    const size = storage === null ? null : { ...storage, collections: undefined };
    projects.push({ id: project._id, name: project.name, ...usage, storage: size });
  }
  const lines = projects.map(({ id, name, months: [month], storage }) => [
    id,
    ...countsOf(month),
    ...(storage === null
      ? ['', '', '']
      : [String(storage.rows), String(storage.database_bytes), String(storage.file_bytes)]),
    name,
  ]);
  const heading = ['ID', ...countNames, 'ROWS', 'BYTES', 'FILE BYTES', 'NAME'];
  const warnings = projects.flatMap((project) =>
    project.warnings.map((warning) => `"${project.name}": ${warningText(warning)}`),
  );
  return {
    json: { projects },
    text:
      projects.length === 0
        ? 'There is no project yet.'
        : [formatTable(heading, lines), ...warnings].join('\n'),
  };
}

async function showOne(
  installation: Installation,
  project: ProjectRecord,
  measures: boolean,
): Promise<CommandOutcome> {
  const usage = await readUsage(installation, project, measures);
  const { months, storage, warnings } = usage;
  const usedMonths = months.filter(
    ({ requests, streams, webhooks }, i) => i === 0 || requests + streams + webhooks > 0,
  );
  return {
    json: { project: { id: project._id, name: project.name }, ...usage },
    text: [
      `Usage of project "${project.name}"`,
      '',
      formatTable(
        ['MONTH', ...countNames],
        usedMonths.map((month) => [month.month, ...countsOf(month)]),
      ),
      '',
      ...storageLines(storage),
      ...warnings.map(warningText),
    ].join('\n'),
  };
}

const countNames = ['REQUESTS', 'STREAMS', 'WEBHOOKS'];

function countsOf(month: ProjectUsage['months'][number] | undefined): string[] {
  return [month?.requests, month?.streams, month?.webhooks].map((count) => String(count ?? 0));
}

function storageLines(storage: ProjectUsage['storage']): string[] {
  if (storage === null)
    return ['The storage was not measured yet. Run the command with --measure, or wait an hour.'];
  const lines = storage.collections.map(({ name, rows, bytes, is_estimated: isEstimated }) => [
    name,
    String(rows),
    `${isEstimated ? 'about ' : ''}${bytes}`,
  ]);
  return [
    formatTable(
      ['COLLECTION', 'ROWS', 'BYTES'],
      [
        ...lines,
        ['all collections', String(storage.rows), String(storage.database_bytes)],
        ['files', String(storage.files), String(storage.file_bytes)],
      ],
    ),
    `Measured at ${storage.measured_at}.`,
  ];
}

function warningText({ limit, used, max }: UsageWarning): string {
  const what = limit === 'storage_bytes' ? 'bytes of storage' : 'requests this month';
  return `Warning: ${used} of ${max} ${what} are used (${Math.floor((used * 100) / max)} %).`;
}
