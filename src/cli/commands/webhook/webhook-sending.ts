import { writerOf } from '../../../projects/index.ts';
import type { Command } from 'commander';
import { limits } from '../../../contract/limits.ts';
import {
  type Delivery,
  type DeliveryQuery,
  deliveryStates,
  listHistory,
  waitForQueues,
  replayDeliveryOf,
  replayFrom,
  rotateSecret,
  sendTest,
} from '../../../delivery/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { endpointArgument, endpointNamed, type NamedEndpoint, noEndpoint } from '../../support/endpoint.ts';
import { actingIn } from '../../support/installation.ts';
import { oneOf, commandError } from '../../support/command-error.ts';
import { formatMinute, formatTable } from '../../support/terminal/format-table.ts';

interface ListOptions {
  state?: string;
  event?: string;
  limit: string;
  cursor?: string;
}

interface ReplayOptions {
  since?: string;
  delivery?: string;
}

/** The commands for deliveries of an endpoint and for its signing secret. */
export function addSendingCommands(webhook: Command, run: CommandRun): void {
  const endpointCommand = <O>(
    verb: Command,
    work: (endpoint: NamedEndpoint, options: O & Record<string, unknown>) => Promise<CommandOutcome>,
  ) =>
    verb
      .argument(...endpointArgument)
      .action(
        run.action<O & Record<string, unknown>>(async ({ options, args }) =>
          work(await endpointNamed(await run.installation(), args[0]), options),
        ),
      );

  endpointCommand<ListOptions>(
    webhook
      .command('deliveries')
      .description('list the deliveries to an endpoint with their responses, newest event first')
      .option('--state <state>', `only deliveries with this state: ${deliveryStates.join(', ')}`)
      .option('--event <event>', 'only deliveries of this event')
      .option('--limit <limit>', `number of deliveries, 1 to ${limits.page_size_max}`, '20')
      .option('--cursor <cursor>', 'the cursor of the next page, from the previous page'),
    deliveries,
  );

  endpointCommand<ReplayOptions>(
    webhook
      .command('replay')
      .description('send one delivery again, or all deliveries since a time, with the same ids')
      .option('--delivery <id>', 'the ID of the delivery (whd_...), from `galley webhook deliveries`')
      .option('--since <time>', 'a time in the last 30 days: 2026-11-20T09:30:00Z'),
    replay,
  );

  endpointCommand(
    webhook
      .command('test')
      .description('send a test event now; exit code 1 when the receiver does not accept it'),
    sendTestEvent,
  );

  endpointCommand(
    webhook
      .command('rotate')
      .description(
        'create a new signing secret for an endpoint, shown only once; the old secret stops working',
      ),
    rotate,
  );
}

async function deliveries(
  { installation, id, db }: NamedEndpoint,
  options: ListOptions,
): Promise<CommandOutcome> {
  const context = await installation.contexts().project(db.projectId);
  const { data, meta } = await listHistory(context, id, queryOf(options));
  const lines = data.map((one) => [
    one.id,
    one.state,
    one.event,
    formatMinute(new Date(one.created_at)),
    String(one.attempts.length),
    lastResponse(one),
  ]);
  const rows = formatTable(['ID', 'STATE', 'EVENT', 'CREATED', 'ATTEMPTS', 'LAST ANSWER'], lines);
  const more = meta.next_cursor === null ? '' : `\nMore: --cursor ${meta.next_cursor}`;
  return {
    json: { deliveries: data, next_cursor: meta.next_cursor },
    text: data.length === 0 ? 'There are no deliveries to this endpoint.' : `${rows}${more}`,
  };
}

function queryOf({ state, event, limit, cursor }: ListOptions): DeliveryQuery {
  const count = /^\d+$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > limits.page_size_max) {
    throw commandError(`--limit is 1 to ${limits.page_size_max}.`, { param: '--limit' });
  }
  const deliveryState =
    state === undefined ? undefined : oneOf(deliveryStates, state, { noun: 'state', param: '--state' });
  return {
    limit: count,
    ...(deliveryState === undefined ? {} : { state: deliveryState }),
    ...(event === undefined ? {} : { event }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function lastResponse({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '-';
  return last.error ?? `HTTP ${last.status}`;
}

async function replay(
  { installation, id, db }: NamedEndpoint,
  { since, delivery }: ReplayOptions,
): Promise<CommandOutcome> {
  if ((since === undefined) === (delivery === undefined)) {
    throw commandError('Name the deliveries to send again: --delivery ID, or --since TIME.', {
      param: '--since',
    });
  }
  const source = writerOf(db, actingIn(installation));
  if (delivery !== undefined) {
    const replayedDelivery = await replayDeliveryOf(source, { endpointId: id, deliveryId: delivery });
    return {
      json: { delivery: replayedDelivery },
      text: `Delivery ${delivery} is ${replayedDelivery.state} again.`,
    };
  }
  const { queued, ...rest } = await replayFrom(source, id, since ?? '');
  await waitForQueues(db.system); // this process ends and can't do it later
  const more = 'in_progress' in rest ? 'More than ' : '';
  return {
    json: { queued, ...rest },
    text: `${more}${queued} deliveries are queued again for endpoint ${id}.`,
  };
}

async function sendTestEvent({ installation, id, db }: NamedEndpoint): Promise<CommandOutcome> {
  const sending = installation.sending();
  const attempt = await sendTest(sending, id, { db, by: actingIn(installation) }).finally(() =>
    sending.outbound.close(),
  );
  if (attempt === null) throw noEndpoint(id);
  const { error, status, duration_ms } = attempt;
  return {
    json: { attempt },
    text: error ?? `The receiver accepted it: HTTP ${status} after ${duration_ms} ms.`,
    failed: error !== null,
  };
}

async function rotate({ installation, id, db }: NamedEndpoint): Promise<CommandOutcome> {
  const rotation = await rotateSecret(db, id, { ...actingIn(installation), box: installation.box });
  if (rotation === null) throw noEndpoint(id);
  return {
    json: { endpoint: { ...rotation.endpoint, secret: rotation.secret } },
    text: `The new signing secret of endpoint ${id}:\n${rotation.secret}\nStore it now. It is not shown again. The previous secret no longer works.`,
  };
}
