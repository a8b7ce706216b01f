import { afterAll, describe, expect, it } from 'vitest';
import { startEmbeddedMongod } from '../../src/embedded/mongod/server.ts';
import { startService } from '../support/service.ts';

/** A MongoDB of its own, since this one is frozen. */
const mongod = await startEmbeddedMongod({ dbPath: null, say: () => undefined });
afterAll(() => mongod.stop());
const service = await startService({ MONGODB_URI: mongod.uri });

describe('a database that does not answer', () => {
  it('is 503 temporarily_unavailable within 5 s for reads and writes, and forgotten when it is back', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const write = () => project.secret.post('/v1/content/page/entries', { values: { title: 'A' } });

    process.kill(mongod.pid, 'SIGSTOP');
    const begun = performance.now();
    const answers = await Promise.all([project.publishable.get('/v1/content/page'), write()]).finally(() =>
      process.kill(mongod.pid, 'SIGCONT'),
    );
    const tookMs = performance.now() - begun;

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: { error: { type: 'api_error', code: 'temporarily_unavailable' } },
      });
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(tookMs).toBeLessThan(5_000);
    await expect.poll(async () => (await write()).status, { timeout: 15_000 }).toBe(201);
  }, 60_000);

  it('is told by /readyz and /metrics, which do not wait for it', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    const begun = performance.now();
    const [health, metrics] = await Promise.all(
      ['/readyz', '/metrics'].map((path) => fetch(service.url + path)),
    ).finally(() => process.kill(mongod.pid, 'SIGCONT'));
    const tookMs = performance.now() - begun;

    expect(health?.status).toBe(503);
    expect(await health?.json()).toMatchObject({
      status: 'unavailable',
      problems: expect.arrayContaining([{ part: 'database', problem: 'the database does not answer' }]),
    });
    expect(metrics?.status).toBe(200);
    const numbers = await metrics?.text();
    expect(numbers).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(numbers).not.toMatch(/^galley_watcher_lag_seconds \d/m);
    expect(tookMs).toBeLessThan(5_000);
  }, 60_000);

  it('is found again after it was killed, with everything that was acknowledged', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const written = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'Kept' },
      publish: true,
    });
    const { pid } = mongod;

    process.kill(pid, 'SIGKILL');

    await expect.poll(() => mongod.pid, { timeout: 60_000 }).not.toBe(pid);
    const read = () => project.publishable.get(`/v1/content/page/${written.body.id}`);
    await expect.poll(async () => (await read()).body.values?.title, { timeout: 60_000 }).toBe('Kept');
    expect((await project.secret.post('/v1/content/page/entries', { values: {} })).status).toBe(201);
  }, 120_000);
});
