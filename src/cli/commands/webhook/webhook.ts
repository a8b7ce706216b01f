import type { ProjectDb } from '../../../core/mongo/index.ts';
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  type Endpoint,
  listEndpoints,
  waitForQueues,
} from '../../../delivery/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { endpointArgument, endpointNamed, type NamedEndpoint, noEndpoint } from '../../support/endpoint.ts';
import { oneOf } from '../../support/command-error.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { addSendingCommands } from './webhook-sending.ts';

interface CreateOptions {
  project: string;
  url: string;
  event?: string[];
  withTags?: true;
}

export const webhookCommands: CommandGroup = (program, run) => {
  const webhook = program.command('webhook').description('manage webhook endpoints and their deliveries');

  webhook
    .command('create')
    .description('create an endpoint; its signing secret is shown only once')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--url <url>', 'the URL to which events are sent')
    .option(
      '--event <event...>',
      'the events that it receives: `content.entry.published`, `blog.*`; default: all',
    )
    .option('--with-tags', 'also send the cache tags of each change, as data.tags')
    .action(run.action<CreateOptions>(async ({ options }) => create(await run.installation(), options)));

  webhook
    .command('list')
    .description("list a project's endpoints, disabled ones too, with their failures in a row")
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const project = await projectNamed(installation, options.project);
        return list(await listEndpoints(installation.system.project(project._id)));
      }),
    );

  webhook
    .command('enable')
    .description('resume deliveries; held deliveries are sent, oldest first')
    .argument(...endpointArgument)
    .option('--held <held>', 'send held deliveries, or drop them', 'send')
    .action(
      run.action<{ held: string }>(async ({ options, args }) => {
        const heldDeliveries = readHeldOption(options.held);
        const { installation, id, db } = await endpointNamed(await run.installation(), args[0]);
        return enabledOutcome(
          db,
          id,
          await enableEndpoint(db, id, { ...actingIn(installation), heldDeliveries }),
        );
      }),
    );

  webhook
    .command('disable')
    .description('stop deliveries; queued deliveries are held')
    .argument(...endpointArgument)
    .action(
      run.action(async ({ args }) => {
        const { installation, id, db } = await endpointNamed(await run.installation(), args[0]);
        return enabledOutcome(db, id, await disableEndpoint(db, id, actingIn(installation)));
      }),
    );

  webhook
    .command('delete')
    .description('remove an endpoint with its queue and its history')
    .argument(...endpointArgument)
    .action(run.action(async ({ args }) => remove(await endpointNamed(await run.installation(), args[0]))));

  addSendingCommands(webhook, run);
};

async function create(
  installation: Installation,
  { project, url, event, withTags }: CreateOptions,
): Promise<CommandOutcome> {
  const { system, clock, actor, box, bounds } = installation;
  const { _id, name } = await projectNamed(installation, project);
  const input = { url, with_tags: withTags === true, ...(event === undefined ? {} : { events: event }) };
  const source = { now: clock.now(), actor, box, bounds };
  const { endpoint, secret } = await createEndpoint(system.project(_id), input, source);
  return {
    json: { endpoint: { ...endpoint, secret } },
    text: `Created endpoint ${endpoint.id} for project "${name}". Its signing secret:\n${secret}\nStore it now. It is not shown again.`,
  };
}

async function remove({ installation, id, db }: NamedEndpoint): Promise<CommandOutcome> {
  if (!(await deleteEndpoint(db, id, actingIn(installation)))) throw noEndpoint(id);
  await waitForQueues(db.system);
  return { json: { deleted: id }, text: `Removed endpoint ${id}.` };
}

function list(endpoints: readonly Endpoint[]): CommandOutcome {
  const lines = endpoints.map((one) => [
    one.id,
    stateOf(one),
    String(one.consecutive_failures),
    one.events.join(' '),
    one.url,
  ]);
  return {
    json: { endpoints },
    text:
      endpoints.length === 0
        ? 'The project has no endpoint yet.'
        : formatTable(['ID', 'STATE', 'FAILURES IN A ROW', 'EVENTS', 'URL'], lines),
  };
}

function readHeldOption(text: string): 'send' | 'drop' {
  return oneOf(['send', 'drop'], text, { noun: 'value of --held', param: '--held' });
}

/** Waits for the queue, because this process ends and can't do it later. */
async function enabledOutcome(db: ProjectDb, id: string, endpoint: Endpoint | null): Promise<CommandOutcome> {
  if (endpoint === null) throw noEndpoint(id);
  await waitForQueues(db.system);
  return { json: { endpoint }, text: `Endpoint ${id} is ${stateOf(endpoint)}.` };
}

function stateOf({ enabled, disabled_reason, consecutive_failures }: Endpoint): string {
  if (enabled) return consecutive_failures === 0 ? 'enabled' : 'enabled, failing';
  return disabled_reason === 'failures' ? `disabled after ${consecutive_failures} failures` : 'disabled';
}
