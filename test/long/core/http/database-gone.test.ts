import { afterAll, describe, expect, it } from 'vitest';
import { startEmbeddedMongod } from '../../../../dev/embedded/mongod/server.ts';
import { punctual, startService } from '../../../support/service.ts';

/** A MongoDB of its own, since this one is frozen. */
const mongod = await startEmbeddedMongod({ dbPath: null, say: () => undefined });
afterAll(() => mongod.stop());
const service = await startService({ MONGODB_URI: mongod.uri, ...punctual });

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
    const times: number[] = [];
    const ask = async (path: string) => {
      const begun = performance.now();
      const answer = await fetch(service.url + path);
      times.push(performance.now() - begun);
      return { status: answer.status, text: await answer.text() };
    };
    try {
      await expect
        .poll(() => ask('/readyz'), { timeout: 10_000 })
        .toEqual({ status: 503, text: expect.stringContaining('the database does not answer') });
      const metrics = await ask('/metrics');
      expect(metrics.status).toBe(200);
      expect(metrics.text).toMatch(/^process_resident_memory_bytes \d+$/m);
      expect(metrics.text).not.toMatch(/^galley_watcher_lag_seconds \d/m);
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    expect(Math.max(...times)).toBeLessThan(5_000);
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
