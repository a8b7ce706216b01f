import { writerOf } from '../../../projects/index.ts';
import type { Command } from 'commander';
import { limits } from '../../../contract/limits.ts';
import {
  type Delivery,
  type DeliveryQuery,
  deliveryStates,
  listHistory,
  queuesSettled,
  replayDeliveryOf,
  replayFrom,
  rotateSecret,
  sendTest,
} from '../../../delivery/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { endpointArgument, endpointNamed, type NamedEndpoint, noEndpoint } from '../../support/endpoint.ts';
import { actingIn } from '../../support/installation.ts';
import { oneOf, refusal } from '../../support/refusal.ts';
import { minuteOf, table } from '../../support/terminal/table.ts';

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

/** The commands about what was sent to an endpoint, and how it is signed. */
export function addSendingCommands(webhook: Command, run: CommandRun): void {
  const about = <O>(
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

  about<ListOptions>(
    webhook
      .command('deliveries')
      .description('list the deliveries to an endpoint with their responses, newest event first')
      .option('--state <state>', deliveryStates.join(', '))
      .option('--event <event>', 'only deliveries of this event')
      .option('--limit <limit>', `1 to ${limits.page_size_max}`, '20')
      .option('--cursor <cursor>', 'the cursor of the next page, from the previous page'),
    deliveries,
  );

  about<ReplayOptions>(
    webhook
      .command('replay')
      .description('send one delivery again, or all deliveries since a time, with the same ids')
      .option('--delivery <id>', 'whd_..., as `galley webhook deliveries` shows it')
      .option('--since <time>', 'a time in the last 30 days: 2026-11-20T09:30:00Z'),
    replayed,
  );

  about(
    webhook
      .command('test')
      .description('send a test event now; exit code 1 when the receiver does not accept it'),
    tested,
  );

  about(
    webhook
      .command('rotate')
      .description(
        'create a new signing secret for an endpoint, shown only once; the old secret stops working',
      ),
    rotated,
  );
}

async function deliveries(
  { installation, id, db }: NamedEndpoint,
  options: ListOptions,
): Promise<CommandOutcome> {
  const context = await installation.calls().project(db.projectId);
  const { data, meta } = await listHistory(context, id, queryOf(options));
  const lines = data.map((one) => [
    one.id,
    one.state,
    one.event,
    minuteOf(new Date(one.created_at)),
    String(one.attempts.length),
    lastAnswer(one),
  ]);
  const rows = table(['ID', 'STATE', 'EVENT', 'CREATED', 'ATTEMPTS', 'LAST ANSWER'], lines);
  const more = meta.next_cursor === null ? '' : `\nMore: --cursor ${meta.next_cursor}`;
  return {
    json: { deliveries: data, next_cursor: meta.next_cursor },
    text: data.length === 0 ? 'There are no deliveries to this endpoint.' : `${rows}${more}`,
  };
}

function queryOf({ state, event, limit, cursor }: ListOptions): DeliveryQuery {
  const count = /^\d+$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > limits.page_size_max) {
    throw refusal(`--limit is 1 to ${limits.page_size_max}.`, { param: '--limit' });
  }
  const known =
    state === undefined ? undefined : oneOf(deliveryStates, state, { noun: 'state', param: '--state' });
  return {
    limit: count,
    ...(known === undefined ? {} : { state: known }),
    ...(event === undefined ? {} : { event }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '-';
  return last.error ?? `HTTP ${last.status}`;
}

async function replayed(
  { installation, id, db }: NamedEndpoint,
  { since, delivery }: ReplayOptions,
): Promise<CommandOutcome> {
  if ((since === undefined) === (delivery === undefined)) {
    throw refusal('Name the deliveries to send again: --delivery ID, or --since TIME.', { param: '--since' });
  }
  const place = writerOf(db, actingIn(installation));
  if (delivery !== undefined) {
    const found = await replayDeliveryOf(place, { endpointId: id, deliveryId: delivery });
    return { json: { delivery: found }, text: `Delivery ${delivery} is ${found.state} again.` };
  }
  const { queued, ...rest } = await replayFrom(place, id, since ?? '');
  await queuesSettled(db.system); // this process does not live on to see to it
  const more = 'in_progress' in rest ? 'More than ' : '';
  return {
    json: { queued, ...rest },
    text: `${more}${queued} deliveries are queued again for endpoint ${id}.`,
  };
}

async function tested({ installation, id, db }: NamedEndpoint): Promise<CommandOutcome> {
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

async function rotated({ installation, id, db }: NamedEndpoint): Promise<CommandOutcome> {
  const made = await rotateSecret(db, id, { ...actingIn(installation), box: installation.box });
  if (made === null) throw noEndpoint(id);
  return {
    json: { endpoint: { ...made.endpoint, secret: made.secret } },
    text: `The new signing secret of endpoint ${id}:\n${made.secret}\nKeep it now: it is not shown again. The old one is void.`,
  };
}
