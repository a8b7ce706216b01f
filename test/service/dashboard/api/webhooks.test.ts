import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { expectedSignature, startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '30' });
await service.app.start();
const receiver = await startReceiver();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}/webhooks${path}`, body);
  const made = await send('POST', '', { url: receiver.url, events: ['blog.*'] });
  return { project, send, made, path: `/${made.body.endpoint.id}` };
}

describe('webhook endpoints in the dashboard', () => {
  it('show their secret once, at creation and at rotation', async () => {
    const { send, made, path } = await owned();

    const rotated = await send('POST', `${path}/rotate`);

    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    const read = await send('GET', path);
    expect(read.body).toMatchObject({
      url: receiver.url,
      events: ['blog.*'],
      health: { state: 'unused', waiting: 0, held: 0, last_attempt: null },
    });
    expect(JSON.stringify([read.body, (await send('GET', '')).body])).not.toContain('whsec_');
  });

  it('send a test event, signed, and show what came of it', async () => {
    const { send, made, path } = await owned();
    const before = receiver.received.length;

    const attempt = await send('POST', `${path}/test`);

    expect(attempt.body).toMatchObject({ status: 204, error: null, url: receiver.url });
    const [got] = (await receiver.got(before + 1)).slice(before);
    expect(got?.headers['x-service-signature']).toBe(got && expectedSignature(made.body.secret, got));
    expect((await send('GET', path)).body.health).toMatchObject({
      state: 'healthy',
      last_attempt: { status: 204 },
    });
  });

  it('are sent cache tags from when somebody says so, and until', async () => {
    const { project, send, made, path } = await owned();
    const sent = async (title: string) => {
      const before = receiver.received.length;
      await project.secret.post('/v1/blog/articles', { title, publish: true });
      return (await receiver.got(before + 1))[before]?.body.data;
    };
    expect(made.body.endpoint).toMatchObject({ with_tags: false });
    expect(await sent('A')).not.toHaveProperty('tags');

    expect((await send('PATCH', path, { with_tags: true })).body).toMatchObject({ with_tags: true });
    const tagged = await sent('B');
    expect((await send('PATCH', path, { with_tags: false })).body).toMatchObject({ with_tags: false });

    expect(tagged?.['tags']).toContain(tagged?.['id']);
    expect(await sent('C')).not.toHaveProperty('tags');
    expect((await send('PATCH', path, { with_tags: 'yes' })).status).toBe(400);
  });

  it('are disabled and enabled; what was held is sent or dropped', async () => {
    const { project, send, path } = await owned();
    await send('PATCH', path, { enabled: false });
    expect((await send('GET', path)).body).toMatchObject({ enabled: false, health: { state: 'disabled' } });

    const enabled = await send('PATCH', path, { enabled: true, held: 'drop' });

    expect(enabled.body).toMatchObject({ enabled: true, consecutive_failures: 0, disabled_reason: null });
    await project.secret.post('/v1/blog/articles', { title: 'A', publish: true });
    await expect.poll(async () => (await send('GET', path)).body.health.state).toBe('healthy');
  });

  it('refuse addresses that are none, unknown events, nothing, and endpoints of other projects', async () => {
    const { send, path } = await owned();
    const other = await owned();

    const answers = [
      await send('POST', '', { url: 'ftp://example.com' }),
      await send('PATCH', path, { events: ['blog.artcle.published'] }),
      await send('PATCH', path, {}),
      await send('GET', other.path),
      await send('PATCH', other.path, { enabled: false }),
      await send('DELETE', other.path),
      await send('POST', `${other.path}/rotate`),
      await send('POST', `${other.path}/test`),
      await send('POST', `${other.path}/replay`, { since: '2026-01-01' }),
      await send('GET', `${other.path}/deliveries`),
      await send('POST', `${path}/replay`, { since: 'yesterday' }),
    ];

    expect(answers.map(({ body }) => body.error.code)).toEqual([
      'invalid_field_value',
      'invalid_field_value',
      'nothing_to_update',
      ...Array<string>(7).fill('unknown_webhook_endpoint'),
      'invalid_field_value',
    ]);
  });

  it('go with their history', async () => {
    const { send, path } = await owned();

    expect((await send('DELETE', path)).status).toBe(204);

    expect((await send('GET', path)).body.error.code).toBe('unknown_webhook_endpoint');
  });
});

describe('the delivery log', () => {
  it('shows request, answer, timing and the next attempt, by state and by event, page by page', async () => {
    const { project, send, path } = await owned();
    receiver.answer = 500;
    for (const title of ['A', 'B', 'C'])
      await project.secret.post('/v1/blog/articles', { title, publish: true });
    const log = (query: string) => send('GET', `${path}/deliveries?${query}`);
    const tried = async () => {
      const { data } = (await log('state=queued')).body as { data: { attempts: object[] }[] };
      return data.filter(({ attempts }) => attempts.length > 0).length;
    };
    await expect.poll(tried).toBe(3);

    const first = await log('limit=2&event=blog.article.published');
    const second = await log(`limit=2&event=blog.article.published&cursor=${first.body.meta.next_cursor}`);
    receiver.answer = 204;

    expect(first.body.meta).toMatchObject({ limit: 2, has_more: true });
    expect([...first.body.data, ...second.body.data]).toHaveLength(3);
    expect((await log('state=delivered')).body.data).toEqual([]);
    const [delivery] = first.body.data;
    expect(delivery).toMatchObject({
      event: 'blog.article.published',
      state: 'queued',
      next_attempt_at: expect.any(String),
      attempts: [
        { status: 500, duration_ms: expect.any(Number), response: '', error: expect.stringContaining('500') },
      ],
    });
    expect((await log('cursor=guess')).body.error.code).toBe('invalid_cursor');
    expect((await send('GET', `${path}/deliveries/${delivery.id}`)).body.id).toBe(delivery.id);
  });

  it('replays one delivery, and all since a moment', async () => {
    const { project, send, path } = await owned();
    const since = service.app.clock.now().toISOString();
    await project.secret.post('/v1/blog/articles', { title: 'A', publish: true });
    const log = async () => (await send('GET', `${path}/deliveries?state=delivered`)).body.data;
    await expect.poll(async () => (await log()).length).toBe(1);
    const [{ id }] = await log();
    const { body } = await send('GET', `${path}/deliveries/${id}`);
    expect(body.actor).toMatchObject({ kind: 'key', name: 'test' });
    expect(body.body).not.toContain(body.actor.id); // shown, and not sent

    await send('POST', `${path}/deliveries/${id}/replay`);
    await expect.poll(async () => (await log())[0]?.attempts.length).toBe(2);
    const all = await send('POST', `${path}/replay`, { since });

    expect(all.body).toEqual({ queued: 1 });
    await expect.poll(async () => (await log())[0]?.attempts.length).toBe(3);
    const foreign = await owned();
    const refused = await foreign.send('POST', `${foreign.path}/deliveries/${id}/replay`);
    expect(refused.body.error.code).toBe('unknown_delivery');
  });
});
