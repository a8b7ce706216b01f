import { InvalidArgumentError } from 'commander';
import { apiError } from '../../../contract/errors/api-error.ts';
import { changeRelease, findProjectOfRelease } from '../../../lifecycle/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { formatMinute } from '../../support/terminal/format-table.ts';

type Policy = 'warn' | 'refuse';

interface ScheduleOptions {
  at: string;
  ifDiverged?: Policy;
}

export const releaseCommands: CommandGroup = (program, run) => {
  const release = program.command('release').description('set the promotion date of a release');

  release
    .command('schedule')
    .description('promote a release at a date, in place of its former date')
    .argument('<release>', "the release's id")
    .requiredOption('--at <time>', 'the date, such as 2026-12-03T09:00:00Z, or "never" to remove it')
    .option(
      '--if-diverged <policy>',
      'what to do if the default release changed by then: warn (promote anyway) or refuse',
      readPolicy,
    )
    .action(run.action<ScheduleOptions>(async ({ args: [id = ''], options }) => schedule(run, id, options)));
};

function readPolicy(text: string): Policy {
  if (text !== 'warn' && text !== 'refuse') throw new InvalidArgumentError('Use one of: warn, refuse.');
  return text;
}

async function schedule(
  run: CommandRun,
  releaseId: string,
  { at, ifDiverged }: ScheduleOptions,
): Promise<CommandOutcome> {
  const installation = await run.installation();
  const projectId = await findProjectOfRelease(installation.system, releaseId);
  if (projectId === null) throw apiError('unknown_release', { releaseId });
  const context = await installation.contexts().project(projectId);
  const json = await changeRelease(context, releaseId, {
    promote_at: at === 'never' ? null : at,
    ...(ifDiverged === undefined ? {} : { if_diverged: ifDiverged }),
  });
  const { name, promote_at: date } = json;
  const text =
    date === undefined
      ? `The release "${name}" has no promotion date.`
      : `The release "${name}" is promoted at ${formatMinute(new Date(date))}.`;
  return { json, text };
}
