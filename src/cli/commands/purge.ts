import { readFile } from 'node:fs/promises';
import { tagForm, tagsMax } from '../../contract/events/cache-tags.ts';
import {
  createTarget,
  deleteTarget,
  purgeFormatNames,
  purgeNow,
  waitForQueues,
  type ShownTarget,
  targetsWithHealth,
  type Target,
  updateTarget,
} from '../../delivery/index.ts';
import type { CommandGroup, CommandOutcome } from '../command.ts';
import { actingIn, type Installation, projectNamed } from '../support/installation.ts';
import { firstLine } from '../support/terminal/password.ts';
import { commandError } from '../support/command-error.ts';
import { formatMinute, formatTable } from '../support/terminal/format-table.ts';
import { type NamedTarget, purgeTargetNamed, targetArgument } from '../support/target.ts';

interface TargetOptions {
  project: string;
  format: string;
  url?: string;
  service?: string;
  every?: string;
  repeat: boolean;
  tokenFile?: string;
  tokenStdin?: true;
}

export const purgeCommands: CommandGroup = (program, run) => {
  const purge = program
    .command('purge')
    .description('manage purge targets, the sites and caches that receive what to drop, and purge by hand');

  purge
    .command('target')
    .description('create a purge target; its signing secret is shown only once')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--format <format>', `the kind of receiver: ${purgeFormatNames.join(', ')}`)
    .option('--url <url>', 'the URL to which purges are sent (signed, varnish)')
    .option('--service <service>', 'the id of the Fastly service or the Cloudflare zone')
    .option('--every <seconds>', 'minimum seconds between two batches, 1 to 60')
    .option('--no-repeat', 'do not repeat purges, for receivers that record when a page was rendered')
    .option('--token-file <file>', 'read the token of the receiver from the first line of a file')
    .option('--token-stdin', 'read the token from the first line of standard input')
    .action(run.action<TargetOptions>(async ({ options }) => create(await run.installation(), options)));

  purge
    .command('list')
    .description("list a project's purge targets, disabled ones too, and how far behind each is")
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const project = await projectNamed(installation, options.project);
        return list(await targetsWithHealth(installation.system.project(project._id)));
      }),
    );

  const targetCommand = (
    name: string,
    description: string,
    work: (target: NamedTarget) => Promise<CommandOutcome>,
  ) =>
    purge
      .command(name)
      .description(description)
      .argument(...targetArgument)
      .action(
        run.action(async ({ args }) => work(await purgeTargetNamed(await run.installation(), args[0]))),
      );
  targetCommand('enable', 'resume sending purges from where they stopped', (target) =>
    setEnabled(target, true),
  );
  targetCommand('disable', 'pause purges; changes are queued', (target) => setEnabled(target, false));
  targetCommand('delete', 'remove a target with its history', remove);

  purge
    .command('now')
    .description('purge tags, or everything, in all targets and the change feed')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--tag <tag...>', 'tags as in X-Cache-Tags; default: everything')
    .action(
      run.action<{ project: string; tag?: string[] }>(async ({ options }) =>
        purgeTags(await run.installation(), options),
      ),
    );
};

async function create(installation: Installation, options: TargetOptions): Promise<CommandOutcome> {
  const { system, clock, actor, box } = installation;
  const { _id, name } = await projectNamed(installation, options.project);
  const token = await tokenOf(options);
  const input = {
    format: options.format,
    ...(options.url === undefined ? {} : { url: options.url }),
    ...(options.service === undefined ? {} : { service: options.service }),
    ...(token === null ? {} : { token }),
    ...(options.every === undefined ? {} : { every_seconds: Number(options.every) }),
    ...(options.repeat ? {} : { repeat_seconds: [] }),
  };
  const { target, secret } = await createTarget(system.project(_id), input, { now: clock.now(), box, actor });
  const message = `Created purge target ${target.id} for project "${name}". Its first purge covers everything.`;
  return {
    json: { target, secret },
    text:
      secret === null
        ? message
        : `${message} Its signing secret:\n${secret}\nStore it now. It is not shown again.`,
  };
}

/** A token is never an argument, because other users of the machine could read it. @throws invalid_parameter */
async function tokenOf({ tokenFile, tokenStdin }: TargetOptions): Promise<string | null> {
  if (tokenFile === undefined) return tokenStdin === true ? (await firstLine(process.stdin)).trim() : null;
  if (tokenStdin === true)
    throw commandError('Use --token-file or --token-stdin, not both.', { param: '--token-file' });
  const text = await readFile(tokenFile, 'utf8').catch(() => {
    throw commandError(`${tokenFile} cannot be read.`, { param: '--token-file' });
  });
  return (text.split('\n')[0] ?? '').trim();
}

function list(targets: readonly ShownTarget[]): CommandOutcome {
  const lines = targets.map((one) => [
    one.id,
    stateOf(one),
    one.format,
    one.last_purge_at === null ? 'never' : formatMinute(new Date(one.last_purge_at)),
    behindText(one),
    one.url,
  ]);
  return {
    json: { targets },
    text:
      targets.length === 0
        ? 'The project has no purge target yet.'
        : formatTable(['ID', 'STATE', 'FORMAT', 'LAST PURGE', 'BEHIND', 'URL'], lines),
  };
}

function behindText({ behind }: ShownTarget): string {
  return behind.everything ? 'everything' : `${behind.changes} changes`;
}

async function setEnabled({ installation, id, db }: NamedTarget, enabled: boolean): Promise<CommandOutcome> {
  const by = { ...actingIn(installation), box: installation.box };
  const target = await updateTarget(db, id, { enabled }, by);
  await waitForQueues(db.system); // this process ends and can't do it later
  return { json: { target }, text: `Purge target ${id} is ${stateOf(target)}.` };
}

async function remove({ installation, id, db }: NamedTarget): Promise<CommandOutcome> {
  await deleteTarget(db, id, actingIn(installation));
  await waitForQueues(db.system);
  return { json: { deleted: id }, text: `Removed purge target ${id}.` };
}

function stateOf({ enabled, disabled_reason, consecutive_failures }: Target): string {
  if (enabled) return consecutive_failures === 0 ? 'enabled' : 'enabled, failing';
  return disabled_reason === 'failures' ? `disabled after ${consecutive_failures} failures` : 'disabled';
}

async function purgeTags(
  installation: Installation,
  { project, tag }: { project: string; tag?: string[] },
): Promise<CommandOutcome> {
  const invalidTag = tag?.find((one) => !tagForm.test(one));
  if (invalidTag !== undefined)
    throw commandError(`"${invalidTag}" is no tag. X-Cache-Tags shows them.`, { param: '--tag' });
  if ((tag?.length ?? 0) > tagsMax.change)
    throw commandError(`At most ${tagsMax.change} tags. Without --tag everything is purged.`, {
      param: '--tag',
    });
  const { _id } = await projectNamed(installation, project);
  const db = installation.system.project(_id);
  const { tags, targets } = await purgeNow(db, tag, actingIn(installation));
  const targetText = targets === 1 ? '1 target' : `${targets} targets`;
  return { json: { tags, targets }, text: `${tags.join(' ')} goes to ${targetText} and into the feed.` };
}
