import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { startCommands } from '../../support/command-line.ts';
import { emitTestEvents } from '../../support/events.ts';
import { expectedSignature, startReceiver } from '../../support/receiver.ts';
import { testVariables } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000 });

const settings = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '3600' };
const { service, env } = await startCommands(settings);
const { app } = service;
await app.start();
/** All settings of the service, as in the container that runs it. */
const whole = testVariables({ ...settings, ...env });

async function galley(...args: string[]): Promise<{ exitCode: number; body: any }> {
  const { out, exitCode } = await runCommand([...args, '--json'], whole, tmpdir());
  return { exitCode, body: JSON.parse(out) };
}

const inWords = async (...args: string[]) => (await runCommand(args, whole, tmpdir())).out;

/** A project with an endpoint whose receiver this test plays. */
async function newEndpoint() {
  const project = await service.newProject();
  const receiver = await startReceiver();
  const made = await galley('webhook', 'create', '--project', project.id, '--url', receiver.url);
  const { id, secret } = made.body.endpoint as { id: string; secret: string };
  /** The state of each delivery with the status of its last attempt: a delivery is queued before its first one too. */
  const outcomes = async () => {
    const { body } = await galley('webhook', 'deliveries', id);
    const deliveries = body.deliveries as { state: string; attempts: { status: number }[] }[];
    return deliveries.map(({ state, attempts }) => `${state} ${attempts.at(-1)?.status ?? 'unsent'}`);
  };
  return { project, receiver, id, secret, outcomes };
}

describe('galley webhook deliveries', () => {
  it('lists what was sent, newest event first, with what the receiver answered, page by page', async () => {
    const { project, receiver, id, outcomes } = await newEndpoint();
    receiver.answer = 500;
    await emitTestEvents(app, project.id, { name: 'kb.article.updated' });
    await expect.poll(outcomes).toEqual(['queued 500']);
    receiver.answer = 204;
    await emitTestEvents(app, project.id, { name: 'release.updated' });
    await expect.poll(outcomes).toEqual(['delivered 204', 'queued 500']);

    const first = await galley('webhook', 'deliveries', id, '--limit', '1');
    const second = await galley(
      'webhook',
      'deliveries',
      id,
      '--limit',
      '1',
      '--cursor',
      first.body.next_cursor,
    );
    const queued = await galley('webhook', 'deliveries', id, '--state', 'queued');

    expect(first.body.deliveries).toMatchObject([{ event: 'release.updated', attempts: [{ status: 204 }] }]);
    expect(second.body).toMatchObject({
      deliveries: [{ event: 'kb.article.updated', attempts: [{ status: 500 }] }],
      next_cursor: null,
    });
    expect(queued.body.deliveries).toEqual(second.body.deliveries);
    expect(await inWords('webhook', 'deliveries', id)).toMatch(
      /^ID +STATE +EVENT +CREATED +ATTEMPTS +LAST ANSWER\nwhd_\S+ +delivered +release\.updated .* 1 +HTTP 204\nwhd_\S+ +queued .* 1 +The endpoint answered 500\.\n$/,
    );
  });

  it('shows in the list of endpoints how often one failed in a row, before it is disabled too', async () => {
    const { project, receiver, id, outcomes } = await newEndpoint();
    expect(await inWords('webhook', 'list', '--project', project.id)).toMatch(`${id}  enabled  0 `);
    receiver.answer = 500;
    await emitTestEvents(app, project.id, {});
    await expect.poll(outcomes).toEqual(['queued 500']);

    const listed = await inWords('webhook', 'list', '--project', project.id);

    expect(listed).toMatch(/^ID +STATE +FAILURES IN A ROW +EVENTS +URL\n/);
    expect(listed).toMatch(new RegExp(`${id} +enabled, failing +1 +\\*`));
  });
});

describe('galley webhook replay', () => {
  it('sends one delivery again under its id, or everything since a moment', async () => {
    const { project, receiver, id } = await newEndpoint();
    await emitTestEvents(app, project.id, { name: 'kb.article.updated' }, { name: 'release.updated' });
    const sent = (await receiver.got(2)).map(({ body }) => body.id);
    const { body } = await galley('webhook', 'deliveries', id, '--event', 'release.updated');
    const delivery = body.deliveries[0].id as string;
    await expect
      .poll(async () => (await galley('webhook', 'deliveries', id, '--state', 'delivered')).body.deliveries)
      .toHaveLength(2);

    const one = await galley('webhook', 'replay', id, '--delivery', delivery);
    expect(one).toMatchObject({ exitCode: 0, body: { delivery: { id: delivery } } });
    expect((await receiver.got(3))[2]?.body.id).toBe(delivery);
    await expect
      .poll(async () => (await galley('webhook', 'deliveries', id, '--state', 'delivered')).body.deliveries)
      .toHaveLength(2);

    const all = await galley('webhook', 'replay', id, '--since', new Date(Date.now() - 60_000).toISOString());
    expect(all).toEqual({ exitCode: 0, body: { queued: 2 } });
    expect(
      (await receiver.got(5))
        .slice(3)
        .map(({ body }) => body.id)
        .sort(),
    ).toEqual(sent.sort());
  });
});

describe('galley webhook test', () => {
  it('says what the receiver answered, by its exit code too', async () => {
    const { receiver, id, secret } = await newEndpoint();

    const taken = await galley('webhook', 'test', id);
    const [request] = await receiver.got(1);
    receiver.answer = 410;
    const refused = await galley('webhook', 'test', id);

    expect(taken).toMatchObject({ exitCode: 0, body: { attempt: { status: 204, error: null } } });
    expect(request?.body.event).toBe('webhook.test');
    expect(request?.headers['x-service-signature']).toBe(request && expectedSignature(secret, request));
    expect(refused).toMatchObject({ exitCode: 1, body: { attempt: { status: 410 } } });
    expect(await inWords('webhook', 'test', id)).toBe('The endpoint answered 410.\n');
  });
});

describe('galley webhook rotate', () => {
  it('gives another secret, with which everything is signed from then on', async () => {
    const { receiver, id, secret: before } = await newEndpoint();

    const { body } = await galley('webhook', 'rotate', id);
    await galley('webhook', 'test', id);

    const { secret } = body.endpoint as { secret: string };
    const [request] = await receiver.got(1);
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(before);
    expect(request?.headers['x-service-signature']).toBe(request && expectedSignature(secret, request));
  });
});

describe('a refusal', () => {
  it.each([
    ['webhook deliveries whe_0', 'invalid_parameter', 'endpoint-id'],
    ['webhook deliveries ENDPOINT --state sent', 'invalid_parameter', '--state'],
    ['webhook deliveries ENDPOINT --limit 1e1', 'invalid_parameter', '--limit'],
    ['webhook deliveries ENDPOINT --limit 101', 'invalid_parameter', '--limit'],
    ['webhook deliveries ENDPOINT --cursor x', 'invalid_cursor', 'cursor'],
    ['webhook replay ENDPOINT', 'invalid_parameter', '--since'],
    ['webhook replay ENDPOINT --since 2026-11-20T09:30:00Z --delivery whd_0', 'invalid_parameter', '--since'],
    ['webhook replay ENDPOINT --since yesterday', 'invalid_field_value', 'since'],
    ['webhook replay ENDPOINT --delivery whd_0', 'unknown_delivery', 'deliveryId'],
    ['webhook replay whe_0 --since 2026-11-20T09:30:00Z', 'invalid_parameter', 'endpoint-id'],
    ['webhook test whe_0', 'invalid_parameter', 'endpoint-id'],
    ['webhook rotate whe_0', 'invalid_parameter', 'endpoint-id'],
  ])('of `galley %s` is %s and names %s', async (line, code, param) => {
    const { id } = await newEndpoint();

    const answer = await galley(...line.replace('ENDPOINT', id).split(' '));

    expect(answer).toMatchObject({ exitCode: 1, body: { error: { code, param } } });
  });
});
