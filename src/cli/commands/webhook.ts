import type { ProjectDb } from '../../platform/mongo/handle.ts';
import type { Endpoint } from '../../webhooks/schema.ts';
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  projectOfEndpoint,
  queuesSettled,
} from '../../webhooks/service.ts';
import type { CommandGroup, Outcome } from '../command.ts';
import { type Installation, projectNamed } from '../installation.ts';
import { refusal } from '../refusal.ts';
import { table } from '../table.ts';

interface CreateOptions {
  project: string;
  url: string;
  event?: string[];
}

export const webhookCommands: CommandGroup = (program, run) => {
  const webhook = program.command('webhook').description('make, list and switch webhook endpoints');

  webhook
    .command('create')
    .description('make an endpoint; its signing secret is shown this once only')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--url <url>', 'where events are posted to')
    .option(
      '--event <event...>',
      'what it hears of: content.entry.published, "blog.*", "*"; all when left out',
    )
    .action(run.action<CreateOptions>(async ({ options }) => created(await run.installation(), options)));

  webhook
    .command('list')
    .description("list a project's endpoints, disabled ones too")
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const project = await projectNamed(installation, options.project);
        return listed(await listEndpoints(installation.system.project(project._id)));
      }),
    );

  webhook
    .command('enable')
    .description('start deliveries again; what was held meanwhile is sent, oldest first')
    .argument('<endpoint-id>', 'whe_..., as `galley webhook list` shows it')
    .option('--held <held>', 'send what was held, or drop it', 'send')
    .action(
      run.action<{ held: string }>(async ({ options, args }) => {
        const held = heldOf(options.held);
        const { installation, id, db } = await opened(await run.installation(), args[0]);
        return switched(db, id, await enableEndpoint(db, id, { now: installation.clock.now(), held }));
      }),
    );

  webhook
    .command('disable')
    .description('stop deliveries; what is queued is held')
    .argument('<endpoint-id>', 'whe_..., as `galley webhook list` shows it')
    .action(
      run.action(async ({ args }) => {
        const { installation, id, db } = await opened(await run.installation(), args[0]);
        return switched(db, id, await disableEndpoint(db, id, installation.clock.now()));
      }),
    );

  webhook
    .command('delete')
    .description('remove an endpoint with its queue and its history')
    .argument('<endpoint-id>', 'whe_..., as `galley webhook list` shows it')
    .action(
      run.action(async ({ args }) => {
        const { id, db } = await opened(await run.installation(), args[0]);
        if (!(await deleteEndpoint(db, id))) throw noEndpoint(id);
        await queuesSettled(db.system);
        return { json: { deleted: id }, text: `Removed endpoint ${id}.` };
      }),
    );
};

async function created(installation: Installation, { project, url, event }: CreateOptions): Promise<Outcome> {
  const { system, clock, box, bounds } = installation;
  const { _id, name } = await projectNamed(installation, project);
  const input = { url, ...(event === undefined ? {} : { events: event }) };
  const by = { now: clock.now(), box, bounds };
  const { endpoint, secret } = await createEndpoint(system.project(_id), input, by);
  return {
    json: { endpoint: { ...endpoint, secret } },
    text: `Made endpoint ${endpoint.id} for project "${name}". Its signing secret:\n${secret}\nKeep it now: it is not shown again.`,
  };
}

function listed(endpoints: readonly Endpoint[]): Outcome {
  const lines = endpoints.map((one) => [one.id, stateOf(one), one.events.join(' '), one.url]);
  return {
    json: { endpoints },
    text:
      endpoints.length === 0
        ? 'The project has no endpoint yet.'
        : table(['ID', 'STATE', 'EVENTS', 'URL'], lines),
  };
}

function heldOf(held: string): 'send' | 'drop' {
  if (held === 'send' || held === 'drop') return held;
  throw refusal('--held is "send" or "drop".', { param: '--held' });
}

/** Ends when the queue has followed: this process does not live on to see to it. */
async function switched(db: ProjectDb, id: string, endpoint: Endpoint | null): Promise<Outcome> {
  if (endpoint === null) throw noEndpoint(id);
  await queuesSettled(db.system);
  return { json: { endpoint }, text: `Endpoint ${id} is ${stateOf(endpoint)}.` };
}

function stateOf({ enabled, disabled_reason, consecutive_failures }: Endpoint): string {
  if (enabled) return 'enabled';
  return disabled_reason === 'failures' ? `disabled after ${consecutive_failures} failures` : 'disabled';
}

/** The endpoint's project, found by the endpoint's id alone. @throws invalid_parameter */
async function opened(
  installation: Installation,
  id = '',
): Promise<{ installation: Installation; id: string; db: ProjectDb }> {
  const projectId = await projectOfEndpoint(installation.system, id);
  if (projectId === null) throw noEndpoint(id);
  return { installation, id, db: installation.system.project(projectId) };
}

function noEndpoint(id: string): Error {
  return refusal(
    `There is no endpoint ${id}. \`galley webhook list --project P\` shows a project's endpoints.`,
    { param: 'endpoint-id' },
  );
}
