import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { listDeliveries } from '../../../src/delivery/queue/service.ts';
import { startCommands } from '../../support/command-line.ts';
import { emitTestEvents } from '../../support/events.ts';
import { expectedSignature, startReceiver } from '../../support/receiver.ts';

vi.setConfig({ testTimeout: 60_000 });

const { service, galley, env } = await startCommands({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '3600',
});
const { app } = service;
await app.start();

async function newEndpoint(projectId: string, url: string, ...events: string[]) {
  const asked = events.flatMap((event) => ['--event', event]);
  const made = await galley(['webhook', 'create', '--project', projectId, '--url', url, ...asked]);
  return made.body.endpoint as { id: string; secret: string };
}

describe('galley webhook create', () => {
  it('makes an endpoint that is sent what it asked for, signed with the secret that was shown', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();

    const endpoint = await newEndpoint(project.id, receiver.url, 'content.*', 'release.updated');
    await emitTestEvents(app, project.id, { name: 'kb.article.updated' }, { name: 'release.updated' });

    expect(endpoint).toMatchObject({
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
      url: receiver.url,
      events: ['content.*', 'release.updated'],
      enabled: true,
      secret: expect.stringMatching(/^whsec_/),
    });
    const [delivery] = await receiver.got(1);
    expect(delivery?.body.event).toBe('release.updated');
    expect(delivery?.headers['x-service-signature']).toBe(
      delivery && expectedSignature(endpoint.secret, delivery),
    );
  });

  it('makes one that is sent cache tags too, where it is asked to', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const to = ['--project', project.id, '--url', receiver.url];

    const made = await galley(['webhook', 'create', ...to, '--with-tags']);
    const article = await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true });

    expect(made.body.endpoint).toMatchObject({ with_tags: true });
    const [delivery] = await receiver.got(1);
    expect(delivery?.body.data['tags']).toContain(article.body.id);
  });

  it('shows the secret once: in no list and in no other answer', async () => {
    const project = await service.newProject();
    const { secret, ...endpoint } = await newEndpoint(project.id, 'https://example.com/hook');

    const listed = await galley(['webhook', 'list', '--project', project.id]);
    const switched = await galley(['webhook', 'disable', endpoint.id]);

    expect(listed.body).toEqual({ endpoints: [endpoint] });
    expect(listed.body.endpoints[0]).toMatchObject({
      events: ['*'],
      consecutive_failures: 0,
      disabled_reason: null,
    });
    expect(JSON.stringify([listed, switched])).not.toContain(secret);
  });

  it('asks for APP_SECRET by name when there is none', async () => {
    const project = await service.newProject();

    const answer = await galley(
      ['webhook', 'create', '--project', project.id, '--url', 'https://example.com/'],
      { APP_SECRET: '' },
    );

    expect(answer).toMatchObject({ exitCode: 1, body: { error: { param: 'APP_SECRET' } } });
  });

  it('tells people the secret and what to do with it', async () => {
    const project = await service.newProject();

    const { out } = await runCommand(
      ['webhook', 'create', '--project', project.id, '--url', 'https://example.com/'],
      env,
      tmpdir(),
    );

    expect(out).toMatch(/\nwhsec_[0-9A-Za-z]{40}\nStore it now\. It is not shown again\.\n$/);
  });
});

describe('galley webhook enable and disable', () => {
  it.each(['send', 'drop'] as const)('holds what is queued, and with --held %s does so', async (held) => {
    const project = await service.newProject();
    const db = app.system.project(project.id);
    const receiver = await startReceiver();
    receiver.answer = 500; // the next attempt would come in an hour
    const { id } = await newEndpoint(project.id, receiver.url);
    const stateOf = async () => (await listDeliveries(db, { endpointId: id }, 1))[0]?.state;
    await emitTestEvents(app, project.id, {});
    await expect.poll(stateOf).toBe('queued');

    const disabled = await galley(['webhook', 'disable', id]);
    expect(disabled.body.endpoint).toMatchObject({ id, enabled: false, disabled_reason: 'manual' });
    await expect.poll(stateOf).toBe('held');

    receiver.answer = 204;
    const enabled = await galley(['webhook', 'enable', id, '--held', held]);
    expect(enabled.body.endpoint).toMatchObject({ id, enabled: true, consecutive_failures: 0 });
    await expect.poll(stateOf).toBe(held === 'send' ? 'delivered' : 'dropped');
    expect(receiver.received).toHaveLength(held === 'send' ? 2 : 1);
  });
});

describe('galley webhook delete', () => {
  it('removes the endpoint with its history', async () => {
    const project = await service.newProject();
    const db = app.system.project(project.id);
    const receiver = await startReceiver();
    const { id } = await newEndpoint(project.id, receiver.url);
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);

    expect((await galley(['webhook', 'delete', id])).body).toEqual({ deleted: id });

    expect((await galley(['webhook', 'list', '--project', project.id])).body).toEqual({ endpoints: [] });
    expect(await listDeliveries(db, { endpointId: id }, 1)).toEqual([]);
  });
});

describe('a refusal', () => {
  it.each([
    ['webhook create --project PROJECT --url ftp://example.com/', 'invalid_field_value', 'url'],
    ['webhook create --project PROJECT --url https://me:secret@example.com/', 'invalid_field_value', 'url'],
    [
      'webhook create --project PROJECT --url https://example.com/ --event content.entry.made',
      'invalid_field_value',
      'events',
    ],
    ['webhook create --project prj_0 --url https://example.com/', 'invalid_parameter', '--project'],
    ['webhook create --project PROJECT', 'invalid_parameter', undefined],
    ['webhook enable whe_0', 'invalid_parameter', 'endpoint-id'],
    ['webhook enable whe_0 --held keep', 'invalid_parameter', '--held'],
    ['webhook disable whe_0', 'invalid_parameter', 'endpoint-id'],
    ['webhook delete whe_0', 'invalid_parameter', 'endpoint-id'],
  ])('of `galley %s` is %s and names %s', async (line, code, param) => {
    const project = await service.newProject();

    const answer = await galley(line.replace('PROJECT', project.id).split(' '));

    expect(answer.exitCode).toBe(1);
    expect(answer.body.error).toMatchObject({ code, ...(param === undefined ? {} : { param }) });
  });
});
