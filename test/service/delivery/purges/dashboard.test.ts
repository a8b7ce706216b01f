import { describe, expect, it, vi } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startOwnService, startService } from '../../../support/service.ts';
import { allOf, purgeIn, quickPurges } from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService({ ...quickPurges, WEBHOOK_RETRY_SECONDS: '30' });
await service.app.start();

async function owned(on = service) {
  const project = await on.newProject();
  const receiver = await startReceiver();
  const owner = await signedIn(on, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  const input = { format: 'signed', url: receiver.url, repeat_seconds: [] };
  const made = await send('POST', '/purge-targets', input);
  const path = `/purge-targets/${made.body.target.id}`;
  await receiver.got(1, 40_000);
  return { project, receiver, send, made, path };
}

describe('purge targets in the dashboard', () => {
  it('show their secret at creation and rotation, and their health and how far behind they are', async () => {
    const { receiver, send, made, path } = await owned();

    const rotated = await send('POST', `${path}/rotate`);

    expect(made).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
    expect(rotated.body.secret).not.toBe(made.body.secret);
    await expect.poll(async () => (await send('GET', path)).body.health.state).toBe('healthy');
    const { body } = await send('GET', path);
    expect(body).toMatchObject({
      format: 'signed',
      url: receiver.url,
      every_seconds: 1,
      enabled: true,
      last_purge_at: expect.any(String),
      behind: { changes: 0, everything: false, since: null },
    });
    expect(JSON.stringify([body, (await send('GET', '/purge-targets')).body])).not.toContain('whsec_');
  });

  it('purge by hand, everything or these tags', async () => {
    const { project, receiver, send } = await owned();

    const some = await send('POST', '/purges', { tags: ['art_1', 'art_2'] });
    await receiver.got(2, 40_000);
    const all = await send('POST', '/purges', {});

    expect(some).toMatchObject({ status: 201, body: { tags: ['art_1', 'art_2'], targets: 1 } });
    expect(all.body.tags).toEqual([allOf(project)]);
    const purges = (await receiver.got(3)).slice(1).map(purgeIn);
    expect(purges.map(({ tags }) => tags)).toEqual([['art_1', 'art_2'], [allOf(project)]]);
  });

  it('list what was told in order, with names, and what each target was told by', async () => {
    const { project, receiver, send, made, path } = await owned();
    const author = await project.secret.post('/v1/authors', { name: 'Nell' });
    await receiver.got(2, 40_000);
    await send('POST', '/purges', { tags: ['art_1'] });
    await receiver.got(3, 40_000);
    const log = (query = '') => send('GET', `/purges${query}`);
    const states = async () => {
      const { data } = (await log()).body as { data: { targets: { state: string }[] }[] };
      return data.map(({ targets }) => targets[0]?.state);
    };
    await expect.poll(states).toEqual(['delivered', 'delivered']);

    const first = await log('?limit=1');
    const second = await log(`?limit=1&cursor=${first.body.meta.next_cursor}`);

    expect(first.body.data).toMatchObject([{ by_hand: true, tags: ['art_1'] }]);
    expect(second.body.data).toMatchObject([
      { by_hand: false, tags: expect.arrayContaining([author.body['id']]) },
    ]);
    expect(second.body.names[String(author.body['id'])]).toMatchObject({ kind: 'author', title: 'Nell' });
    expect(second.body.meta).toMatchObject({ has_more: false, next_cursor: null });
    const [{ target_id, delivery_id }] = second.body.data[0].targets;
    expect(target_id).toBe(made.body.target.id);
    const delivery = await send('GET', `${path}/deliveries/${delivery_id}`);
    expect(delivery.body).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
    expect((await send('GET', `${path}/deliveries?limit=1`)).body.meta.has_more).toBe(true);
  });

  it('send a test that purges nothing, and replay since a moment in one purge', async () => {
    const { project, receiver, send, path } = await owned();
    const since = new Date(Date.now() - 60_000).toISOString();

    const attempt = await send('POST', `${path}/test`);
    expect(attempt.body).toMatchObject({ status: 204, error: null });
    const code = project.id.slice(-8);
    expect(receiver.received.slice(1).map(purgeIn)).toMatchObject([{ tags: [`test:${code}`] }]);
    for (const name of ['A', 'B', 'C']) await project.secret.post('/v1/authors', { name });
    const told = () => receiver.received.slice(2).flatMap((one) => purgeIn(one).tags);
    await expect.poll(() => new Set(told()).size, { timeout: 40_000 }).toBe(4);
    const before = receiver.received.length;
    const all = [...new Set(told())].sort();

    const replayed = await send('POST', `${path}/replay`, { since });

    expect(replayed.status).toBe(200);
    const again = (await receiver.got(before + 1, 40_000)).slice(before);
    expect(again.map((one) => purgeIn(one).tags)).toEqual([all]);
  });

  it('refuse what is wrong by its name, more than 20, and targets of other projects', async () => {
    const { send, path } = await owned();
    const other = await owned();
    const url = 'https://example.com/purge';

    const answers = [
      await send('POST', '/purge-targets', { format: 'squid', url }),
      await send('POST', '/purge-targets', { format: 'fastly', token: 'x' }),
      await send('PATCH', path, { every_seconds: 90 }),
      await send('PATCH', path, {}),
      await send('GET', other.path),
      await send('PATCH', other.path, { enabled: false }),
      await send('DELETE', other.path),
      await send('POST', `${other.path}/rotate`),
      await send('POST', `${other.path}/test`),
      await send('POST', `${other.path}/replay`, { since: '2026-01-01T00:00:00Z' }),
      await send('GET', `${other.path}/deliveries`),
      await send('POST', `${path}/replay`, { since: 'yesterday' }),
    ];
    expect(answers.map(({ body }) => body.error.code)).toEqual([
      ...Array<string>(3).fill('invalid_field_value'),
      'nothing_to_update',
      ...Array<string>(7).fill('unknown_purge_target'),
      'invalid_field_value',
    ]);

    for (let made = 1; made < 20; made += 1)
      await send('POST', '/purge-targets', { format: 'signed', url: `${url}?n=${made}` });
    const twentyFirst = await send('POST', '/purge-targets', { format: 'signed', url });
    expect(twentyFirst).toMatchObject({ status: 409, body: { error: { code: 'too_many_purge_targets' } } });
  });

  it('stand on Home when they fail, for owners, and go with their history', async () => {
    const { project, receiver, send, path } = await owned();
    receiver.answer = 503;
    await send('POST', '/purges', {});
    await receiver.got(2, 40_000);
    const failing = async () => (await send('GET', '/home')).body.failing_targets;

    await expect.poll(async () => (await failing()).length).toBe(1);
    expect(await failing()).toMatchObject([{ health: { state: 'failing' }, behind: { changes: 1 } }]);
    const editor = await signedIn(service, project.id, 'editor');
    expect((await editor.send('GET', `/projects/${project.id}/home`)).body.failing_targets).toEqual([]);
    expect((await editor.send('GET', `/projects/${project.id}/purge-targets`)).status).toBe(403);

    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).body.error.code).toBe('unknown_purge_target');
  });

  it('are not on Home when a site on this machine is stopped during development', async () => {
    const local = await startOwnService({
      ...quickPurges,
      WEBHOOK_RETRY_SECONDS: '30',
      BASE_URL: 'http://localhost:3000',
    });
    await local.app.start();
    const { receiver, send, path } = await owned(local);
    receiver.answer = 503;
    await send('POST', '/purges', {});

    await expect
      .poll(async () => (await send('GET', path)).body.health.state, { timeout: 40_000 })
      .toBe('failing');
    expect((await send('GET', '/home')).body.failing_targets).toEqual([]);
  });
});
