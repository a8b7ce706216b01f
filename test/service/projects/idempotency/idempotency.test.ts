import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { IdempotencyRecord } from '../../../../src/projects/idempotency/schema.ts';
import { createIdempotentRunner } from '../../../../src/projects/idempotency/service.ts';
import { apiError } from '../../../../src/contract/errors/api-error.ts';
import { ApiClient } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const { system, clock } = service.app;
const entries = '/v1/content/page/entries';

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  const fields = [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'n', type: 'number' },
  ];
  await project.secret.put('/v1/schema/content-types/page', { fields });
  return project;
}

const withKey = (key: string) => ({ 'Idempotency-Key': key });
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Replayed');

async function countOf(project: TestProject): Promise<number> {
  return databaseOf(system).collection('entries').countDocuments({ project_id: project.id });
}

describe('Idempotency-Key', () => {
  it('gives the first answer again and stores nothing twice', async () => {
    const project = await newPages();
    const body = { values: { title: 'A', n: 1 }, publish: true };
    const first = await project.secret.post(entries, body, withKey('k1'));
    const reordered = { publish: true, values: { n: 1, title: 'A' } };

    const second = await project.secret.post(entries, reordered, withKey('k1'));

    expect(first.status).toBe(201);
    expect(isReplayed(first)).toBeNull();
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(isReplayed(second)).toBe('true');
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    expect(second.headers.get('X-RateLimit-Remaining-write')).not.toBeNull();
    expect(await countOf(project)).toBe(1);
    expect(await project.events()).toEqual(['content.type.updated', 'content.entry.published']);
  });

  it('gives a large answer again as it was', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'body', type: 'text' }] });
    const body = { values: { body: 'Ünïcödé '.repeat(6_000) } };
    const first = await project.secret.post(entries, body, withKey('k1'));

    const second = await project.secret.post(entries, body, withKey('k1'));

    expect(first.text.length).toBeGreaterThan(40_000);
    expect(isReplayed(second)).toBe('true');
    expect(second.text).toBe(first.text);
  });

  it('gives a refusal again too, with the new request’s id', async () => {
    const project = await newPages();
    const first = await project.secret.post(entries, { values: {} }, withKey('k1'));

    const second = await project.secret.post(entries, { values: {} }, withKey('k1'));

    expect(first).toMatchObject({ status: 400, body: { error: { code: 'missing_required_field' } } });
    expect(isReplayed(second)).toBe('true');
    expect(second.body.error.request_id).toBe(second.headers.get('X-Request-Id'));
    expect({ ...second.body.error, request_id: '' }).toEqual({ ...first.body.error, request_id: '' });
  });

  it.each([
    ['another body', entries, { values: { title: 'B' } }],
    ['another query', `${entries}?_=other`, { values: { title: 'A' } }],
    ['another path', '/v1/authors', { values: { title: 'A' } }],
  ])('is refused with idempotency_key_reused for %s', async (_what, path, body) => {
    const project = await newPages();
    await project.secret.post(entries, { values: { title: 'A' } }, withKey('k1'));

    const answer = await project.secret.post(path, body, withKey('k1'));

    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
  });

  it.each(['', 'two words', 'ä', 'x'.repeat(256)])('is refused when it is %j', async (key) => {
    const project = await newPages();

    const answer = await project.secret.post(entries, { values: { title: 'A' } }, withKey(key));

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_idempotency_key' } } });
    expect(await countOf(project)).toBe(0);
  });

  it('belongs to the API key', async () => {
    const project = await newPages();
    const other = project.as((await project.newKey({ purpose: 'secret' })).token);
    await project.secret.post(entries, { values: { title: 'A' } }, withKey('k1'));

    const answer = await other.post(entries, { values: { title: 'B' } }, withKey('k1'));

    expect(answer.status).toBe(201);
    expect(isReplayed(answer)).toBeNull();
  });

  it('lets one of many at once through, on whichever process they arrive', async () => {
    const other = await startService({ MONGODB_DB: databaseOf(system).databaseName });
    const project = await newPages();
    const clients = { left: project.secret, right: new ApiClient(other.url, project.secret.token) };
    const key = randomUUID();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? clients.left : clients.right).post(entries, { values: { title: 'A' } }, withKey(key)),
      ),
    );

    expect(await countOf(project)).toBe(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_in_progress' } } });
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(10);
    }
    expect(answers.some((answer) => answer.status === 201 && isReplayed(answer) === null)).toBe(true);
  });

  it('is not kept for a caller who is refused: 403 today may be 201 tomorrow', async () => {
    const project = await newPages();

    const refused = await project.publishable.post(entries, { values: { title: 'A' } }, withKey('k1'));

    expect(refused.status).toBe(403);
    expect(
      await databaseOf(system).collection('idempotency').countDocuments({ project_id: project.id }),
    ).toBe(0);
  });

  it('is ignored by other methods', async () => {
    const project = await newPages();
    const created = await project.secret.post(entries, { values: { title: 'A' } });
    const path = `/v1/content/page/${created.body.id}`;

    await project.secret.patch(path, { values: { title: 'B' } }, withKey('k1'));
    const second = await project.secret.patch(path, { values: { title: 'C' } }, withKey('k1'));

    expect(second.body.values.title).toBe('C');
  });
});

describe('a run that ended badly', () => {
  const request = (projectId: string) => ({
    projectId,
    keyId: 'key_x',
    idempotencyKey: randomUUID(),
    fingerprint: 'f',
  });
  const made = {
    response: { status: 201, mediaType: 'application/json', bytes: null, etag: null, location: null },
    untilMs: Infinity,
  };
  const later = { now: () => new Date(clock.now().getTime() + 61_000) };

  it('frees its key when nothing was stored', async () => {
    const { id } = await service.newProject();
    const asked = request(id);
    const once = createIdempotentRunner(system, clock);
    await expect(
      once(asked, () => Promise.reject(apiError('temporarily_unavailable', {}))),
    ).rejects.toThrow();

    expect(await once(asked, async () => made)).toMatchObject({ isReplayed: false });
  });

  it('is never run again when its change was stored, though its answer is lost', async () => {
    const { id } = await service.newProject();
    const asked = request(id);
    const once = createIdempotentRunner(system, clock);
    const crash = once(asked, async (commit) => {
      await commit(system.project(id));
      throw new Error('the process went away');
    });
    await expect(crash).rejects.toThrow('went away');

    await expect(once(asked, async () => made)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    await expect(createIdempotentRunner(system, later)(asked, async () => made)).rejects.toThrow(
      /response was lost/,
    );
  });

  it('loses its key to the next one when it is silent for a minute, and can store nothing then', async () => {
    const { id } = await service.newProject();
    const asked = request(id);
    let storeLate: () => Promise<void> = () => Promise.resolve();
    let goOn: () => void = () => undefined;
    const hung = createIdempotentRunner(system, clock)(asked, async (commit) => {
      storeLate = () => commit(system.project(id));
      await new Promise<void>((resolve) => (goOn = resolve));
      return made;
    });
    while ((await databaseOf(system).collection('idempotency').countDocuments({ project_id: id })) === 0);

    const next = await createIdempotentRunner(system, later)(asked, async () => made);

    expect(next.isReplayed).toBe(false);
    await expect(storeLate()).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    goOn();
    await hung;
  });

  it.each([
    { silentMs: 9_500, outcome: 'is still claimed, for as long as Retry-After says' },
    { silentMs: 10_001, outcome: 'is free' },
  ])('$outcome when its process was last heard of $silentMs ms ago', async ({ silentMs }) => {
    const { id } = await service.newProject();
    const asked = request(id);
    const now = clock.now().getTime();
    const before = { now: () => new Date(now - silentMs) };
    const pending = new Promise<never>(() => undefined);
    void createIdempotentRunner(system, before)(asked, () => pending);
    await vi.waitUntil(async () => (await claimOf(id)) !== null);

    const next = createIdempotentRunner(system, { now: () => new Date(now) })(asked, async () => made);

    if (silentMs > 10_000) expect(await next).toMatchObject({ isReplayed: false });
    else await expect(next).rejects.toMatchObject({ code: 'idempotency_in_progress', retryAfterSeconds: 1 });
  });

  it('keeps its claim while its process works, and ends the renewals with it', async () => {
    const { id } = await service.newProject();
    let finish: (outcome: typeof made) => void = () => undefined;
    const work = new Promise<typeof made>((resolve) => (finish = resolve));
    const running = createIdempotentRunner(system, clock)(request(id), () => work);
    const claim = await vi.waitUntil(() => claimOf(id));

    await expect
      .poll(async () => (await claimOf(id))?.alive_until.getTime(), { timeout: 15_000 })
      .toBeGreaterThan(claim.alive_until.getTime() + 3_000);
    finish(made);

    expect(await running).toMatchObject({ isReplayed: false });
  });
});

function claimOf(projectId: string): Promise<IdempotencyRecord | null> {
  return databaseOf(system).collection<IdempotencyRecord>('idempotency').findOne({ project_id: projectId });
}
